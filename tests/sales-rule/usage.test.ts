import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RuleUse } from '../../src/modules/sales-rule/service.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { openPlatform, type TestPlatform } from './platform.ts';

const usedUp = { message: "The coupon code isn't valid. Verify the code and try again." };

describe.each(engines)('the use of rules and coupons, on %s', (kind) => {
  let database: TestDatabase;
  let platform: TestPlatform;
  beforeAll(async () => {
    database = await createDatabase(kind);
    platform = await openPlatform(database);
  });
  afterAll(() => database.remove());

  const use = (what: Partial<RuleUse>, process = 0) =>
    platform
      .call(process)
      .transaction((call) =>
        call.services.salesRule.use(call, { ruleIds: [], couponCodes: [], customerId: undefined, ...what }),
      );
  const giveBack = (what: Partial<RuleUse>) =>
    platform
      .call()
      .transaction((call) =>
        call.services.salesRule.giveBack(call, { ruleIds: [], couponCodes: [], customerId: undefined, ...what }),
      );
  const couponRule = (more: object = {}) => platform.rule({ coupon_type: 'SPECIFIC_COUPON', ...more });
  const timesUsed = async (code: string) =>
    (await platform.call().services.salesRule.coupon(platform.call(), code))?.times_used;
  const ruleUsed = async (id: number) =>
    (
      await platform
        .call()
        .db.selectFrom('salesrule')
        .select('times_used')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).times_used;
  /** How many of `attempts` uses, by two processes at once, succeed; all others must say that the coupon is used up. */
  async function race(attempts: readonly Partial<RuleUse>[]): Promise<number> {
    const outcomes = await Promise.allSettled(attempts.map((what, i) => use(what, i % 2)));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const failure of failures) expect(failure).toMatchObject(usedUp);
    return attempts.length - failures.length;
  }

  test('is counted for guests and customers, and given back', async () => {
    const id = await couponRule();
    await platform.coupon({ rule_id: id, code: 'count' });
    const [byGuest, byCustomer] = [
      { ruleIds: [id], couponCodes: ['COUNT'] },
      { ruleIds: [id, id], couponCodes: ['count'], customerId: 3 },
    ];
    await use(byGuest);
    await use(byCustomer);
    expect([await ruleUsed(id), await timesUsed('count')]).toEqual([2, 2]);
    await giveBack(byGuest);
    await giveBack(byCustomer);
    expect([await ruleUsed(id), await timesUsed('count')]).toEqual([0, 0]);
    await giveBack(byGuest);
    expect([await ruleUsed(id), await timesUsed('count')]).toEqual([0, 0]);
  });

  test('of a coupon stays within its limit, however many order at once', async () => {
    const id = await couponRule({ uses_per_coupon: 5 });
    await platform.coupon({ rule_id: id, code: 'five' });
    const attempts = Array.from({ length: 24 }, (_, i) => ({
      ruleIds: [id],
      couponCodes: ['five'],
      customerId: i % 3 === 0 ? undefined : 1 + i,
    }));
    expect(await race(attempts)).toBe(5);
    expect([await timesUsed('five'), await ruleUsed(id)]).toEqual([5, 5]);
  });

  test('of a coupon by one customer stays within its limit', async () => {
    const id = await couponRule({ uses_per_customer: 2 });
    await platform.coupon({ rule_id: id, code: 'two' });
    const attempts = Array.from({ length: 10 }, (_, i) => ({ couponCodes: ['two'], customerId: i < 8 ? 11 : 12 }));
    expect(await race(attempts)).toBe(4);
    expect(await timesUsed('two')).toBe(4);
  });

  test('of several coupons is counted for all of them or for none', async () => {
    await platform.coupon({ rule_id: await couponRule({ uses_per_coupon: 3 }), code: 'thrice' });
    await platform.coupon({ rule_id: await couponRule({ uses_per_customer: 1 }), code: 'once' });
    const orders = Array.from({ length: 8 }, (_, i) => ({
      // Two orders name them the other way round, in another case.
      couponCodes: i % 2 === 0 ? ['thrice', 'once'] : ['ONCE', 'Thrice'],
      customerId: i < 4 ? 25 : 26,
    }));
    expect(await race(orders)).toBe(2);
    expect([await timesUsed('thrice'), await timesUsed('once')]).toEqual([2, 2]);
    await giveBack({ couponCodes: ['once', 'thrice'], customerId: 25 });
    expect([await timesUsed('thrice'), await timesUsed('once')]).toEqual([1, 1]);
    expect(await race([{ couponCodes: ['thrice', 'once'], customerId: 25 }])).toBe(1);
  });

  test('of a rule by one customer stays within its limit, and nothing is counted beyond it', async () => {
    const [limited, other] = [await platform.rule({ uses_per_customer: 1 }), await platform.rule()];
    const what = { ruleIds: [other, limited], customerId: 20 };
    await use(what);
    await expect(use(what)).rejects.toMatchObject({
      kind: 'state',
      message: 'The discount is no longer available. Review the cart and try again.',
    });
    expect([await ruleUsed(limited), await ruleUsed(other)]).toEqual([1, 1]);
    await use({ ...what, customerId: 21 });
    await giveBack(what);
    await use(what);
    expect(await ruleUsed(limited)).toBe(2);
  });

  test('by a customer is forgotten with the customer', async () => {
    const id = await platform.rule({ uses_per_customer: 1 });
    await use({ ruleIds: [id], customerId: 29 });
    await platform.call().transaction((call) => call.db.deleteFrom('customer_entity').where('id', '=', 29).execute());
    const left = await platform
      .call()
      .db.selectFrom('salesrule_customer')
      .selectAll()
      .where('rule_id', '=', id)
      .execute();
    expect(left).toEqual([]);
    expect(await ruleUsed(id)).toBe(1);
  });

  test('of a coupon that is gone is refused, that of a rule that is gone is not counted', async () => {
    await expect(use({ couponCodes: ['nope'] })).rejects.toMatchObject(usedUp);
    await use({ ruleIds: [999_999], customerId: 30 });
    await giveBack({ ruleIds: [999_999], couponCodes: ['nope'], customerId: 30 });
  });
});
