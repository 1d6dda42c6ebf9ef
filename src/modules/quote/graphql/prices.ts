import {
  deprecated,
  enumTypes,
  objectType,
  ofRelease,
  valueTypes,
  type EnumTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { decimal, round, toWire, type Decimal } from '../../../kernel/money.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import { addPairs, sumPairs, type AmountPair, type LineTax } from '../totals/totals.ts';
import { cartMoney, type CartItemPricesSource, type ShownDiscount } from './types.ts';

const enums = enumTypes({ CartDiscountType: ['ITEM', 'SHIPPING'] });

const values = valueTypes({
  AppliedCoupon: { code: 'String! @coupon' },
  CartDiscount: { amount: 'Money!', label: '[String]!' },
  CartTaxItem: { amount: 'Money!', label: 'String!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    CartItemPrices: CartItemPricesSource;
    CartPrices: EvaluatedCart;
    Discount: ShownDiscount;
  }
}

/** The discount of a rule. */
interface RuleDiscount {
  readonly ruleId: number;
  readonly label: string;
  readonly amount: AmountPair['amount'];
}

/** The discounts in GraphQL, one per rule; null for none. */
function shownDiscounts(evaluated: EvaluatedCart, all: readonly RuleDiscount[], appliedTo: 'ITEM' | 'SHIPPING') {
  const coupons = new Map(evaluated.totals.coupons.map(({ ruleId, code }) => [ruleId, code]));
  return [...Map.groupBy(all, ({ ruleId }) => ruleId)].flatMap(([ruleId, of]) => {
    const amount = of.reduce((sum, one) => sum.plus(one.amount), decimal(0));
    if (amount.isZero()) return [];
    const coupon = coupons.get(ruleId);
    return [
      {
        amount: cartMoney(evaluated, { amount }),
        applied_to: appliedTo,
        coupon: coupon === undefined ? null : { code: coupon },
        label: of[0]?.label || 'Discount',
      },
    ];
  });
}

function ofItems(evaluated: EvaluatedCart): RuleDiscount[] {
  return [...evaluated.totals.items.values()].flatMap(({ discounts }) => discounts);
}

/** The taxes of a cart, one per label. A tax of several rates is divided among them by their percentages. */
function shownTaxes(evaluated: EvaluatedCart) {
  const { items, shippingTaxes } = evaluated.totals;
  const all: LineTax[] = [...[...items.values()].flatMap(({ taxes }) => taxes), ...shippingTaxes];
  const byTax = Map.groupBy(all, ({ tax }) => tax.id);
  const byLabel = Map.groupBy([...byTax.values()].flatMap(taxByRate), ({ title }) => title);
  return [...byLabel].map(([label, of]) => ({
    label,
    amount: cartMoney(evaluated, { amount: of.reduce((sum, one) => sum.plus(one.amount), decimal(0)) }),
  }));
}

/** The amounts of one tax by its rates; to the cent, they add up to the tax. */
function taxByRate(lines: readonly LineTax[]): { title: string; amount: Decimal }[] {
  const { percent, rates } = firstOf(lines).tax;
  const whole = sumPairs(lines.map(({ amount }) => amount)).amount;
  let [reached, assigned] = [decimal(0), decimal(0)];
  return rates.map((rate) => {
    reached = reached.plus(rate.percent);
    const upTo = decimal(percent).isZero() ? decimal(0) : round(whole.times(reached).div(percent));
    const amount = upTo.minus(assigned);
    assigned = upTo;
    return { title: rate.title, amount };
  });
}

const cartPrices = objectType('CartPrices', (t) => {
  const discountsOf = (evaluated: EvaluatedCart) => [
    ...shownDiscounts(evaluated, ofItems(evaluated), 'ITEM'),
    ...shownDiscounts(evaluated, evaluated.totals.shippingDiscounts, 'SHIPPING'),
  ];
  return {
    applied_taxes: t.field('[CartTaxItem]', shownTaxes),
    discount: deprecated(
      'Use `discounts`.',
      t.field('CartDiscount', (evaluated) => {
        const { itemDiscount, shippingDiscount } = evaluated.totals;
        const { amount } = addPairs(itemDiscount, shippingDiscount);
        if (amount.isZero()) return null;
        return {
          amount: cartMoney(evaluated, { amount: decimal(0).minus(amount) }),
          label: discountsOf(evaluated).map(({ label }) => label),
        };
      }),
    ),
    discounts: t.field('[Discount]', (evaluated) => {
      const all = discountsOf(evaluated);
      return all.length > 0 ? all : null;
    }),
    grand_total: t.field('Money', (evaluated) => cartMoney(evaluated, evaluated.totals.grandTotal)),
    grand_total_excluding_tax: ofRelease(
      { release: '2.4.8' },
      t.field('Money', (evaluated) => {
        const { grandTotal, tax } = evaluated.totals;
        return cartMoney(evaluated, { amount: grandTotal.amount.minus(tax.amount) });
      }),
    ),
    subtotal_excluding_tax: t.field('Money', (evaluated) => cartMoney(evaluated, evaluated.totals.subtotal)),
    subtotal_including_tax: t.field('Money', (evaluated) => cartMoney(evaluated, evaluated.totals.subtotalInclTax)),
    subtotal_with_discount_excluding_tax: t.field('Money', (evaluated) => {
      const { subtotal, itemDiscount, compensation } = evaluated.totals;
      const discounted = subtotal.amount.minus(itemDiscount.amount);
      // A discount on prices with tax takes off tax as well, which the subtotal does not contain.
      const isInclTax = evaluated.input.tax.discountsIncludeTax;
      return cartMoney(evaluated, { amount: isInclTax ? discounted.plus(compensation.amount) : discounted });
    }),
  };
});

const itemPrices = objectType('CartItemPrices', (t) => {
  const amount = (of: 'price' | 'priceInclTax' | 'rowTotal' | 'rowTotalInclTax') =>
    t.field('Money!', ({ totals, evaluated }) => cartMoney(evaluated, totals[of]));
  /** The discount of the price compared with the price before special prices, tier prices and rules. */
  const catalogDiscount = (isRow: boolean) =>
    ofRelease(
      { release: '2.4.8' },
      t.field('ProductDiscount', ({ original, quantity, totals, evaluated }, _, call) => {
        const before = cartMoney(evaluated, { amount: original }).value;
        const after = cartMoney(evaluated, totals.price).value;
        const { amount_off, percent_off } = call.services.storefront.discount(before, after);
        return { amount_off: isRow ? toWire(decimal(amount_off).times(quantity)) : amount_off, percent_off };
      }),
    );
  return {
    catalog_discount: catalogDiscount(false),
    row_catalog_discount: catalogDiscount(true),
    discounts: t.field('[Discount]', ({ totals, evaluated }) => {
      const all = shownDiscounts(evaluated, totals.discounts, 'ITEM');
      return all.length > 0 ? all : null;
    }),
    fixed_product_taxes: t.field('[FixedProductTax]', () => []),
    original_item_price: ofRelease(
      { release: '2.4.8' },
      t.field('Money!', ({ original, evaluated }) => cartMoney(evaluated, { amount: original })),
    ),
    original_row_total: ofRelease(
      { release: '2.4.8' },
      t.field('Money!', ({ original, quantity, evaluated }) =>
        cartMoney(evaluated, { amount: original.toDecimalPlaces(2).times(quantity) }),
      ),
    ),
    price: amount('price'),
    price_including_tax: amount('priceInclTax'),
    row_total: amount('rowTotal'),
    row_total_including_tax: amount('rowTotalInclTax'),
    total_item_discount: t.field('Money', ({ totals, componentTotals, evaluated }) =>
      cartMoney(evaluated, sumPairs([totals, ...componentTotals].map(({ discount }) => discount))),
    ),
  };
});

const discount = objectType('Discount', () => ({
  amount: 'Money!',
  applied_to: 'CartDiscountType!',
  coupon: 'AppliedCoupon',
  label: 'String!',
}));

/** The prices of carts and their items. */
export const priceDeclarations = [enums, values, discount, cartPrices, itemPrices];
