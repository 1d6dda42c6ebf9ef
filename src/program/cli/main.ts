import { modules } from '../modules.ts';
import { limitGarbage } from './memory.ts';
import { runProgram } from './program.ts';

limitGarbage();
await runProgram(modules);
