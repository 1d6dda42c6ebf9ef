import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueFigures } from '../../src/platform/operation-queue/status.ts';
import { accept, callOn, runConsumer } from '../operations/platform.ts';
import { install, setups, type Installation } from '../operations/setups.ts';
import { engines } from '../storage/databases.ts';
import { inputsOf, pathOf } from './traffic-plan.ts';
import { expectExactlyOnce } from './traffic.ts';
import { prepareVictims, type Victims } from './victims.ts';

/** Operations that wait for each consumer. */
const LEFT = 3000;

let victims: Victims;
beforeAll(async () => {
  victims = await prepareVictims();
});
afterAll(() => victims?.end());

// The database that this run is about: faults take their time.
const engine = engines.at(-1);

describe.each(setups.filter((one) => one.engine === engine))('on $engine with the broker $broker', (setup) => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await install(setup);
  });
  afterEach(() => installation.remove());

  test('a process that accepts and executes is killed again and again', async () => {
    const killed = [];
    for (let round = 0; round < 5; round++) {
      const victim = await victims.start(installation, `p${round}`, 'accept', 'consume');
      while (victim.accepted.size === 0) await pause(5);
      await pause(20 + 30 * round);
      await victim.kill();
      killed.push(victim);
    }
    const platform = await installation.open();
    await runConsumer(platform);
    expect(killed.flatMap(({ accepted }) => [...accepted]).length).toBeGreaterThan(3);
    for (const { mark, accepted } of killed) await expectExactlyOnce(platform, mark, { accepted });
  });

  test('consumers are killed twenty times over, in the middle of their batches', async () => {
    const platform = await installation.open();
    const accepted = new Map<number, string>();
    let all = 0;
    const depth = async (): Promise<number> => (await queueFigures(callOn(platform))).depth;
    for (let round = 0; round < 20; round++) {
      // However much they execute before they are killed, there is more.
      while ((await depth()) < LEFT) {
        const bulk = accepted.size;
        const inputs = inputsOf('web', bulk);
        all += inputs.length;
        accepted.set(bulk, await accept(platform, inputs, pathOf(bulk)));
      }
      const victim = await victims.start(installation, `victim${round}`, 'consume');
      await victim.executed;
      await pause(3 * (round % 8));
      await victim.kill();
    }
    const left = await depth();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(all);
    await runConsumer(platform);
    await expectExactlyOnce(platform, 'web', { accepted });
  });
});
