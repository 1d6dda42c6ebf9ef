import * as fc from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { decimal, round, type Decimal } from '../../src/kernel/money.ts';
import type { EngineCart, EngineItem } from '../../src/modules/sales-rule/engine/terms/cart.ts';
import { discountItems, type CartDiscounts } from '../../src/modules/sales-rule/engine/discounts.ts';
import type { EngineRule } from '../../src/modules/sales-rule/engine/terms/rule.ts';
import { discountShipping } from '../../src/modules/sales-rule/engine/shipping.ts';
import { anyItem, cart, item, product, rule, shippingPrice } from './carts.ts';

const cents = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount / 100);
const sku = fc.constantFrom('mug', 'cup', 'lid');

const single = fc
  .record({ price: cents(10_000), qty: fc.integer({ min: 1, max: 12 }), sku })
  .map(({ price, qty, sku: code }) => item({ price, qty, attributes: { sku: code } }));

/** A bundle in one piece whose parts carry its price. */
const bundle = fc.array(single, { minLength: 1, maxLength: 4 }).map((children) => {
  const price = children.reduce((sum, child) => sum.plus(child.rowTotal), decimal(0));
  return item({ price, productType: 'bundle', childrenCalculated: true, children, attributes: { sku: 'set' } });
});

const rules = fc
  .array(
    fc.record({
      simple_action: fc.constantFrom('by_percent', 'to_percent', 'by_fixed', 'to_fixed', 'cart_fixed', 'buy_x_get_y'),
      discount_amount: fc.oneof(cents(12_000), fc.integer({ min: 0, max: 5 })),
      discount_qty: fc.option(fc.integer({ min: 1, max: 9 })),
      discount_step: fc.integer({ min: 0, max: 4 }),
      stop_rules_processing: fc.constantFrom<0 | 1>(0, 1),
      apply_to_shipping: fc.constantFrom<0 | 1>(0, 1),
      action_condition: fc.option(
        fc.array(sku, { minLength: 1 }).map((codes) => anyItem(codes.map((code) => product('sku', '==', code)))),
        { nil: undefined },
      ),
    }),
    { maxLength: 5 },
  )
  .map((list) => list.map((one, i) => rule({ id: i + 1, ...one })));

const carts = fc
  .record({ items: fc.array(fc.oneof(single, bundle), { maxLength: 6 }), shipping: cents(5000) })
  .map(({ items, shipping }) => cart(items, { shipping: shippingPrice(shipping) }));

/** Checks what holds for every cart and every list of rules. */
function always(check: (cart: EngineCart, rules: readonly EngineRule[]) => boolean): void {
  fc.assert(
    fc.property(carts, rules, (someCart, someRules) => check(someCart, someRules)),
    { numRuns: 400 },
  );
}

const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, amount) => total.plus(amount), decimal(0));
const everyItem = ({ items }: EngineCart): EngineItem[] => items.flatMap((one) => [one, ...one.children]);
const amountOf = (discounts: CartDiscounts, one: EngineItem): Decimal => discounts.items.get(one.id)!.amount;

describe('whatever the rules and the cart', () => {
  it('no item gets a discount below nothing or above its price', () => {
    always((someCart, someRules) => {
      const discounts = discountItems(someRules, someCart);
      return everyItem(someCart).every((one) => {
        const amount = amountOf(discounts, one);
        return amount.gte(0) && amount.lte(one.price.times(one.totalQty));
      });
    });
  });

  it('the discounts of the items are in whole cents and add up to that of the cart', () => {
    always((someCart, someRules) => {
      const discounts = discountItems(someRules, someCart);
      const amounts = everyItem(someCart).map((one) => amountOf(discounts, one));
      return sum(amounts).eq(discounts.amount) && amounts.every((amount) => round(amount).eq(amount));
    });
  });

  it('in one currency, both amounts are the same', () => {
    always((someCart, someRules) => {
      const discounts = discountItems(someRules, someCart);
      return [...discounts.items.values()].every((one) => one.amount.eq(one.baseAmount));
    });
  });

  it('in two currencies, neither amount is below nothing or above the price', () => {
    const foreign = single.map((one) => ({ ...one, price: one.basePrice.times('0.45') }));
    fc.assert(
      fc.property(fc.array(foreign, { maxLength: 6 }), rules, (items, someRules) => {
        const someCart = cart(items, { currencyRate: decimal('0.45') });
        const discounts = discountItems(someRules, someCart);
        return items.every((one) => {
          const { amount, baseAmount } = discounts.items.get(one.id)!;
          const [most, baseMost] = [one.price.times(one.totalQty), one.basePrice.times(one.totalQty)];
          return amount.gte(0) && amount.lte(most) && baseAmount.gte(0) && baseAmount.lte(baseMost);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('what each rule takes off is at least what is taken off in all', () => {
    always((someCart, someRules) => {
      const discounts = discountItems(someRules, someCart);
      return someCart.items.every((one) => {
        const parts = sum(discounts.items.get(one.id)!.discounts.map((part) => part.amount));
        const whole = one.childrenCalculated
          ? sum(one.children.map((child) => amountOf(discounts, child)))
          : amountOf(discounts, one);
        return parts.gte(whole);
      });
    });
  });

  it('once shipping has a price, discounts are those of the whole cart anew', () => {
    const shared = fc.record({ id: fc.constant(100), amount: cents(5000), at: fc.nat(6), threshold: cents(20_000) });
    fc.assert(
      fc.property(carts, rules, shared, (shipped, others, { id, amount, at, threshold }) => {
        const both = rule({ id, simple_action: 'cart_fixed', discount_amount: amount, apply_to_shipping: 1 });
        // A condition that the price of shipping changes: then the rules are others.
        const cheap = { ...both, id: id + 1, cartTest: (seen: EngineCart) => !seen.shipping?.amount.gt(threshold) };
        const all = [...others.slice(0, at), both, ...others.slice(at), cheap];
        const before = discountItems(all, { ...shipped, shipping: undefined });
        const amountBefore = before.amount.toNumber();
        const expected = discountItems(all, shipped);
        if (!before.withShipping) return before.appliedRuleIds.every((one) => one < id);
        // However often, and without a change of what was there before.
        return [1, 2].every(() => {
          const { items, amount: off, baseAmount, appliedRuleIds, labels } = before.withShipping!(shipped);
          expect({ items, off, baseAmount, appliedRuleIds, labels }).toEqual({
            items: expected.items,
            off: expected.amount,
            baseAmount: expected.baseAmount,
            appliedRuleIds: expected.appliedRuleIds,
            labels: expected.labels,
          });
          const parts = [...before.items.values()].map((one) => one.amount);
          return before.amount.eq(amountBefore) && sum(parts).eq(amountBefore);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('an amount off the cart is never exceeded, and reached where the items cost as much', () => {
    fc.assert(
      fc.property(fc.array(single, { minLength: 1, maxLength: 8 }), cents(20_000), (items, amount) => {
        const [one] = [rule({ simple_action: 'cart_fixed', discount_amount: amount })];
        const discounts = discountItems([one], cart(items));
        const worth = sum(items.map((some) => some.rowTotal));
        return amount === 0 || worth.isZero()
          ? discounts.amount.isZero()
          : discounts.amount.eq(worth.lt(amount) ? worth : amount);
      }),
      { numRuns: 400 },
    );
  });

  it('an amount off items and shipping is never exceeded, and reached where they cost as much', () => {
    fc.assert(
      fc.property(
        fc.array(single, { minLength: 1, maxLength: 8 }),
        cents(5000),
        cents(20_000),
        (items, shipping, amount) => {
          const both = [rule({ simple_action: 'cart_fixed', discount_amount: amount, apply_to_shipping: 1 })];
          const shipped = cart(items, { shipping: shippingPrice(shipping) });
          const off = discountItems(both, shipped).amount.plus(discountShipping(both, shipped).amount);
          const worth = sum(items.map((some) => some.rowTotal)).plus(shipping);
          return worth.lt(amount) ? off.eq(worth) : off.eq(worth.isZero() ? 0 : amount);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('a percentage of everything is the percentage of the sum, to the cent', () => {
    fc.assert(
      fc.property(fc.array(single, { maxLength: 8 }), fc.integer({ min: 0, max: 99 }), (items, percent) => {
        const discounts = discountItems([rule({ discount_amount: percent })], cart(items));
        const exact = sum(items.map((one) => one.rowTotal))
          .times(percent)
          .div(100);
        return discounts.amount.minus(exact).abs().lte('0.01');
      }),
      { numRuns: 400 },
    );
  });

  it('shipping gets no discount below nothing or above its price', () => {
    always((someCart, someRules) => {
      const { amount } = discountShipping(someRules, someCart);
      return amount.gte(0) && amount.lte(someCart.shipping!.amount);
    });
  });
});
