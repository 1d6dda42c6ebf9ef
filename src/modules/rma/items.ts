import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import type { StoredItem as OrderItem, StoredOrder } from '../sales/extensions.ts';
import { nextIds } from '../../storage/sequences.ts';
import type { Author } from './comments.ts';
import { returnErrors } from './errors.ts';
import { nameOf } from './quantities.ts';
import { returnabilityOf } from './returnability.ts';
import type { StoredItem } from './returns.ts';
import { isItemStatus, isSettled, mayBecome, type ItemStatus } from './states.ts';
import type { SentItem } from './types.ts';

/** The attributes that buyers select for an item. */
export const chosenCodes = ['reason', 'condition', 'resolution'] as const;
/** The attributes that buyers set for an item: choices, and a reason in their own words. */
export const buyerCodes = [...chosenCodes, 'reason_other'] as const;
/** Maximum length of a reason in the buyer's words. */
const LONGEST_REASON = 255;

/** The quantities of an item in the order of its steps; none exceeds the one before. */
const steps = ['qty_requested', 'qty_authorized', 'qty_returned', 'qty_approved'] as const;

/** The quantity that a status settles. */
const settledBy: Readonly<Partial<Record<ItemStatus, (typeof steps)[number]>>> = {
  authorized: 'qty_authorized',
  received: 'qty_returned',
  approved: 'qty_approved',
};

/**
 * New items of a return's request, by default pending. Throws 400, also where the shop does not say reason, condition or
 * resolution; storefronts may leave them out.
 */
export async function newItems(
  call: Call,
  order: StoredOrder,
  input: readonly SentItem[],
  author: Author,
): Promise<StoredItem[]> {
  if (input.length === 0) return [];
  if (author === 'shop') await requireChoices(call, input);
  const isReturnable = await returnabilityOf(call, order);
  const ids = await nextIds(call.db, 'rma_item', input.length);
  const storedItems: StoredItem[] = [];
  for (const [item, entity_id] of zip(input, ids)) {
    const ordered = returnable(order, item.order_item_id ?? 0, isReturnable);
    const blank: StoredItem = {
      entity_id,
      order_item_id: ordered.id,
      qty_requested: 0,
      qty_authorized: null,
      qty_approved: null,
      qty_returned: null,
      reason: null,
      condition: null,
      resolution: null,
      status: 'pending',
    };
    storedItems.push(await withSent(call, blank, item, nameOf(ordered, ordered.id)));
  }
  return storedItems;
}

/** The items of a return after a request: those with an id are changed, the others are new. Throws 400. */
export async function changedItems(
  call: Call,
  order: StoredOrder,
  before: readonly StoredItem[],
  input: readonly SentItem[],
): Promise<StoredItem[]> {
  const byId = new Map(before.map((item) => [item.entity_id, item]));
  const names = new Map(order.items.map((item) => [item.id, nameOf(item, item.id)]));
  for (const item of input) {
    if (!item.entity_id) continue;
    const storedItem = byId.get(item.entity_id);
    if (!storedItem) throw returnErrors.itemNotFound([item.entity_id]);
    const name = names.get(storedItem.order_item_id) ?? String(storedItem.order_item_id);
    byId.set(storedItem.entity_id, await withSent(call, storedItem, item, name));
  }
  const added = input.filter(({ entity_id }) => !entity_id);
  return [...byId.values(), ...(await newItems(call, order, added, 'shop'))];
}

/** Throws 400 for items of a return that the order's store or their products no longer allow. */
export async function checkReturnable(call: Call, order: StoredOrder, items: readonly StoredItem[]): Promise<void> {
  const isReturnable = await returnabilityOf(call, order);
  for (const { order_item_id } of items) returnable(order, order_item_id, isReturnable);
}

/** The returned item of an order. Throws 400 for one that cannot be returned. */
function returnable(order: StoredOrder, id: number, isReturnable: (item: OrderItem) => boolean): OrderItem {
  const item = order.items.find((one) => one.id === id);
  if (!item || !isReturnable(item)) throw returnErrors.cannotReturn([nameOf(item, id)]);
  return item;
}

/** An item with the changes of a request. Throws 400 for an invalid next status, and for invalid quantities. */
async function withSent(call: Call, before: StoredItem, input: SentItem, name: string): Promise<StoredItem> {
  const status = input.status || before.status;
  if (!isItemStatus(status)) throw returnErrors.status([status]);
  if (!mayBecome(before.status, status)) throw returnErrors.transition([name, before.status, status]);
  const choices = await choicesOf(call, before, input);
  const quantities = Object.fromEntries(steps.map((step) => [step, input[step] || before[step]]));
  const other = input.reason_other?.trim() || before.reason_other;
  if (other !== undefined && other.length > LONGEST_REASON) throw returnErrors.longReason([LONGEST_REASON]);
  const after: StoredItem = { ...before, ...choices, ...quantities, status, ...(other && { reason_other: other }) };
  const step = settledBy[status];
  const isReached = step !== undefined && status !== before.status;
  const settled = isReached ? { ...after, [step]: after[step] ?? upTo(after, step) } : after;
  checkSteps(before, settled, name);
  return settled;
}

/** The default quantity of an item at a step: that of the last step before with a quantity. */
function upTo(item: StoredItem, step: (typeof steps)[number]): number | null {
  const earlier = steps.slice(0, steps.indexOf(step)).map((one) => item[one]);
  return earlier.findLast((qty) => qty !== null) ?? null;
}

function checkSteps(before: StoredItem, after: StoredItem, name: string): void {
  // The requested quantity is final after the first step, and all quantities after the last.
  const isFixed = (step: (typeof steps)[number]): boolean =>
    isSettled(before.status) || (step === 'qty_requested' && before.status !== 'pending');
  let most = Infinity;
  for (const step of steps) {
    const qty = after[step];
    if (isFixed(step) && qty !== before[step]) throw returnErrors.quantity([name]);
    if (qty === null) continue;
    if (qty <= 0 || qty > most) throw returnErrors.quantity([name]);
    most = qty;
  }
}

/** Throws 400 for an item without a choice that the shop requires. */
async function requireChoices(call: Call, input: readonly SentItem[]): Promise<void> {
  const { byCode } = await call.services.eav.entity(call, 'rma_item');
  for (const code of chosenCodes) {
    const attribute = byCode.get(code);
    if (attribute?.isRequired && input.some((item) => !item[code])) {
      throw returnErrors.required([attribute.label ?? code]);
    }
  }
}

/** Reason, condition and resolution. Ids of options are not validated, as with all attributes. */
async function choicesOf(call: Call, before: StoredItem, input: SentItem): Promise<Partial<StoredItem>> {
  const { byCode } = await call.services.eav.entity(call, 'rma_item');
  return Object.fromEntries(
    chosenCodes.map((code) => {
      const value = input[code] || before[code];
      if (value && !/^\d{1,10}$/.test(value)) throw returnErrors.choice([byCode.get(code)?.label ?? code]);
      return [code, value ?? null];
    }),
  );
}
