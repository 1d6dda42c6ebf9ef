// Starts what scripts/build.mjs has made; what is compiled on the way is kept for the next start, where that can be written.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../dist/compiled', import.meta.url)));
await import('../dist/souk.mjs');
