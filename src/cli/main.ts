import { modules } from '../modules.ts';
import { runProgram } from './program.ts';

await runProgram(modules);
