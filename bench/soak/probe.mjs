// Loaded into each server process of a soak (NODE_OPTIONS=--import): writes what only the process itself knows of itself.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const folder = process.env.SOAK_PROBE;
const every = Number(process.env.SOAK_SAMPLE_SECONDS ?? 5) * 1000;
const betweenCollections = every * 6;
const MB = 1024 * 1024;

if (folder && process.argv[1]?.endsWith('souk.mjs')) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let liveMb;
  let collected = performance.now();
  setInterval(() => {
    const delayMs = delays.max / 1e6;
    if (performance.now() - collected > betweenCollections) {
      // The collection is no delay of the server's own making.
      delays.disable();
      // What is left after a whole collection lives: growth of that is a leak, or a cache.
      collect();
      const { heapUsed, external } = process.memoryUsage();
      liveMb = (heapUsed + external) / MB;
      collected = performance.now();
      delays.enable();
    }
    const file = `${folder}/${process.pid}.json`;
    writeFileSync(
      `${file}.part`,
      JSON.stringify({ liveMb, delayMs, resources: process.getActiveResourcesInfo().length }),
    );
    renameSync(`${file}.part`, file);
    delays.reset();
  }, every).unref();
}
