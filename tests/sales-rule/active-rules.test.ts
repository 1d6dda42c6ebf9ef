import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined } from '../../src/kernel/fields.ts';
import type { RuleSearch } from '../../src/modules/sales-rule/service.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { openPlatform, type TestPlatform } from './platform.ts';

describe.each(engines)('the rules for a cart, on %s', (kind) => {
  let database: TestDatabase;
  let platform: TestPlatform;
  beforeAll(async () => {
    database = await createDatabase(kind);
    platform = await openPlatform(database);
    platform.clock.set(new Date('2026-05-10T12:00:00Z'));
  });
  afterAll(() => database.remove());

  const guest: RuleSearch = { storeId: 1, websiteId: 1, customerGroupId: 0, customerId: undefined, couponCodes: [] };
  /** Which of `ids` are active, in the order in which they are applied. */
  async function active(ids: readonly number[], search: Partial<RuleSearch> = {}): Promise<number[]> {
    const rules = await platform.call().services.salesRule.activeRules(platform.call(), { ...guest, ...search });
    return rules.map((rule) => rule.id).filter((id) => ids.includes(id));
  }

  test('are those of its website and customer group', async () => {
    const ids = [await platform.rule(), await platform.rule({ customer_group_ids: [1] })];
    const nobody = await platform.rule({ is_active: false });
    expect(await active([...ids, nobody])).toEqual([ids[0]]);
    expect(await active(ids, { customerGroupId: 1 })).toEqual(ids);
    expect(await active(ids, { customerGroupId: 2 })).toEqual([]);
    expect(await active(ids, { websiteId: 2 })).toEqual([]);
  });

  test('come in the order of their position, then of their ids', async () => {
    const last = await platform.rule({ sort_order: 9 });
    const [first, second] = [await platform.rule({ sort_order: 1 }), await platform.rule({ sort_order: 1 })];
    expect(await active([first, second, last])).toEqual([first, second, last]);
  });

  test('are active from their first day to their last', async () => {
    const days = (from_date?: string, to_date?: string) => platform.rule(defined({ from_date, to_date }));
    const on = [await days('2026-05-10', '2026-05-10'), await days(undefined, '2026-05-11'), await days('2020-01-01')];
    const off = [await days('2026-05-11'), await days(undefined, '2026-05-09')];
    expect(await active([...on, ...off])).toEqual(on);
  });

  test('go by the day it is at the store', async () => {
    const tomorrow = await platform.rule({ from_date: '2026-05-11' });
    expect(await active([tomorrow])).toEqual([]);
    platform.values.set('general/locale/timezone', 'Pacific/Kiritimati');
    expect(await active([tomorrow])).toEqual([tomorrow]);
    platform.values.delete('general/locale/timezone');
  });

  test('with a coupon are those without one, and that of the coupon', async () => {
    const free = await platform.rule();
    const [one, other] = [await couponRule(), await couponRule()];
    await platform.coupon({ rule_id: one, code: 'Spring' });
    await platform.coupon({ rule_id: other, code: 'AUTUMN' });
    expect(await active([free, one, other])).toEqual([free]);
    expect(await active([free, one, other], { couponCodes: ['SPRING'] })).toEqual([free, one]);
    expect(await active([free, one, other], { couponCodes: ['winter'] })).toEqual([free]);
    const rules = await platform
      .call()
      .services.salesRule.activeRules(platform.call(), { ...guest, couponCodes: ['spring'] });
    expect(rules.flatMap(({ id, coupon }) => (coupon === null ? [] : [[id, coupon]]))).toEqual([[one, 'spring']]);
  });

  test('with several coupons are those of each, as it was entered, and of two for one rule the first', async () => {
    const [one, other] = [await couponRule(), await couponRule({ use_auto_generation: true })];
    await platform.coupon({ rule_id: one, code: 'Tea' });
    for (const code of ['CUP-1', 'CUP-2']) await platform.coupon({ rule_id: other, code, type: 1 });
    const couponCodes = ['cup-2', 'none', 'TEA', 'cup-1'];
    const rules = await platform.call().services.salesRule.activeRules(platform.call(), { ...guest, couponCodes });
    expect(rules.flatMap(({ id, coupon }) => (coupon === null ? [] : [[id, coupon]]))).toEqual([
      [one, 'TEA'],
      [other, 'cup-2'],
    ]);
  });

  test('take no coupon that has expired, or is of the wrong kind', async () => {
    const ids = await Promise.all([couponRule(), couponRule(), couponRule({ use_auto_generation: true })]);
    await platform.coupon({ rule_id: ids[0], code: 'today', expiration_date: '2026-05-10 00:00:00' });
    await platform.coupon({ rule_id: ids[1], code: 'yesterday', expiration_date: '2026-05-09 23:59:59' });
    await platform.coupon({ rule_id: ids[2], code: 'made', type: 1 });
    expect(await active(ids, { couponCodes: ['today'] })).toEqual([ids[0]]);
    expect(await active(ids, { couponCodes: ['yesterday'] })).toEqual([]);
    expect(await active(ids, { couponCodes: ['made'] })).toEqual([ids[2]]);
    // The rule now wants coupons made by hand.
    await platform.rule({ rule_id: ids[2], use_auto_generation: false });
    expect(await active(ids, { couponCodes: ['made'] })).toEqual([]);
  });

  test('leave out what the customer has used up', async () => {
    const rule = await platform.rule({ uses_per_customer: 1 });
    const withCoupon = await couponRule({ uses_per_coupon: 2, uses_per_customer: 1 });
    await platform.coupon({ rule_id: withCoupon, code: 'twice' });
    const ids = [rule, withCoupon];
    const use = (customerId: number | undefined) =>
      platform
        .call()
        .transaction((call) => call.services.salesRule.use(call, { ruleIds: ids, couponCodes: ['TWICE'], customerId }));
    const seenBy = (customerId: number | undefined) => active(ids, { couponCodes: ['twice'], customerId });
    await use(7);
    expect(await seenBy(7)).toEqual([]);
    expect(await seenBy(8)).toEqual(ids);
    expect(await seenBy(undefined)).toEqual(ids);
    await use(undefined);
    expect(await seenBy(8)).toEqual([rule]);
  });

  test('name themselves as the store view does, and follow a change at once', async () => {
    const id = await platform.rule({ store_labels: [{ store_id: 0, store_label: 'All' }] });
    const label = async (storeId: number) =>
      (await platform.call().services.salesRule.activeRules(platform.call(), { ...guest, storeId })).find(
        (rule) => rule.id === id,
      )?.label;
    expect(await label(1)).toBe('All');
    await platform.rule({ rule_id: id, store_labels: [{ store_id: 1, store_label: 'One' }] });
    expect([await label(1), await label(2)]).toEqual(['One', 'All']);
  });

  const couponRule = (more: object = {}) => platform.rule({ coupon_type: 'SPECIFIC_COUPON', ...more });
});
