// Parts of the program that tests run in their own process. They are built as the program is: loaded as one file, which is quick.
export { issueToken } from '../../src/platform/access/tokens.ts';
export { runProgram } from '../../src/program/cli/program.ts';
export { modules } from '../../src/program/modules.ts';
export { lonePeers } from '../../src/program/processes/peers.ts';
export { startServer } from '../../src/program/server.ts';
export { readSettings } from '../../src/program/environment/settings.ts';
export { openSouk } from '../../src/program/souk.ts';
