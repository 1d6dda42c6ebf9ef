import { decimal, type Decimal } from '../../kernel/money.ts';
import type { StoredItem as OrderItem, StoredOrder } from '../sales/extensions.ts';
import { returnErrors } from './errors.ts';
import type { StoredItem, StoredReturn } from './returns.ts';

/**
 * Units of an item that other returns cannot request. Approved units are in the order's returned quantity. Denied,
 * rejected or missing units can be requested again.
 */
function heldBy({ status, qty_requested, qty_authorized, qty_returned }: StoredItem): number {
  switch (status) {
    case 'pending':
      return qty_requested;
    case 'authorized':
      return qty_authorized ?? qty_requested;
    case 'received':
      return qty_returned ?? qty_requested;
    default:
      return 0;
  }
}

/** The name of an item of an order, as errors have it. */
export function nameOf(item: OrderItem | undefined, id: number): string {
  return item?.fields.name ?? item?.fields.sku ?? String(id);
}

/** Whether an item was shipped by itself. If its components were shipped, these are returned instead. */
export function wasSent(order: StoredOrder, { id, fields }: OrderItem): boolean {
  const areComponents = order.items.some((component) => component.parentId === id && component.fields.qty_shipped > 0);
  return !areComponents && fields.qty_shipped > 0;
}

/** Items of a return, and its state. */
type HeldItems = Pick<StoredReturn, 'items' | 'status'>;

/** Units in open returns, by id of the order's item. Unconfirmed requests hold none (D335). */
function heldIn(returns: readonly HeldItems[]): ReadonlyMap<number, number> {
  const heldUnits = new Map<number, number>();
  const open = returns.filter(({ status }) => status !== 'closed' && status !== 'unconfirmed');
  for (const item of open.flatMap(({ items }) => items)) {
    heldUnits.set(item.order_item_id, (heldUnits.get(item.order_item_id) ?? 0) + heldBy(item));
  }
  return heldUnits;
}

/** Units of an item that its buyer has: shipped and not returned. */
function unitsOfBuyer(ordered: OrderItem | undefined): Decimal {
  return decimal(ordered?.fields.qty_shipped ?? 0).minus(ordered?.fields.qty_returned ?? 0);
}

/** The items of an order with units that no return requests. */
export function itemsLeft(order: StoredOrder, returns: readonly HeldItems[]): OrderItem[] {
  const heldUnits = heldIn(returns);
  return order.items.filter((item) => unitsOfBuyer(item).gt(heldUnits.get(item.id) ?? 0));
}

/**
 * Throws 400 if the items of a return and of the order's other returns exceed the units that the buyer has. The order
 * must be locked.
 */
export function checkQuantities(order: StoredOrder, items: readonly StoredItem[], others: readonly HeldItems[]): void {
  const heldUnits = heldIn([{ status: 'pending', items }, ...others]);
  const byId = new Map(order.items.map((item) => [item.id, item]));
  for (const item of items.filter((one) => heldBy(one) > 0)) {
    const ordered = byId.get(item.order_item_id);
    if (unitsOfBuyer(ordered).lt(heldUnits.get(item.order_item_id) ?? 0)) {
      throw returnErrors.quantity([nameOf(ordered, item.order_item_id)]);
    }
  }
}
