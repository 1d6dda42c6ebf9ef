// Runs a script on the Node.js that the project pins: node scripts/pinned-node.mjs <arguments>
import { runPinned } from '../bin/pinned-node.mjs';

runPinned(process.argv.slice(2));
