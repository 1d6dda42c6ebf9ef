import type { Call } from '../../../kernel/call.ts';
import { mergeFields } from '../../../kernel/fields.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import { shopLocale } from '../../../kernel/shop-settings.ts';
import { itemsQty } from '../cart/cart.ts';
import type { ExtensionFields } from '../cart/extensions.ts';
import { inStore } from '../cart/scope.ts';
import { optionLabels } from '../items/extensions/custom-options.ts';
import type { ItemLabel, CartItemNode, ShownCart } from '../items/extensions/item-type.ts';
import { nameOf } from '../items/extensions/item-product.ts';
import { isVirtualCart } from '../items/tree.ts';
import type { TotalsItemOutput, QuoteTotalsOutput } from '../totals-types.ts';
import { addedFields, loadTotalsFields } from './added.ts';
import { classIdsOf, type EvaluatedCart } from './evaluate.ts';
import { cents, negative } from './cents.ts';
import { segmentsOf } from './segments.ts';
import { taxLines } from './tax-lines.ts';
import { needsConversion, taxesAtDefault } from './taxes.ts';
import { zeroPair } from './totals.ts';

/**
 * Totals in a response. As in the interface, there are two more fields for virtual carts, and for totals that are
 * computed without being saved (`collected`).
 */
export async function showTotals(outer: Call, evaluated: EvaluatedCart, collected = false): Promise<QuoteTotalsOutput> {
  const { cart, totals, currencies, nodes } = evaluated;
  const call = inStore(outer, cart.store_id);
  const isCollected = collected || isVirtualCart(call, cart.items);
  const labels = await labelsOf(call, evaluated);
  const totalsFields = await loadTotalsFields(call, cart, totals);
  const couponLabel = totals.coupons[0]?.label ?? '';
  const discount = {
    amount: totals.itemDiscount.amount.plus(totals.shippingDiscount.amount),
    base: totals.itemDiscount.base.plus(totals.shippingDiscount.base),
  };
  const attributes = {
    ...(couponLabel === '' ? {} : { coupon_label: couponLabel }),
    ...addedFields(evaluated),
    ...mergeFields(totalsFields.map((fields) => fields.totals)),
  };
  return {
    grand_total: cents(totals.grandTotal.amount),
    base_grand_total: cents(totals.grandTotal.base),
    subtotal: cents(totals.subtotal.amount),
    base_subtotal: cents(totals.subtotal.base),
    discount_amount: negative(discount.amount),
    base_discount_amount: negative(discount.base),
    subtotal_with_discount: cents(totals.subtotal.amount.minus(discount.amount)),
    base_subtotal_with_discount: cents(totals.subtotal.base.minus(discount.base)),
    shipping_amount: cents(totals.shipping.amount),
    base_shipping_amount: cents(totals.shipping.base),
    shipping_discount_amount: cents(totals.shippingDiscount.amount),
    base_shipping_discount_amount: cents(totals.shippingDiscount.base),
    tax_amount: cents(totals.tax.amount),
    base_tax_amount: cents(totals.tax.base),
    weee_tax_applied_amount: null,
    shipping_tax_amount: cents(totals.shippingTax.amount),
    base_shipping_tax_amount: cents(totals.shippingTax.base),
    subtotal_incl_tax: cents(totals.subtotalInclTax.amount),
    base_subtotal_incl_tax: isCollected ? cents(totals.subtotalInclTax.base) : null,
    shipping_incl_tax: cents(totals.shippingInclTax.amount),
    base_shipping_incl_tax: cents(totals.shippingInclTax.base),
    base_currency_code: currencies.base,
    quote_currency_code: currencies.displayed,
    coupon_code: cart.coupon_code ?? (isCollected ? '' : null),
    items_qty: itemsQty(cart),
    items: nodes.map((node) => {
      const added = totalsFields.map(({ items }) => items?.get(node.item.item_id));
      return withFields(showTotalsItem(evaluated, node, labels.get(node) ?? []), mergeFields(added));
    }),
    total_segments: segmentsOf(call, evaluated),
    ...(Object.keys(attributes).length > 0 ? { extension_attributes: attributes } : {}),
  };
}

/** An item in the totals with the fields that modules add; without any it has no extension attributes. */
function withFields(item: TotalsItemOutput, fields: ExtensionFields): TotalsItemOutput {
  return Object.keys(fields).length > 0 ? { ...item, extension_attributes: fields } : item;
}

function showTotalsItem({ totals }: EvaluatedCart, node: CartItemNode, labels: readonly ItemLabel[]): TotalsItemOutput {
  const item = valueAt(totals.items, node.item.item_id);
  return {
    item_id: node.item.item_id,
    price: cents(item.price.base),
    base_price: cents(item.price.base),
    qty: node.item.qty,
    row_total: cents(item.rowTotal.amount),
    base_row_total: cents(item.rowTotal.base),
    row_total_with_discount: 0,
    tax_amount: cents(item.tax.amount),
    base_tax_amount: cents(item.tax.base),
    tax_percent: item.taxPercent?.toNumber() ?? null,
    discount_amount: cents(item.discount.amount),
    base_discount_amount: cents(item.discount.base),
    discount_percent: item.discountPercent.toNumber(),
    price_incl_tax: cents(item.priceInclTax.amount),
    base_price_incl_tax: cents(item.priceInclTax.base),
    row_total_incl_tax: cents(item.rowTotalInclTax.amount),
    base_row_total_incl_tax: cents(item.rowTotalInclTax.base),
    options: encodeLabels([...labels, ...optionLabels(node)]),
    weee_tax_applied_amount: null,
    weee_tax_applied: null,
    name: nameOf(node.product),
  };
}

/** Labels as the JSON text that the interface sends: slashes and characters beyond ASCII are escaped. */
function encodeLabels(labels: readonly ItemLabel[]): string {
  return JSON.stringify(labels.map(({ value, label }) => ({ value, label })))
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The choices of a cart's items as texts, without custom options; item types load the data that they need. */
async function labelsOf(call: Call, evaluated: EvaluatedCart): Promise<Map<CartItemNode, readonly ItemLabel[]>> {
  const { context } = evaluated;
  const shownCart: ShownCart = { call, context, prices: (nodes) => untaxedPrices(call, evaluated, nodes) };
  const found = new Map<CartItemNode, readonly ItemLabel[]>();
  for (const [type, nodes] of Map.groupBy(evaluated.nodes, (node) => node.type)) {
    const labels = await type.labels?.(nodes, shownCart);
    if (labels) for (const node of nodes) found.set(node, labels(node));
  }
  return found;
}

/** A function that formats amounts without the tax of the shop's default place. */
async function untaxedPrices(
  call: Call,
  { cart, input, currencies }: EvaluatedCart,
  nodes: readonly CartItemNode[],
): ReturnType<ShownCart['prices']> {
  const { pricesIncludeTax } = input.tax;
  if (!pricesIncludeTax || !needsConversion(call, pricesIncludeTax)) {
    return (amount) => formatPrice(call, currencies.displayed, amount.times(input.currencyRate));
  }
  const ids = new Set(nodes.map((node) => node.item.item_id));
  const classIds = classIdsOf(input.lines.filter((line) => ids.has(line.id)));
  const tax = { ...input.tax, taxes: await taxesAtDefault(call, cart, classIds) };
  return (base, taxClassId) => {
    const unitPrice = { amount: base.times(input.currencyRate), base };
    const line = { unitPrice, qty: decimal(1), discount: zeroPair, includesTax: true, taxClassId };
    const taxed = firstOf(taxLines({ ...input, tax }, [line]));
    return formatPrice(call, currencies.displayed, taxed.displayed.price);
  };
}

/** An amount formatted in the store view's language. */
export function formatPrice(call: Call, currency: string, amount: Decimal): string {
  const locale = call.config.of(shopLocale, { storeId: call.scope.storeId }).replace('_', '-');
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents(amount));
}
