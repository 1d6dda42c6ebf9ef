import { end, firstAddress, remove, row, send, startBench } from './support.ts';
import { spawn } from 'node:child_process';

/** From nothing to the first answer, on an existing database. */
export async function benchStart(): Promise<void> {
  const begun = performance.now();
  const first = await startBench();
  row('first start, with installation', `${(performance.now() - begun).toFixed(0)} ms`);
  await first.stop();
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const child = spawn('bin/souk', ['serve'], { env: first.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const base = await firstAddress(child);
    await send(base, 'GET', '/rest/V1/directory/currency');
    times.push(performance.now() - start);
    await end(child);
  }
  times.sort((a, b) => a - b);
  row('start to first answer, existing database', `${times[2]!.toFixed(0)} ms`, 'goal 1,500 ms; median of 5');
  remove(first.folder);
}
