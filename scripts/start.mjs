// What `npm start` runs: builds, then is bin/souk in the same process, so that a signal to npm reaches the server.
import { fileURLToPath } from 'node:url';
import { bundle } from './build.mjs';

await bundle();
// What a worker process is started with.
process.argv[1] = fileURLToPath(new URL('../bin/souk.mjs', import.meta.url));
await import('../bin/souk.mjs');
