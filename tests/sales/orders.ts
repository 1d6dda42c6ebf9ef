import { array, boolean, constantFrom, integer, record, type Arbitrary } from '../support/properties.ts';
import { decimal, round } from '../../src/kernel/money.ts';
import type { StoredItem, StoredOrder } from '../../src/modules/sales/order.ts';
import { nothingDone } from '../../src/modules/sales/types/order-item.ts';

/** What the names of amounts begin with, by currency: that of the order, and the base currency. */
export const currencyPrefixes = ['', 'base_'] as const;

/** The name of the compensation on discounted shipping, which the base currency spells differently. */
export function shippingCompensation(prefix: (typeof currencyPrefixes)[number]): string {
  return prefix === '' ? 'shipping_discount_tax_compensation_amount' : 'base_shipping_discount_tax_compensation_amnt';
}

/** An item as a cart counts it, before amounts are worked out. */
interface Wish {
  readonly cents: number;
  readonly qty: number;
  readonly tax: number;
  readonly discount: number;
  /** Tax within the discount, in percent of it: of prices that include tax. */
  readonly compensation: number;
}

export interface OrderWish {
  readonly items: readonly Wish[];
  readonly shippingCents: number;
  readonly shippingTax: number;
  readonly shippingDiscount: number;
  readonly shippingCompensation: number;
  readonly rate: number;
  readonly isBundled: boolean;
}

const wish: Arbitrary<Wish> = record({
  cents: integer({ min: 1, max: 99_999 }),
  qty: integer({ min: 1, max: 7 }),
  tax: constantFrom(0, 5, 8.25, 19, 21.7),
  discount: constantFrom(0, 0, 10, 33.3),
  compensation: constantFrom(0, 0, 6.9),
});

/** Orders of one to four items with taxes, discounts and shipping in two currencies. */
export const orderWish: Arbitrary<OrderWish> = record({
  items: array(wish, { minLength: 1, maxLength: 4 }),
  shippingCents: constantFrom(0, 500, 999, 1234),
  shippingTax: constantFrom(0, 8.25, 19),
  shippingDiscount: constantFrom(0, 0, 25),
  shippingCompensation: constantFrom(0, 0, 7.7),
  rate: constantFrom(1, 0.8137, 1.33),
  isBundled: boolean(),
});

/** The fields that every stored item has, with nothing in them. */
export const emptyItem = {
  ...nothingDone,
  item_id: 0,
  store_id: 1,
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-01 00:00:00',
  discount_amount: 0,
  base_discount_amount: 0,
  discount_percent: 0,
  tax_amount: 0,
  base_tax_amount: 0,
  free_shipping: 0,
  no_discount: 0,
  row_weight: 0,
};

/** The fields that every stored order has. */
export const emptyOrder = {
  store_id: 1,
  state: 'new',
  status: 'pending',
  increment_id: '000000001',
  customer_email: '',
  protect_code: '',
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-01 00:00:00',
  payment: {},
  status_histories: [],
};

function itemOf({ cents, qty, tax, discount, compensation }: Wish, i: number, rate: number): StoredItem {
  const amounts = (factor: number): Record<string, number> => {
    const price = round(decimal(cents).div(100).times(factor));
    const row = price.times(qty);
    const less = round(row.times(discount).div(100));
    const taxed = round(row.minus(less).times(tax).div(100));
    return {
      price: price.toNumber(),
      row_total: row.toNumber(),
      discount_amount: less.toNumber(),
      tax_amount: taxed.toNumber(),
      discount_tax_compensation_amount: round(less.times(compensation).div(100)).toNumber(),
      row_total_incl_tax: row.plus(taxed).toNumber(),
    };
  };
  const base = Object.entries(amounts(1)).map(([name, value]) => [`base_${name}`, value]);
  return {
    id: i + 1,
    parentId: null,
    fields: {
      ...emptyItem,
      ...amounts(rate),
      ...(Object.fromEntries(base) as object),
      item_id: i + 1,
      name: `Item ${i}`,
      sku: `item-${i}`,
      product_type: 'simple',
      product_id: i + 1,
      qty_ordered: qty,
      is_virtual: 0,
    },
    pricedAsWhole: true,
    shippedApart: false,
    taxes: [],
    giftMessageId: null,
  };
}

/** The whole of a bundle whose parts, one of each in a whole, have the amounts. */
function bundleOf(parts: readonly StoredItem[]): StoredItem[] {
  const whole: StoredItem = {
    ...itemOf({ cents: 1, qty: 1, tax: 0, discount: 0, compensation: 0 }, 0, 1),
    fields: { ...emptyItem, sku: 'bundle', name: 'Bundle', product_type: 'bundle', product_id: 99, qty_ordered: 1 },
    pricedAsWhole: false,
  };
  return [whole, ...parts.map((part, i) => ({ ...part, id: i + 2, parentId: 1 }))];
}

/** The order of a wish, with totals that add up as a cart's do. */
export function orderOf({
  items,
  shippingCents,
  shippingTax,
  shippingDiscount,
  shippingCompensation: compensated,
  rate,
  isBundled,
}: OrderWish): StoredOrder {
  const own = items.map((item, i) => itemOf(item, i, rate));
  const fields: Record<string, unknown> = { ...emptyOrder, base_to_order_rate: rate };
  for (const currency of currencyPrefixes) {
    const sum = (name: string) =>
      own.reduce(
        (total, item) => total.plus((item.fields as object as Record<string, number>)[currency + name]!),
        decimal(0),
      );
    const shipping = round(
      decimal(shippingCents)
        .div(100)
        .times(currency === '' ? rate : 1),
    );
    const less = round(shipping.times(shippingDiscount).div(100));
    const taxOfShipping = round(shipping.minus(less).times(shippingTax).div(100));
    const tax = sum('tax_amount').plus(taxOfShipping);
    const discount = sum('discount_amount').plus(less).negated();
    const ofShipping = round(less.times(compensated).div(100));
    const compensation = sum('discount_tax_compensation_amount');
    const total = sum('row_total').plus(shipping).plus(tax).plus(discount).plus(compensation).plus(ofShipping);
    Object.assign(fields, {
      [`${currency}subtotal`]: sum('row_total').toNumber(),
      [`${currency}tax_amount`]: tax.toNumber(),
      [`${currency}discount_amount`]: discount.toNumber(),
      [`${currency}shipping_amount`]: shipping.toNumber(),
      [`${currency}shipping_tax_amount`]: taxOfShipping.toNumber(),
      [`${currency}shipping_discount_amount`]: less.toNumber(),
      [`${currency}discount_tax_compensation_amount`]: compensation.toNumber(),
      [shippingCompensation(currency)]: ofShipping.toNumber(),
      [`${currency}grand_total`]: total.toNumber(),
    });
  }
  return {
    id: 1,
    version: 1,
    fields: fields as StoredOrder['fields'],
    items: isBundled ? bundleOf(own) : own,
    shippingAddress: null,
    shippingMethod: null,
    taxes: [],
    shippingTaxes: [],
    giftMessageId: null,
    reservesStock: true,
  };
}
