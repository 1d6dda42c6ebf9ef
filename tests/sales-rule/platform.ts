import { newCall, type CallFoundation } from '../../src/platform/execution/calls.ts';
import type { Call, Services } from '../../src/kernel/call.ts';
import { makeServices } from '../../src/kernel/services.ts';
import { shopTimeZone } from '../../src/kernel/shop-settings.ts';
import { system } from '../../src/kernel/system.ts';
import { createClock, type AdjustableClock } from '../../src/program/clock.ts';
import { saveCoupon } from '../../src/modules/sales-rule/coupons/save.ts';
import { customer } from '../../src/modules/customer/module.ts';
import { salesRule } from '../../src/modules/sales-rule/module.ts';
import { saveRule } from '../../src/modules/sales-rule/rules/save.ts';
import type { SentCoupon, SentRule } from '../../src/modules/sales-rule/types.ts';
import { store } from '../../src/modules/store/module.ts';
import { openFiles } from '../../src/storage/files/files.ts';
import { createCaches } from '../../src/storage/caches.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { migrate } from '../../src/storage/migrate.ts';
import type { TestDatabase } from '../storage/databases.ts';
import { readerOf } from '../support/configuration.ts';

/** A platform with one store, customers 1 to 30 and cart price rules, and nothing else. */
export interface TestPlatform {
  readonly clock: AdjustableClock;
  /** Configuration by path; may be changed at any time. */
  readonly values: Map<string, string>;
  /** A call outside a transaction, on one connection or, by another `process`, on another. */
  call(process?: number): Call;
  /** Makes a rule that is good for everybody; gives its id. */
  rule(sent?: SentRule): Promise<number>;
  coupon(sent: SentCoupon): Promise<number>;
}

export async function openPlatform(database: TestDatabase): Promise<TestPlatform> {
  const storages = [await database.open(), await database.open()];
  await migrate(storages[0]!, [store, customer, salesRule]);
  const values = new Map([[shopTimeZone.path, 'UTC']]);
  const config = readerOf((path) => values.get(path));
  const clock = createClock();
  const caches = createCaches({ warn: () => undefined });
  const services = {} as Services;
  makeServices([store, customer, salesRule], {
    services,
    caches,
    files: openFiles(undefined, '/nonexistent'),
    varFolder: '',
    secretKey: undefined,
    permissions: new Map(),
  });
  const platform = { edition: 'open', release: '2.4.8' } as const;
  const foundations = storages.map(
    (storage) =>
      ({
        storage,
        services,
        contributions: { cartFacts: [], ruleExtensions: [] },
        config,
        clock,
        platform,
      }) as unknown as CallFoundation,
  );
  const call = (process = 0): Call => newCall(foundations[process]!, system.caller, system.scope);
  for (const { install } of [store, customer]) await call().transaction((inner) => install!(inner));
  await caches.loadAll(call());
  await call().transaction((inner) => addCustomers(inner));
  const everybody = { website_ids: [1], customer_group_ids: [0, 1], is_active: true, simple_action: 'by_percent' };
  return {
    clock,
    values,
    call,
    rule: async (sent) =>
      (await call().transaction((inner) => saveRule(inner, { ...everybody, discount_amount: 10, ...sent }))).rule_id!,
    coupon: async (sent) => (await call().transaction((inner) => saveCoupon(inner, sent))).coupon_id!,
  };
}

/** Customers with the ids 1 to 30. */
async function addCustomers(call: Call): Promise<void> {
  const now = '2026-01-01 00:00:00';
  const shared = { website_id: 1, account_scope: 1, store_id: 1, group_id: 1, firstname: 'A', lastname: 'B' };
  const more = {
    created_at: now,
    updated_at: now,
    created_in: '',
    disable_auto_group_change: 0,
    is_subscribed: 0,
  } as const;
  const rows = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    ...shared,
    ...more,
    email: `${i + 1}@example.com`,
    version: 1,
    document: '{}',
  }));
  await insertRows(call.db, 'customer_entity', rows);
}
