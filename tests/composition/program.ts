import { runProgram } from '../../src/program/cli/program.ts';
import { modules } from '../../src/program/modules.ts';
import { notes } from './notes/module.ts';

await runProgram([...modules, notes]);
