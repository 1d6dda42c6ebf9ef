import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { fails, ok, startSouk, until, type Souk } from '../support/souk.ts';
import { changeStored, storedValues } from '../support/stored.ts';
import { buy, invoicesOf, startGateway, useGateway } from './shop.ts';

let souk: Souk;
let gateway: DemoGateway;
let isBroken = false;

beforeAll(async () => {
  gateway = await startGateway({
    beforeAnswer: async () => {
      if (isBroken) throw new Error('the connection breaks');
    },
  });
  souk = await startSouk();
  await useGateway(souk, gateway);
  await souk.configure({ 'payment/gateway/timeout': '2' });
});
afterAll(async () => {
  await souk.stop();
  await gateway.stop();
});

/** An order whose capture was carried out and is on record. */
let order: number;
let key: string;
let task: string;

const unsettled = async (): Promise<string | undefined> =>
  /^souk_payments_unsettled (\d+)$/m.exec((await souk.guest.raw('GET', '/metrics')).text)?.[1];

beforeEach(async () => {
  ({ id: order } = await buy(souk));
  isBroken = true;
  fails(await souk.admin.post(`/V1/order/${order}/invoice`, { capture: true }), 504);
  const subject = `order:${order}`;
  [key, task] = (await Promise.all(
    ['key', 'task'].map(
      async (column) =>
        (await storedValues(souk, `select ${column} from payment_operation where subject = $1`, [subject]))[0],
    ),
  )) as [string, string];
  // As if a later release did not know any more how such a payment is booked: it fails whoever tries, and has failed before.
  await setTask({ kind: 'unheard-of', args: {} }, 4);
  isBroken = false;
  await until(async () => (await unsettled()) === '1');
});
afterEach(async () => expect(await unsettled()).toBe('0'));

function setTask(value: unknown, failures: number): Promise<void> {
  return changeStored(
    souk,
    // Whoever has it in hand loses it.
    'update payment_operation set task = $1, failures = $2, due_at = 0, held_until = 0, attempts = attempts + 1 where key = $3',
    [JSON.stringify(value), String(failures), key],
  );
}

it('are listed, and settled by a command once what was wrong is mended', async () => {
  const { stdout } = await souk.cli('payment:unsettled');
  expect(stdout).toMatch(
    new RegExp(
      `^${key}\torder:${order}\tgateway\tcapture of 30\\.00 USD\t\\d+ failures: no payment of an order is a unheard-of\n$`,
    ),
  );
  expect(await invoicesOf(souk, order)).toEqual([]);
  // The moment at which the recovery has it in hand itself is waited out.
  const tried = await until(async () => {
    const { stderr } = await souk.cli('payment:settle', key);
    return stderr.includes('is being settled') ? undefined : stderr;
  });
  expect(tried).toBe('souk: no payment of an order is a unheard-of\n');
  fails(await souk.admin.post(`/V1/order/${order}/ship`), 503, 'A payment is under way. Please try again.');
  await setTask(JSON.parse(task), 5);
  // By this command, or by the recovery a moment before it.
  await until(async () => {
    const { stdout: said, stderr } = await souk.cli('payment:settle', key);
    return (
      said === `order:${order}: settled\n` ||
      stderr.startsWith(`souk: There is no unsettled payment with the key "${key}"`)
    );
  });
  expect(await invoicesOf(souk, order)).toMatchObject([{ state: 2, grand_total: 30 }]);
  ok(await souk.admin.post(`/V1/order/${order}/ship`));
});

it('are forgotten by a command when somebody has put them in order by hand', async () => {
  await until(
    async () => (await souk.cli('payment:settle', key, '--by-hand')).stdout === `order:${order}: discarded\n`,
  );
  expect(await souk.cli('payment:unsettled')).toMatchObject({
    stdout: '',
    stderr: 'no unsettled payments\n',
  });
  expect(await invoicesOf(souk, order)).toEqual([]);
  ok(await souk.admin.post(`/V1/order/${order}/invoice`, { capture: false }));
  const { stderr, code } = await souk.cli('payment:settle', key);
  expect({ stderr, code }).toEqual({
    stderr: `souk: There is no unsettled payment with the key "${key}". Run payment:unsettled to list them.\n`,
    code: 1,
  });
});
