import { expect, it } from 'vitest';
import { compileSegment, readConditions, type SegmentFacts } from '../../src/modules/customer-segment/conditions.ts';
import { combine } from '../../src/modules/sales-rule/engine/conditions/combine.ts';
import { isOperator } from '../../src/modules/sales-rule/engine/conditions/compare.ts';
import { comparisonOf } from '../../src/modules/sales-rule/engine/conditions/comparison.ts';

const rules = { combine, isOperator, comparisonOf };
const facts: SegmentFacts = {
  customer: { group_id: 1, created_at: '2026-03-01 10:00:00' },
  addresses: [
    { country_id: 'US', city: 'Mobile' },
    { country_id: 'DE', city: 'Berlin' },
  ],
  cart: { base_subtotal: 0, product_id: ['3', '5'] },
  orders: { number: 0, total: 0, last_order_at: null },
};
const holds = (conditions: object[], over: object = {}): boolean => {
  const text = JSON.stringify({ condition_type: 'combine', conditions, ...over });
  return compileSegment(readConditions(text, rules), rules)(facts);
};
const leaf = (condition_type: string, attribute_name: string, operator: string, value: unknown) => ({
  condition_type,
  attribute_name,
  operator,
  value,
});
const group = (id: number) => leaf('customer', 'group_id', '==', id);
const place = (country: string, city: string, over: object = {}) => ({
  condition_type: 'address_found',
  conditions: [leaf('address', 'country_id', '==', country), leaf('address', 'city', '==', city)],
  ...over,
});

it.each([
  ['nothing', [], {}, true],
  ['all', [group(1), group(2)], {}, false],
  ['any', [group(1), group(2)], { aggregator_type: 'any' }, true],
  ['none of all', [group(2), group(3)], { value: 0 }, true],
  ['none of any', [group(1), group(2)], { aggregator_type: 'any', value: false }, true],
  ['one address', [place('US', 'mobile')], {}, true],
  ['parts of two addresses', [place('US', 'Berlin')], {}, false],
  ['any part of an address', [place('FR', 'Berlin', { aggregator_type: 'any' })], {}, true],
  ['no such address', [place('US', 'Berlin', { value: 0 })], {}, true],
  ['no address that there is', [place('US', 'Mobile', { value: 0 })], {}, false],
  ['a product in the cart', [leaf('cart', 'product_id', '()', '4,5')], {}, true],
  ['no product in the cart', [leaf('cart', 'product_id', '!()', '4,5')], {}, false],
  ['a time', [leaf('customer', 'created_at', '>', '2026-01-01')], {}, true],
  ['a time that never was', [leaf('orders', 'last_order_at', '<', '2030-01-01')], {}, false],
])('asks for %s', (_, conditions, over, expected) => {
  expect(holds(conditions, over)).toBe(expected);
});
