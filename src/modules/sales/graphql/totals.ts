import { extendType, objectType, ofReleases, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import type { OrderDraftTax } from '../../quote/order-draft-types.ts';
import { numberIn, type AmountFields } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { orderDiscounts, orderMoney, type OrderTotalsSource } from './types.ts';

const values = valueTypes({
  ShippingDiscount: { amount: 'Money!' },
  ShippingHandling: {
    amount_excluding_tax: 'Money',
    amount_including_tax: 'Money',
    discounts: '[ShippingDiscount]',
    taxes: '[TaxItem]',
    total_amount: 'Money!',
  },
  TaxItem: { amount: 'Money!', rate: 'Float!', title: 'String!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CreditMemoTotal: OrderTotalsSource;
    InvoiceTotal: OrderTotalsSource;
    OrderTotal: OrderTotalsSource;
  }
}

/** The amounts of an order. */
export function totalsOfOrder(order: StoredOrder): OrderTotalsSource {
  const { fields } = order;
  return {
    ...amountsOf(order, fields),
    shippingDiscount: numberIn(fields, 'shipping_discount_amount'),
    taxes: order.taxes,
    shippingTaxes: order.shippingTaxes,
  };
}

/** The amounts of an invoice or a credit memo. Its taxes are those of the order, scaled to its tax amount. */
export function totalsOfDocument(order: StoredOrder, fields: InvoiceFields | CreditmemoFields): OrderTotalsSource {
  const share = order.fields.tax_amount ? numberIn(fields, 'tax_amount') / order.fields.tax_amount : 0;
  const shares = (taxes: readonly OrderDraftTax[]): OrderDraftTax[] =>
    share === 0 ? [] : taxes.map((tax) => scaled(tax, share));
  return {
    ...amountsOf(order, fields),
    adjustment: 'adjustment' in fields ? numberIn(fields, 'adjustment') : 0,
    taxes: shares(order.taxes),
    shippingTaxes: fields.shipping_tax_amount ? order.shippingTaxes : [],
  };
}

/** A share of a tax, in cents. */
function scaled(tax: OrderDraftTax, share: number): OrderDraftTax {
  const real_amount = Math.round((tax.real_amount ?? tax.amount) * share * 100) / 100;
  return Object.assign({}, tax, { real_amount });
}

/** The amounts that orders and documents have alike. */
type SharedAmounts = AmountFields<
  | 'base_grand_total'
  | 'grand_total'
  | 'subtotal'
  | 'shipping_amount'
  | 'shipping_incl_tax'
  | 'tax_amount'
  | 'discount_amount'
>;

function amountsOf(order: StoredOrder, fields: SharedAmounts) {
  return {
    order,
    baseGrandTotal: numberIn(fields, 'base_grand_total'),
    grandTotal: numberIn(fields, 'grand_total'),
    subtotal: numberIn(fields, 'subtotal'),
    shipping: numberIn(fields, 'shipping_amount'),
    shippingInclTax: numberIn(fields, 'shipping_incl_tax'),
    shippingDiscount: 0,
    tax: numberIn(fields, 'tax_amount'),
    discount: Math.abs(numberIn(fields, 'discount_amount')),
    adjustment: 0,
  };
}

function shownTaxes(order: StoredOrder, taxes: readonly OrderDraftTax[]) {
  return taxes.map(({ title, percent, real_amount, amount }) => ({
    amount: orderMoney(order, real_amount ?? amount),
    rate: percent,
    title,
  }));
}

const totalTypes = (['OrderTotal', 'InvoiceTotal', 'CreditMemoTotal'] as const).map((name) =>
  objectType(name, (t) => {
    const money = (of: 'grandTotal' | 'subtotal' | 'shipping' | 'tax' | 'adjustment') =>
      t.field('Money!', (totals) => orderMoney(totals.order, totals[of]));
    return {
      ...(name === 'CreditMemoTotal' && { adjustment: money('adjustment') }),
      base_grand_total: t.field('Money!', ({ order, baseGrandTotal }) => ({
        value: baseGrandTotal,
        currency: order.fields.base_currency_code ?? 'USD',
      })),
      discounts: t.field('[Discount]', ({ order, discount }) => orderDiscounts(order, discount)),
      grand_total: money('grandTotal'),
      shipping_handling: t.field('ShippingHandling', (totals) => {
        const { order, shipping, shippingInclTax, shippingDiscount, shippingTaxes } = totals;
        return {
          amount_excluding_tax: orderMoney(order, shipping),
          amount_including_tax: orderMoney(order, shippingInclTax),
          discounts: shippingDiscount === 0 ? [] : [{ amount: orderMoney(order, shippingDiscount) }],
          taxes: shownTaxes(order, shippingTaxes),
          total_amount: orderMoney(order, shipping),
        };
      }),
      subtotal: money('subtotal'),
      taxes: t.field('[TaxItem]', ({ order, taxes }) => shownTaxes(order, taxes)),
      total_shipping: money('shipping'),
      total_tax: money('tax'),
    };
  }),
);

/** Amounts of orders with and without tax. */
const taxedTotals = ofReleases({ release: '2.4.8' }, [
  extendType('OrderTotal', (t) => ({
    grand_total_excl_tax: t.field('Money!', ({ order, grandTotal, tax }) =>
      orderMoney(order, Number((grandTotal - tax).toFixed(2))),
    ),
    subtotal_excl_tax: t.field('Money!', ({ order, subtotal }) => orderMoney(order, subtotal)),
    subtotal_incl_tax: t.field('Money!', ({ order }) => orderMoney(order, order.fields.subtotal_incl_tax)),
  })),
]);

/** Amounts of orders and their documents. */
export const totalDeclarations = [values, ...totalTypes, ...taxedTotals];
