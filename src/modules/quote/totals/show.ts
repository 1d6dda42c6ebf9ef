import type { Call } from '../../../kernel/call.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import { isVirtualCart } from '../cart/cart.ts';
import { itemsQty } from '../cart/save.ts';
import type { ChoiceNames, ItemLabel, ItemNode } from '../items/item-type.ts';
import { nameOf } from '../items/products.ts';
import { typeOf } from '../items/tree.ts';
import type { TotalsItemOutput, TotalsOutput } from '../totals-types.ts';
import { classIdsOf, type EvaluatedCart } from './evaluate.ts';
import { cents, negative } from './cents.ts';
import { segmentsOf } from './segments.ts';
import { taxLines } from './tax-lines.ts';
import { needsConversion, taxesAtDefault } from './taxes.ts';
import { zeroPair } from './totals.ts';

/**
 * Totals as they are answered. Calls that work them out for something that is not saved (`collected`), and carts that are not
 * shipped, show two fields more, as the interface does.
 */
export async function showTotals(evaluated: EvaluatedCart, collected = false): Promise<TotalsOutput> {
  const { call, cart, totals, currencies, nodes } = evaluated;
  const isCollected = collected || isVirtualCart(cart.items);
  const names = await choiceNames(evaluated);
  const discount = {
    amount: totals.itemDiscount.amount.plus(totals.shippingDiscount.amount),
    base: totals.itemDiscount.base.plus(totals.shippingDiscount.base),
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
    items: nodes.map((node) => showItem(evaluated, node, names)),
    total_segments: segmentsOf(call, evaluated),
    ...(evaluated.couponLabel === '' ? {} : { extension_attributes: { coupon_label: evaluated.couponLabel } }),
  };
}

function showItem({ totals }: EvaluatedCart, node: ItemNode, names: ChoiceNames): TotalsItemOutput {
  const item = totals.items.get(node.item.item_id)!;
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
    options: encodeLabels(typeOf(node).labels(node, names)),
    weee_tax_applied_amount: null,
    weee_tax_applied: null,
    name: nameOf(node.product),
  };
}

/** Labels as the JSON text that the interface sends: slashes and signs beyond ASCII are escaped. */
export function encodeLabels(labels: readonly ItemLabel[]): string {
  return JSON.stringify(labels.map(({ value, label }) => ({ value, label })))
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The names of what was chosen in a cart; a query where something configurable is in it, up to two for the taxes in prices of bundles, none else. */
export async function choiceNames(evaluated: EvaluatedCart): Promise<ChoiceNames> {
  const { call, nodes, context } = evaluated;
  const ids = nodes.flatMap((node) =>
    (node.item.choices.configurable_item_options ?? []).map((choice) => Number(choice.option_id)),
  );
  const storeId = call.scope.storeId;
  const options = ids.length > 0 ? await call.services.eav.storedOptions(call, [...new Set(ids)], storeId) : new Map();
  const labels = ids.length > 0 ? await attributeLabels(call) : () => '';
  return {
    context,
    attribute: labels,
    option: (attributeId, value) => {
      const list = (options.get(attributeId) ?? []) as readonly { value: string; label: string }[];
      return list.find((one) => one.value === String(value))?.label ?? String(value);
    },
    price: await untaxedPrices(evaluated),
  };
}

/** Formats prices of what bundles are made of, without tax: as they are at the shop's default place. */
async function untaxedPrices({ call, cart, nodes, input, currencies }: EvaluatedCart): Promise<ChoiceNames['price']> {
  const bundles = input.lines.filter((_, i) => nodes[i]!.item.choices.bundle_options);
  const { pricesIncludeTax } = input.tax;
  if (bundles.length === 0 || !pricesIncludeTax || !needsConversion(call, pricesIncludeTax)) {
    return (amount) => formatPrice(call, currencies.displayed, amount.times(input.rate));
  }
  const tax = { ...input.tax, taxes: await taxesAtDefault(call, cart, classIdsOf(bundles)) };
  return (base, taxClassId) => {
    const unitPrice = { amount: base.times(input.rate), base };
    const line = { unitPrice, qty: decimal(1), discount: zeroPair, includesTax: true, taxClassId };
    const [taxed] = taxLines({ ...input, tax }, [line]);
    return formatPrice(call, currencies.displayed, taxed!.displayed.price);
  };
}

async function attributeLabels(call: Call): Promise<(id: number) => string> {
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  return (id) => {
    const attribute = byId.get(id);
    return attribute?.labels.get(call.scope.storeId) ?? attribute?.label ?? '';
  };
}

/** An amount as the store view's language writes it. */
export function formatPrice(call: Call, currency: string, amount: Decimal): string {
  const locale = (call.config.get('general/locale/code', { storeId: call.scope.storeId }) ?? 'en_US').replace('_', '-');
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents(amount));
}
