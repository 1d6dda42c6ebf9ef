import type { OrderDraftTax } from '../../quote/order-draft-types.ts';
import type { StoredItem, StoredOrder } from '../order.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import type { ShipmentFields } from '../types/shipment.ts';

/** An order as storefronts see it. */
export interface OrderSource {
  readonly order: StoredOrder;
  /** Whether the fields are those of the older list, with codes in place of names. */
  readonly isOld?: boolean;
}

/** An item of an order as storefronts see it. */
export interface OrderItemSource {
  readonly item: StoredItem;
  readonly order: StoredOrder;
}

/** An invoice, shipment or credit memo of an order as storefronts see it. */
interface OrderDocumentSource<D> {
  readonly fields: D;
  readonly order: StoredOrder;
}
/** An invoice of an order. */
export type InvoiceSource = OrderDocumentSource<InvoiceFields>;
/** A shipment of an order. */
export type ShipmentSource = OrderDocumentSource<ShipmentFields>;
/** A credit memo of an order. */
export type CreditMemoSource = OrderDocumentSource<CreditmemoFields>;

/** An item of a document, with the item of the order that it is of. */
export interface DocumentItemSource {
  readonly id: number;
  readonly qty: number;
  readonly price: number;
  /** Absent for orders from elsewhere that do not state it. */
  readonly priceInclTax: number | null | undefined;
  readonly discount: number;
  readonly ordered: OrderItemSource;
}

/** Amounts of an order or a document, in the currency of the order unless stated otherwise. */
export interface OrderTotalsSource {
  readonly order: StoredOrder;
  readonly baseGrandTotal: number;
  readonly grandTotal: number;
  readonly subtotal: number;
  readonly shipping: number;
  readonly shippingInclTax: number;
  readonly shippingDiscount: number;
  readonly tax: number;
  /** Positive. */
  readonly discount: number;
  readonly adjustment: number;
  /** Taxes of the whole order; a document has shares of them. */
  readonly taxes: readonly OrderDraftTax[];
  readonly shippingTaxes: readonly OrderDraftTax[];
}

/** An amount as money in the currency of an order. */
export function orderMoney({ fields }: StoredOrder, value: number | null | undefined) {
  return { value: value ?? 0, currency: fields.order_currency_code ?? 'USD' };
}

/** Discounts in GraphQL; empty for none. */
export function orderDiscounts(order: StoredOrder, amount: number) {
  if (amount === 0) return [];
  const label = order.fields.discount_description || 'Discount';
  return [{ amount: orderMoney(order, Math.abs(amount)), applied_to: 'ITEM' as const, label }];
}
