// Parts of the program that tests run in their own process. They are built as the program is: loaded as one file, which is quick.
export { issueToken } from '../../src/platform/access/tokens.ts';
export { runProgram } from '../../src/cli/program.ts';
export { modules } from '../../src/modules.ts';
export { lonePeers } from '../../src/processes/peers.ts';
export { startServer } from '../../src/server.ts';
export { readSettings } from '../../src/environment/settings.ts';
export { openSouk } from '../../src/souk.ts';
