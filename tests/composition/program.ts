import { runProgram } from '../../src/cli/program.ts';
import { modules } from '../../src/modules.ts';
import { notes } from './notes/module.ts';

await runProgram([...modules, notes]);
