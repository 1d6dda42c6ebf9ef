import type { Call } from '../../../kernel/call.ts';
import { without } from '../../../kernel/fields.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { decimal, toWire, type Decimal } from '../../../kernel/money.ts';
import type { StockHold } from '../../inventory/service.ts';
import { methodSettings } from '../../payment/configuration.ts';
import { itemsQty, type CartAddress, type CartPayment, type StoredCart } from '../cart/cart.ts';
import { draftAddressValues } from '../addresses/custom-values.ts';
import { draftExtensions, draftItemExtensions, methodTitleOf } from '../cart/extending.ts';
import { optionsOf } from '../show/items.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { nameOf } from '../items/extensions/item-product.ts';
import { backordered } from '../items/quantity.ts';
import { isVirtualCart, originalPriceOf, skuOf, weightOf } from '../items/tree.ts';
import type {
  OrderAmounts,
  OrderDraft,
  OrderDraftAddress,
  OrderDraftItem,
  OrderDraftPayment,
  OrderDraftTax,
} from '../order-draft-types.ts';
import { informationOf, poNumberOf, titleOf } from '../payment/methods.ts';
import type { PaymentMethod } from '../payment/extensions.ts';
import { readSettings } from '../read-settings.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import { draftAdded, draftItemAdded, draftTotalsFields } from '../totals/added.ts';
import { shippingDescription, taxSums } from '../totals/segments.ts';
import { cents, negative } from '../totals/cents.ts';
import type { CartTotals, ItemTotals, LineTax, AmountPair } from '../totals/totals.ts';
import { orderEmail } from './checks.ts';

/** Payment and reservations of an order while it is placed. */
interface Placing {
  readonly method: PaymentMethod;
  readonly payment: CartPayment;
  readonly transaction: OrderDraftPayment['transaction'];
  /** Whether its payment was set before the call that orders it. */
  readonly wasChosen: boolean;
  readonly stock: StockHold;
}

/** The order that a cart becomes. */
export async function draftOrder(
  call: Call,
  evaluated: EvaluatedCart,
  { method, payment, transaction, wasChosen, stock }: Placing,
): Promise<OrderDraft> {
  const { cart, totals, currencies, nodes } = evaluated;
  const isVirtual = isVirtualCart(call, cart.items);
  const person = cart.customer_id === null ? cart.billing : cart.customer;
  const items = nodes.flatMap((node) => itemsOf(call, evaluated, node));
  return {
    stock,
    quote_id: cart.id,
    store_id: cart.store_id,
    store_name: storeName(call, cart),
    reserved_order_id: cart.reserved_order_id,
    applied_rule_ids: totals.appliedRuleIds.length > 0 ? totals.appliedRuleIds.join(',') : null,
    coupon_code: cart.coupon_code,
    more_coupon_codes: cart.more_coupon_codes,
    discount_description: evaluated.discountDescription || null,
    base_currency_code: currencies.base,
    global_currency_code: currencies.global,
    store_currency_code: currencies.base,
    order_currency_code: currencies.displayed,
    base_to_global_rate: currencies.baseToGlobal,
    base_to_order_rate: currencies.baseToDisplayed,
    store_to_base_rate: 0,
    store_to_order_rate: 0,
    customer_id: cart.customer_id,
    customer_is_guest: cart.customer_id === null ? 1 : 0,
    customer_group_id: cart.customer_group_id,
    customer_email: orderEmail(cart),
    customer_prefix: person.prefix,
    customer_firstname: person.firstname,
    customer_middlename: person.middlename,
    customer_lastname: person.lastname,
    customer_suffix: person.suffix,
    customer_dob: cart.customer.dob,
    customer_gender: cart.customer.gender,
    customer_taxvat: cart.customer.taxvat,
    customer_note: cart.customer_note,
    customer_note_notify: cart.customer_note_notify ? 1 : 0,
    is_virtual: isVirtual ? 1 : 0,
    remote_ip: call.caller.address ?? null,
    amounts: amountsOf(evaluated),
    weight: totals.weight.toNumber(),
    total_item_count: items.filter((item) => !items.some((other) => other.parent_quote_item_id === item.quote_item_id))
      .length,
    total_qty_ordered: itemsQty(cart),
    shipping_description: describeShipping(call, evaluated),
    shipping_method: totals.shippingRate ? cart.shipping_method : null,
    items,
    billing_address: addressOf(cart.billing, 'billing', orderEmail(cart)),
    shipping_address: isVirtual ? null : addressOf(cart.shipping, 'shipping', orderEmail(cart)),
    payment: {
      quote_payment_id: payment.id,
      method: method.code,
      method_title: titleOf(call, method.code),
      additional_information: informationOf(call, method),
      additional_data: null,
      po_number: poNumberOf(method, payment),
      was_chosen: wasChosen,
      order_status: readSettings(call)(methodSettings.orderStatus.of(method.code)),
      transaction,
    },
    taxes: orderTaxes(totals),
    shipping_taxes: totals.shippingTaxes.flatMap(draftTaxes),
    extensions: {
      ...(await draftExtensions(call, cart)),
      ...draftAddressValues(cart, isVirtual),
      ...draftAdded(evaluated),
      ...draftTotalsFields(call, totals),
    },
  };
}

function describeShipping(call: Call, { cart, totals: { shippingRate: rate } }: EvaluatedCart): string | null {
  return rate ? shippingDescription({ ...rate, methodTitle: methodTitleOf(call, cart) ?? rate.methodTitle }) : null;
}

function storeName(call: Call, cart: StoredCart): string {
  const { store } = call.services;
  const view = invariant(store.view(cart.store_id), 'a cart is in an existing store view');
  return [store.website(view.website_id)?.name, store.group(view.store_group_id)?.name, view.name].join('\n');
}

function amountsOf({ totals }: EvaluatedCart): OrderAmounts {
  const both = <N extends string>(name: N, pair: AmountPair) =>
    ({ [name]: cents(pair.amount), [`base_${name}`]: cents(pair.base) }) as { [K in N | `base_${N}`]: number };
  const discount = {
    amount: totals.itemDiscount.amount.plus(totals.shippingDiscount.amount),
    base: totals.itemDiscount.base.plus(totals.shippingDiscount.base),
  };
  return {
    discount_amount: negative(discount.amount),
    base_discount_amount: negative(discount.base),
    ...both('grand_total', totals.grandTotal),
    ...both('discount_tax_compensation_amount', totals.compensation),
    ...both('shipping_amount', totals.shipping),
    ...both('shipping_discount_amount', totals.shippingDiscount),
    ...both('shipping_incl_tax', totals.shippingInclTax),
    ...both('shipping_tax_amount', totals.shippingTax),
    ...both('subtotal', totals.subtotal),
    ...both('subtotal_incl_tax', totals.subtotalInclTax),
    ...both('tax_amount', totals.tax),
    shipping_discount_tax_compensation_amount: cents(totals.shippingCompensation.amount),
    base_shipping_discount_tax_compensation_amnt: cents(totals.shippingCompensation.base),
  };
}

/** An item with its components, for an order. Components of an item with one price cost nothing. */
function itemsOf(call: Call, evaluated: EvaluatedCart, node: CartItemNode): OrderDraftItem[] {
  const own = evaluated.input.lines.find(({ id }) => id === node.item.item_id);
  const line = invariant(own, 'each item of an evaluated cart has a line');
  const item = draftItem(call, evaluated, node, decimal(node.item.qty));
  const carriesPrice = line.childrenCalculated;
  const components = node.components.map((component): OrderDraftItem => {
    const qty = decimal(component.item.qty).times(node.item.qty);
    const common = {
      ...draftItem(call, evaluated, component, qty),
      parent_quote_item_id: node.item.item_id,
      row_weight: 0,
      qty_per_parent: component.item.qty,
    };
    return carriesPrice ? common : { ...common, ...unpriced };
  });
  const isCalculated = carriesPrice
    ? { discount_tax_compensation_amount: null, base_discount_tax_compensation_amount: null }
    : {};
  return [
    {
      ...item,
      ...isCalculated,
      qty_backordered: components.length > 0 ? null : item.qty_backordered,
      shipment_type: line.shipsSeparately ? 1 : 0,
      product_calculations: carriesPrice ? 0 : 1,
    },
    ...components,
  ];
}

/** The amounts of a component without a price of its own. */
const unpriced = {
  original_price: 0,
  base_original_price: null,
  price_incl_tax: null,
  base_price_incl_tax: null,
  discount_tax_compensation_amount: null,
  base_discount_tax_compensation_amount: null,
};

function draftItem(call: Call, evaluated: EvaluatedCart, node: CartItemNode, qty: Decimal): OrderDraftItem {
  const { totals, input } = evaluated;
  const item = valueAt(totals.items, node.item.item_id);
  const { product } = node.product;
  const weight = weightOf(node) ?? null;
  const isVirtual = input.lines.find(({ id }) => id === node.item.item_id)?.isVirtual ?? false;
  const original = originalPriceOf(node) ?? item.price.base;
  const choices = optionsOf(node);
  return {
    quote_item_id: node.item.item_id,
    parent_quote_item_id: null,
    product_id: product.id,
    product_type: node.item.product_type,
    real_product_type: product.type_id,
    sku: skuOf(node),
    name: nameOf(node.product),
    description: null,
    weight,
    // As in the interface, an item with free shipping has no weight.
    row_weight: item.isShippedFree || isVirtual ? 0 : rowWeight(weight, qty),
    is_virtual: isVirtual ? 1 : 0,
    is_qty_decimal: node.product.stock?.is_qty_decimal ? 1 : 0,
    qty_ordered: qty.toNumber(),
    qty_backordered: backordered(node.product.stock, qty.toNumber()),
    free_shipping: item.isShippedFree ? 1 : 0,
    no_discount: node.item.granted_by === undefined ? 0 : 1,
    applied_rule_ids: item.appliedRuleIds.length > 0 ? item.appliedRuleIds.join(',') : null,
    additional_data: null,
    base_cost: node.product.values.cost === undefined ? null : Number(node.product.values.cost),
    original_price: cents(original.times(input.currencyRate)),
    base_original_price: cents(original),
    ...pricesOf(item),
    product_option: Object.keys(choices).length > 0 ? { extension_attributes: choices } : null,
    shipment_type: 0,
    product_calculations: 0,
    qty_per_parent: null,
    taxes: item.taxes.flatMap(draftTaxes),
    extensions: {
      ...draftItemExtensions(call, node.item, evaluated.rules),
      ...draftItemAdded(evaluated, node.item.item_id),
    },
  };
}

function rowWeight(weight: number | null, qty: Decimal): number {
  return toWire(decimal(weight ?? 0).times(qty));
}

function pricesOf(item: ItemTotals) {
  return {
    price: cents(item.price.amount),
    base_price: cents(item.price.base),
    price_incl_tax: cents(item.priceInclTax.amount),
    base_price_incl_tax: cents(item.priceInclTax.base),
    row_total: cents(item.rowTotal.amount),
    base_row_total: cents(item.rowTotal.base),
    row_total_incl_tax: cents(item.rowTotalInclTax.amount),
    base_row_total_incl_tax: cents(item.rowTotalInclTax.base),
    tax_amount: cents(item.tax.amount),
    base_tax_amount: cents(item.tax.base),
    tax_percent: item.taxPercent?.toNumber() ?? null,
    discount_amount: cents(item.discount.amount),
    base_discount_amount: cents(item.discount.base),
    discount_percent: item.discountPercent.toNumber(),
    discount_tax_compensation_amount: cents(item.compensation.amount),
    base_discount_tax_compensation_amount: cents(item.compensation.base),
  };
}

function addressOf(address: CartAddress, address_type: 'billing' | 'shipping', email: string): OrderDraftAddress {
  const { id, ...fields } = without(address, ['same_as_billing', 'save_in_address_book']);
  return {
    ...fields,
    address_type,
    quote_address_id: id,
    customer_id: null,
    email: address.email ?? email,
    firstname: address.firstname ?? '',
    lastname: address.lastname ?? '',
    city: address.city ?? '',
    country_id: address.country_id ?? '',
  };
}

/** The taxes of the whole order, without zeros. */
function orderTaxes(totals: CartTotals): OrderDraftTax[] {
  return taxSums(totals)
    .filter(({ amount }) => !amount.isZero())
    .flatMap(({ tax, amount, base }) => draftTaxes({ tax, amount: { amount, base } }));
}

/**
 * A tax, divided into its rates. Rates of one priority are added, and each has its share. A single rate has its
 * percentage of the untaxed amount. Source: recorded orders of the reference.
 */
function draftTaxes({ tax, amount }: LineTax): OrderDraftTax[] {
  if (tax.percent === 0) return [];
  return tax.rates
    .filter(({ percent }) => percent !== 0)
    .map(({ code, title, percent }) => {
      const share = (whole: Decimal): number => toWire(whole.times(percent).div(tax.percent));
      const isOne = tax.rates.length === 1;
      return {
        applied_id: tax.id,
        code,
        title,
        percent,
        applied_percent: isOne ? tax.percent : percent,
        amount: cents(amount.amount),
        base_amount: cents(amount.base),
        real_amount: isOne ? cents(amount.amount) : share(amount.amount),
        real_base_amount: isOne ? cents(amount.base) : share(amount.base),
        base_real_amount: share(amount.base),
      };
    });
}
