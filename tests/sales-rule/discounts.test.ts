import { describe, expect, it } from 'vitest';
import { decimal } from '../../src/kernel/money.ts';
import type { EngineItem } from '../../src/modules/sales-rule/engine/terms/cart.ts';
import { discountItems } from '../../src/modules/sales-rule/engine/discounts.ts';
import { discountDescription } from '../../src/modules/sales-rule/engine/labels.ts';
import { discountShipping } from '../../src/modules/sales-rule/engine/shipping.ts';
import { freeShipping } from '../../src/modules/sales-rule/engine/free-shipping.ts';
import { address, all, amounts, anyItem, cart, item, product, rule, shippingPrice, type RuleOptions } from './carts.ts';

/** Three of one product at 10 and one at 20: the cart that the reference was asked about with each kind of rule. */
const fifty = () => [item({ price: 10, qty: 3 }), item({ price: 20 })];
const discounted = (options: RuleOptions, items = fifty()) => discountItems([rule(options)], cart(items));

describe('recorded totals of the reference', () => {
  it.each<[string, RuleOptions, number[], number]>([
    ['10 % off', { discount_amount: 10 }, [3, 2], 10],
    ['5 off each piece', { simple_action: 'by_fixed', discount_amount: 5 }, [15, 5], 0],
    ['15 off the cart', { simple_action: 'cart_fixed', discount_amount: 15 }, [9, 6], 0],
    ['buy 2, get 1', { simple_action: 'buy_x_get_y', discount_amount: 1, discount_step: 2 }, [10, 0], 0],
    ['down to 70 %', { simple_action: 'to_percent', discount_amount: 70 }, [9, 6], 30],
    ['nothing off', { discount_amount: 0 }, [0, 0], 0],
  ])('%s', (_, options, expected, percent) => {
    const discounts = discounted(options);
    expect(amounts(discounts)).toEqual(expected);
    expect([...discounts.items.values()].map((one) => one.percent.toNumber())).toEqual([percent, percent]);
    expect(discounts.appliedRuleIds).toEqual([1]);
  });

  it.each<[string, [price: number, qty: number][], number[]]>([
    [
      'cents are rounded',
      [
        [10, 2],
        [7.99, 3],
        [33.33, 1],
      ],
      [2, 2.4, 3.33],
    ],
    [
      'what rounding leaves over goes to the next item',
      [
        [9.28, 2],
        [7.42, 3],
        [30.93, 1],
      ],
      [1.86, 2.22, 3.1],
    ],
    [
      'with tax in the price',
      [
        [10.78, 2],
        [8.61, 3],
        [35.91, 1],
      ],
      [2.16, 2.58, 3.59],
    ],
    [
      'half a cent is rounded up, and given back by the next',
      [
        [19.95, 1],
        [53, 5],
      ],
      [2, 26.5],
    ],
  ])('10 %% off: %s', (_, prices, expected) => {
    const items = prices.map(([price, qty]) => item({ price, qty }));
    expect(amounts(discounted({}, items))).toEqual(expected);
  });

  it('a bundle with dynamic prices hands its discount on to its parts', () => {
    const children = [item({ price: 10 }), item({ price: 30 }), item({ price: 40 })];
    const bundle = item({ price: 80, productType: 'bundle', childrenCalculated: true, children });
    const discounts = discounted({}, [bundle]);
    expect(amounts(discounts)).toEqual([0, 1, 3, 4]);
    expect(discounts.amount.toNumber()).toBe(8);
    const [parent, child] = [bundle, children[0]!].map((one) => discounts.items.get(one.id)!);
    expect([parent!.percent.toNumber(), child!.percent.toNumber()]).toEqual([10, 0]);
    expect([parent!.appliedRuleIds, child!.appliedRuleIds]).toEqual([[1], []]);
  });

  it('the parts that carry a price are discounted each by itself', () => {
    const parts = [
      item({ price: 7.77, qty: 8, attributes: { sku: 'a' } }),
      item({ price: 33.33, qty: 4, attributes: { sku: 'b' } }),
    ];
    const bundle = item({ price: 48.87, qty: 4, productType: 'bundle', childrenCalculated: true, children: parts });
    const each = { simple_action: 'by_fixed', discount_amount: 1.11, discount_step: 2 };
    expect(amounts(discounted(each, [bundle]))).toEqual([0, 8.88, 4.44]);
    const some = rule({ simple_action: 'by_fixed', discount_amount: 0.5, discount_qty: 2 });
    const notB = { ...some, itemTest: (one: EngineItem) => one.attributes.sku !== 'b' };
    expect(amounts(discountItems([notB], cart([bundle])))).toEqual([0, 1, 0]);
    const whole = { ...some, itemTest: (one: EngineItem) => one === bundle || one.productType === 'bundle' };
    expect(amounts(discountItems([whole], cart([bundle])))).toEqual([0, 1, 1]);
  });

  it('a rule for some pieces after another: of their price less all that was taken, and never above it', () => {
    const four = item({ price: 10.05, qty: 4 });
    const oneOff = rule({ simple_action: 'by_fixed', discount_amount: 1 });
    const half = { id: 2, simple_action: 'by_percent', discount_amount: 50 };
    expect(amounts(discountItems([oneOff, rule({ ...half, discount_qty: 1 })], cart([four])))).toEqual([7.03]);
    const last = { id: 2, simple_action: 'by_fixed', discount_amount: 1, discount_qty: 1 };
    expect(amounts(discountItems([rule({ ...half, id: 1 }), rule(last)], cart([four])))).toEqual([10.05]);
    const steps = { ...half, discount_step: 3 };
    expect(amounts(discountItems([oneOff, rule(steps)], cart([four])))).toEqual([17.08]);
  });

  it('amounts are told in both currencies, for each rule', () => {
    const discounts = discountItems(
      [rule()],
      cart([item({ price: 11, basePrice: 22 })], { currencyRate: decimal('0.5') }),
    );
    const [one] = [...discounts.items.values()];
    expect(one!.discounts[0]).toMatchObject({ ruleId: 1, label: '' });
    const { amount, baseAmount, originalAmount, baseOriginalAmount } = one!.discounts[0]!;
    expect([amount, baseAmount, originalAmount, baseOriginalAmount].map(Number)).toEqual([1.1, 2.2, 1.1, 2.2]);
  });
});

describe('one rule after the other', () => {
  it('works on what the rules before have left', () => {
    const rules = [rule({ id: 1, discount_amount: 50 }), rule({ id: 2, discount_amount: 10 })];
    const discounts = discountItems(rules, cart([item({ price: 100 })]));
    expect(amounts(discounts)).toEqual([55]);
    const [one] = [...discounts.items.values()];
    expect(one!.discounts.map((part) => part.amount.toNumber())).toEqual([50, 5]);
    expect(one!.percent.toNumber()).toBe(60);
  });

  it('ends for the items that a stopping rule was applied to, and for no others', () => {
    const [mug, cup] = [item({ attributes: { sku: 'mug' } }), item({ attributes: { sku: 'cup' } })];
    const stopping = rule({
      id: 1,
      discount_amount: 50,
      stop_rules_processing: 1,
      action_condition: anyItem([product('sku', '==', 'mug')]),
    });
    const discounts = discountItems([stopping, rule({ id: 2 })], cart([mug, cup]));
    expect(amounts(discounts)).toEqual([5, 1]);
    expect([mug, cup].map((one) => discounts.items.get(one.id)!.appliedRuleIds)).toEqual([[1], [2]]);
  });

  it('passes by a rule whose conditions the cart does not meet', () => {
    const rich = rule({ id: 1, condition: all([address('base_subtotal', '>=', '60')]) });
    expect(discountItems([rich], cart(fifty())).appliedRuleIds).toEqual([]);
    expect(amounts(discountItems([rich], cart([...fifty(), item({ price: 10 })])))).toEqual([3, 2, 1]);
  });

  it('leaves what must not be discounted', () => {
    expect(amounts(discounted({}, [item({ noDiscount: true }), item()]))).toEqual([0, 1]);
  });

  it('takes nothing off for an action that does not exist', () => {
    expect(amounts(discounted({ simple_action: 'the_product' }))).toEqual([0, 0]);
    expect(amounts(discounted({ simple_action: null }))).toEqual([0, 0]);
  });
});

describe('which pieces are discounted', () => {
  it.each<[string, RuleOptions, number]>([
    ['at most so many', { discount_amount: 50, discount_qty: 3 }, 15],
    ['whole steps of a percentage', { discount_amount: 50, discount_step: 3 }, 30],
    ['whole steps of an amount', { simple_action: 'by_fixed', discount_amount: 1, discount_step: 3 }, 6],
    ['never below nothing', { simple_action: 'by_fixed', discount_amount: 30 }, 80],
    ['down to a price', { simple_action: 'to_fixed', discount_amount: 7 }, 24],
    ['not up to a price', { simple_action: 'to_fixed', discount_amount: 12 }, 0],
    ['more than all is all', { discount_amount: 150 }, 80],
    ['buy 3, get 1: two sets of four', { simple_action: 'buy_x_get_y', discount_amount: 1, discount_step: 3 }, 20],
    [
      'buy 5, get 2: one set, one piece left',
      { simple_action: 'buy_x_get_y', discount_amount: 2, discount_step: 5 },
      20,
    ],
    [
      'buy 2, get 2, of at most 7',
      { simple_action: 'buy_x_get_y', discount_amount: 2, discount_step: 2, discount_qty: 7 },
      30,
    ],
    [
      'a rule that gives away more than it sells',
      { simple_action: 'buy_x_get_y', discount_amount: 3, discount_step: 2 },
      0,
    ],
    ['a cart for more than it costs', { simple_action: 'cart_fixed', discount_amount: 500 }, 80],
  ])('%s, of eight pieces at 10', (_, options, expected) => {
    expect(amounts(discounted(options, [item({ price: 10, qty: 8 })]))).toEqual([expected]);
  });

  it('pieces of which some are discounted bear all of the earlier discounts, up to their price', () => {
    const half = rule({ id: 1, discount_amount: 50 });
    const two = rule({ id: 2, discount_amount: 50, discount_qty: 2 });
    expect(amounts(discountItems([half, two], cart([item({ price: 10, qty: 10 })])))).toEqual([20]);
  });

  it('what rounding took too much is not taken from an item that gets nothing', () => {
    const items = [item({ price: 53.75, qty: 6 }), item({ price: 0.01 }), item({ price: 53.75, qty: 6 })];
    expect(amounts(discounted({ discount_amount: 24.2, discount_step: 2 }, items))).toEqual([78.05, 0, 78.04]);
  });

  it('at 100 % no more is taken off than the row costs with tax', () => {
    expect(amounts(discounted({ discount_amount: 100 }, [item({ price: 10.01, inclTax: 10 })]))).toEqual([10]);
  });
});

describe('an amount off the cart', () => {
  it('is split so that the parts add up', () => {
    const thirds = [item({ price: 1 }), item({ price: 1 }), item({ price: 1 })];
    const parts = amounts(discounted({ simple_action: 'cart_fixed', discount_amount: 1 }, thirds));
    expect(parts.reduce((sum, part) => sum + part * 100, 0)).toBeCloseTo(100, 6);
    expect(parts.map((part) => Math.round(part * 100)).sort()).toEqual([33, 33, 34]);
  });

  it('is converted to the displayed currency', () => {
    const items = [item({ price: 15, basePrice: 30 }), item({ price: 10, basePrice: 20 })];
    const rules = [rule({ simple_action: 'cart_fixed', discount_amount: 15 })];
    const discounts = discountItems(rules, cart(items, { currencyRate: decimal('0.5') }));
    expect(amounts(discounts)).toEqual([4.5, 3]);
    expect(discounts.baseAmount.toNumber()).toBe(15);
  });

  it('counts what earlier rules took off', () => {
    const first = rule({ id: 1, discount_amount: 50, action_condition: anyItem([product('sku', '==', 'mug')]) });
    const second = rule({ id: 2, simple_action: 'cart_fixed', discount_amount: 3 });
    const items = [item({ price: 20, attributes: { sku: 'mug' } }), item({ price: 20 })];
    expect(amounts(discountItems([first, second], cart(items)))).toEqual([11, 2]);
  });

  it('is borne by shipping as well when the rule says so', () => {
    const both = rule({ simple_action: 'cart_fixed', discount_amount: 35, apply_to_shipping: 1 });
    const shipped = cart(fifty(), { shipping: shippingPrice(20) });
    expect(amounts(discountItems([both], shipped))).toEqual([15, 10]);
    expect(discountShipping([both], shipped).amount.toNumber()).toBe(10);
  });
});

describe('a rule that a dynamic bundle meets, and none of its parts', () => {
  it('D311: takes its discount off the parts', () => {
    const attributes = { sku: 'set' };
    const children = [item({ price: 20, attributes: { sku: 'mug' } }), item({ price: 5, attributes: { sku: 'lid' } })];
    const set = item({ price: 25, productType: 'bundle', childrenCalculated: true, children, attributes });
    const half = rule({ discount_amount: 50, action_condition: anyItem([product('sku', '==', 'set')]) });
    expect(amounts(discountItems([half], cart([set])))).toEqual([0, 10, 2.5]);
  });
});

describe('the cent that items with the same percentage share', () => {
  it('D312: goes by the order of the items, however often totals are computed', () => {
    const third = rule({ discount_amount: 33.33 });
    const items = [item({ price: '0.14' }), item({ price: '0.1' }), item({ price: '0.1' })];
    const once = amounts(discountItems([third], cart(items)));
    expect(once).toEqual([0.05, 0.03, 0.03]);
    expect(amounts(discountItems([third], cart(items)))).toEqual(once);
    expect(amounts(discountItems([third], cart([...items].reverse())))).toEqual([0.03, 0.04, 0.04]);
  });
});

describe('shipping', () => {
  const shipped = (price: number) => cart(fifty(), { shipping: shippingPrice(price) });
  const off = (options: RuleOptions, price = 20) =>
    discountShipping([rule({ apply_to_shipping: 1, ...options })], shipped(price)).amount.toNumber();

  it.each<[string, RuleOptions, number]>([
    ['10 %', {}, 2],
    ['down to 70 %', { simple_action: 'to_percent', discount_amount: 70 }, 6],
    ['5', { simple_action: 'by_fixed', discount_amount: 5 }, 5],
    ['more than it costs', { simple_action: 'by_fixed', discount_amount: 50 }, 20],
    ['down to 12', { simple_action: 'to_fixed', discount_amount: 12 }, 8],
    ['a piece of four free', { simple_action: 'buy_x_get_y', discount_amount: 1, discount_step: 2 }, 5],
    ['an action that does not exist', { simple_action: 'none' }, 0],
    ['a rule for items only', { apply_to_shipping: 0 }, 0],
  ])('%s off', (_, options, expected) => {
    expect(off(options)).toBe(expected);
  });

  it('for free pieces is a share of its price without tax, of all pieces of the cart', () => {
    const free = { simple_action: 'buy_x_get_y', discount_amount: 1, discount_step: 2, apply_to_shipping: 1 } as const;
    const inclTax = cart(fifty(), { shipping: shippingPrice(24, 20) });
    const off = (options: RuleOptions) => discountShipping([rule({ ...free, ...options })], inclTax).amount.toNumber();
    expect(off({})).toBe(5);
    // The share is of all units: neither the largest number of units of an item nor the conditions of the action limit it.
    expect(off({ discount_qty: 2 })).toBe(5);
    expect(off({ action_condition: anyItem([product('sku', '==', 'none')]) })).toBe(5);
  });

  it('is discounted by one rule after the other until one stops', () => {
    const rules = [
      rule({ id: 1, discount_amount: 50, apply_to_shipping: 1 }),
      rule({ id: 2, discount_amount: 50, apply_to_shipping: 1, stop_rules_processing: 1 }),
      rule({ id: 3, discount_amount: 50, apply_to_shipping: 1 }),
    ];
    const discount = discountShipping(rules, shipped(20));
    expect(discount.amount.toNumber()).toBe(15);
    expect(discount.appliedRuleIds).toEqual([1, 2]);
    expect(discount.percent.toNumber()).toBe(100);
  });

  it('costs nothing for the items or the cart that a rule says', () => {
    const [mug, cup] = [item({ attributes: { sku: 'mug' } }), item({ attributes: { sku: 'cup' } })];
    const action_condition = anyItem([product('sku', '==', 'mug')]);
    const forMugs = freeShipping([rule({ simple_free_shipping: 1, action_condition })], cart([mug, cup]));
    expect(forMugs).toEqual({ cart: false, items: new Map([[mug.id, 'all']]) });
    const some = freeShipping([rule({ simple_free_shipping: 1, discount_qty: 2 })], cart([mug]));
    expect(some.items.get(mug.id)).toEqual(decimal(2));
    expect(freeShipping([rule({ simple_free_shipping: 2, action_condition })], cart([mug, cup])).cart).toBe(true);
    expect(freeShipping([rule({ simple_free_shipping: 2, action_condition })], cart([cup])).cart).toBe(false);
  });
});

describe('the name of a discount', () => {
  const name = (options: RuleOptions) => discountDescription(discountItems([rule(options)], cart(fifty())).labels);

  it.each<[string, RuleOptions, string]>([
    ['the coupon', { coupon: 'TEN' }, 'TEN'],
    ['the description before the coupon', { coupon: 'TEN', description: 'Ten off' }, 'Ten off'],
    [
      'the label before the description',
      { coupon: 'TEN', description: 'Ten off', labels: { 0: 'For all' } },
      'For all',
    ],
    ['the label of the store view before that of all', { labels: { 0: 'For all', 1: 'For one' } }, 'For one'],
    ['not the label of another store view', { labels: { 2: 'For two' } }, ''],
    ['none without a coupon', { description: 'Ten off' }, ''],
  ])('is %s', (_, options, expected) => {
    expect(name(options)).toBe(expected);
  });

  it('has each label once', () => {
    const rules = [1, 2].map((id) => rule({ id, labels: { 0: 'Sale' } }));
    const other = rule({ id: 3, labels: { 0: 'More' } });
    expect(discountDescription(discountItems([...rules, other], cart(fifty())).labels)).toBe('Sale, More');
  });
});
