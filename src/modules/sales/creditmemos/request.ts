import type { Call } from '../../../kernel/call.ts';
import { amountOf, type Amount } from '../../../kernel/units.ts';
import { numberIn } from '../amounts.ts';
import { salesErrors } from '../errors.ts';
import type { DocumentCreation } from '../invoices/create.ts';
import {
  documentLines,
  isPriced,
  toRefund,
  wantedOf,
  type DocumentLine,
  type OrderItemNode,
} from '../lifecycle/quantities.ts';
import { shippingLeft, type RefundExtras } from '../lifecycle/refund-amounts.ts';
import { baseMoney } from '../money-text.ts';
import type { StoredOrder } from '../order.ts';

/** A request for a credit memo. */
export interface RefundCreation extends DocumentCreation {
  readonly arguments?: RefundArguments | null | undefined;
}

/** The amounts of a refund beside its items, and the items that go back to stock. */
interface RefundArguments {
  readonly shipping_amount?: number | null | undefined;
  readonly adjustment_positive?: number | null | undefined;
  readonly adjustment_negative?: number | null | undefined;
  readonly extension_attributes?: { readonly return_to_stock_items?: readonly number[] | null } | null;
}

/** The lines of a refund of these items, or of all that is left. Throws 400 for more of an item than is left, or less than nothing. */
export function refundLines(nodes: readonly OrderItemNode[], items: DocumentCreation['items']): DocumentLine[] {
  const lines = documentLines(nodes, wantedOf(items), toRefund, 'qty_refunded');
  for (const { node, qty } of lines.filter((line) => isPriced(line.node))) {
    if (qty < 0 || qty > toRefund(node)) throw salesErrors.refundQuantity([node.item.fields.name ?? '']);
  }
  return lines;
}

/**
 * The shipping and the adjustments to refund. Throws 400 for shipping above the rest, or for an order without shipping.
 */
export function extrasOf(call: Call, order: StoredOrder, input: RefundArguments | null | undefined): RefundExtras {
  const shipping = input?.shipping_amount ?? undefined;
  const left = shippingLeft(order, 'base');
  if (shipping !== undefined && (shipping < 0 || shipping > left.toNumber())) {
    const hasShipping = numberIn(order.fields, 'base_shipping_amount') > 0;
    throw hasShipping ? salesErrors.shippingRefund([baseMoney(call, order, left)]) : salesErrors.noShippingToRefund();
  }
  const base = (value: number | null | undefined): Amount<'base'> | undefined =>
    typeof value === 'number' ? amountOf(value) : undefined;
  return {
    shipping: base(shipping),
    adjustmentPositive: base(input?.adjustment_positive),
    adjustmentNegative: base(input?.adjustment_negative),
  };
}
