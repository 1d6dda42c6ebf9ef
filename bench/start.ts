import { ratio } from './results.ts';
import { end, firstAddress, remove, row, send, startBench } from './support.ts';
import { spawn, type ChildProcess } from 'node:child_process';

/** From nothing to the first answer, on an existing database, against bare node:http. */
export async function benchStart(): Promise<void> {
  const begun = performance.now();
  const first = await startBench();
  row('first start, with installation', `${(performance.now() - begun).toFixed(0)} ms`);
  await first.stop();
  const souk = await median(() => {
    const child = spawn('bin/souk', ['serve'], { env: first.env, stdio: ['ignore', 'pipe', 'inherit'] });
    return { child, path: '/rest/V1/directory/currency' };
  });
  const bare = await median(() => {
    const child = spawn(process.execPath, ['bench/ceiling.ts', 'package.json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, path: '/' };
  });
  ratio(
    'start to first answer, existing database',
    souk / bare,
    'bare start',
    `${souk.toFixed(0)} ms, bare ${bare.toFixed(0)} ms; goal 1,500 ms; median of 5`,
  );
  remove(first.folder);
}

/** Milliseconds until a started server has answered; the median of five starts. */
async function median(begin: () => { child: ChildProcess; path: string }): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const { child, path } = begin();
    await send(await firstAddress(child), 'GET', path);
    times.push(performance.now() - start);
    await end(child);
  }
  return times.sort((a, b) => a - b)[2]!;
}
