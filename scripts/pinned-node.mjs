// Runs a script on a Node.js that is new enough, as bin/souk does: node scripts/pinned-node.mjs <arguments>
import { runPinned } from '../bin/pinned-node.mjs';

runPinned(process.argv.slice(2));
