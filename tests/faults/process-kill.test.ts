import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runConsumer } from '../operations/platform.ts';
import { install, setups, type Installation } from '../operations/setups.ts';
import { expectExactlyOnce } from './traffic.ts';
import { prepareVictims, type Victims } from './victims.ts';

let victims: Victims;
beforeAll(async () => {
  victims = await prepareVictims();
});
afterAll(() => victims?.end());

describe.each(setups)('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await install(setup);
  });
  afterEach(() => installation.remove());

  test('a process that accepts and executes is killed again and again', async () => {
    const killed = [];
    for (let round = 0; round < 5; round++) {
      const victim = await victims.start(installation, `p${round}`, 'accept', 'consume');
      await pause(20 + 40 * round);
      await victim.kill();
      killed.push(victim);
    }
    const platform = await installation.open();
    await runConsumer(platform);
    expect(killed.flatMap(({ accepted }) => [...accepted]).length).toBeGreaterThan(3);
    for (const { mark, accepted } of killed) await expectExactlyOnce(platform, mark, { accepted });
  });

  test('consumers are killed twenty times over, in the middle of their batches', async () => {
    // Begun before anything is there to execute, so that each finds its share.
    const starting = Array.from({ length: 4 }, (_, i) => victims.start(installation, `first${i}`, 'consume'));
    const [accepting] = await Promise.all([victims.start(installation, 'web', 'accept'), ...starting]);
    const running = await Promise.all(starting);
    for (let round = 0; round < 20; round++) {
      await running.shift()!.kill();
      if (round < 16) running.push(await victims.start(installation, `next${round}`, 'consume'));
      // Let them catch up: the point is their end, not a long queue.
      if (round === 3) await accepting.kill();
      await pause(5 * (round % 7));
    }
    const platform = await installation.open();
    await runConsumer(platform);
    expect(accepting.accepted.size).toBeGreaterThan(3);
    await expectExactlyOnce(platform, 'web', accepting);
  });
});
