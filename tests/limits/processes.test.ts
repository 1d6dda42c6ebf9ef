import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess } from '../support/souk.ts';

test('the processes of a machine count requests together', async () => {
  const souk = await startProcess({ args: ['--workers', '2'] });
  try {
    await souk.configure({ 'souk/rate_limit/window': '3600', 'souk/rate_limit/requests': '20' });
    /** The status of a request on a connection of its own, which whichever process is free takes. */
    const ask = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${souk.admin.token}` };
        const agent = new Agent({ keepAlive: false });
        request(`${souk.base}/rest/V1/store/websites`, { agent, headers }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode!));
        })
          .once('error', reject)
          .end();
      });
    // Neither of them has seen more.
    for (let i = 0; i < 20; i++) expect(await ask()).toBe(200);
    // Slowly, so that they hear of each other long before each for itself would have let through as many.
    let passed = 20;
    for (let refused = 0; refused < 10; refused++) {
      await pause(250);
      if ((await ask()) !== 200) continue;
      passed += 1;
      refused = -1;
    }
    expect(passed).toBeLessThan(35);
    expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array<number>(10).fill(429));
  } finally {
    await souk.stop();
  }
});
