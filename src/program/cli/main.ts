import { checkConflicts } from '../added-modules/conflicts.ts';
import { readShopConfiguration } from '../added-modules/configuration-file.ts';
import { modules } from '../modules.ts';
import { limitGarbage } from './memory.ts';
import { runProgram } from './program.ts';
import { errorMessage } from '../../kernel/thrown.ts';

limitGarbage();
try {
  const added = await readShopConfiguration(process.env);
  const all = [...modules, ...added.modules];
  if (added.modules.length > 0) checkConflicts(all);
  await runProgram(all, { configured: added.settings });
} catch (error) {
  // Of the configuration file or a module: a sentence for people.
  console.error(`souk: ${errorMessage(error)}`);
  process.exitCode = 1;
}
