import { describe, expect, it } from 'vitest';
import { decimal } from '../../src/kernel/money.ts';
import { tierPrice } from '../../src/modules/quote/items/extensions/prices.ts';

const tier = (
  customer_group_id: number,
  qty: number,
  value: number | null,
  percentage_value: number | null = null,
) => ({
  customer_group_id,
  qty,
  value,
  percentage_value,
  website_id: 0,
});

describe('tier prices that apply to a piece', () => {
  const product = {
    values: { price: '19.95' },
    tierPrices: [tier(32000, 3, 17.45), tier(1, 2, 15.55), tier(0, 5, 0, 33)],
  };
  const context = (customerGroupId: number) => ({
    customerGroupId,
    websiteId: 1,
    now: '2026-01-01 00:00:00',
    ruled: () => undefined,
  });
  const price = (group: number, qty: number) => tierPrice(product, decimal(qty), context(group))?.toNumber();

  it('have the lowest, whatever its quantity', () => {
    expect([1, 2, 3, 10].map((qty) => price(1, qty))).toEqual([undefined, 15.55, 15.55, 15.55]);
    expect([2, 3, 5].map((qty) => price(0, qty))).toEqual([undefined, 17.45, 13.3665]);
    expect([2, 3].map((qty) => price(2, qty))).toEqual([undefined, 17.45]);
  });
});
