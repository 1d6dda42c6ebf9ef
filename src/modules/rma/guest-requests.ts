import type { Call } from '../../kernel/call.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { mailConfirmation } from './confirmation-mail.ts';
import { returnErrors } from './errors.ts';
import { checkReturnable } from './items.ts';
import { checkQuantities } from './quantities.ts';
import { removeReturns, returnRequest, returnsOf, updateReturn, type StoredReturn } from './returns.ts';
import { announceReturn, insertRequest, lockReturn } from './save.ts';
import { statusOf } from './states.ts';
import type { SentReturn } from './types.ts';

/**
 * Creates an unconfirmed return of items of a guest's order, in place of unconfirmed ones of the same items, and emails
 * the key that confirms it to the address of the order (D334). Throws 400. In a transaction.
 */
export async function requestByGuest(call: Call, { id }: StoredOrder, input: SentReturn): Promise<StoredReturn> {
  const { sales } = call.services;
  const order = await sales.lock(call, id);
  await removeReplaced(call, order, input);
  const storedReturn = await insertRequest(call, order, input, 'buyer', 'unconfirmed');
  const key = await sales.requestConfirmation(call, returnRequest, order, { subjectId: storedReturn.id });
  await mailConfirmation(call, order, storedReturn, key);
  return storedReturn;
}

/** Deletes the unconfirmed returns of an order that a new request replaces: an order has one for each item at most. */
async function removeReplaced(call: Call, order: StoredOrder, { items }: SentReturn): Promise<void> {
  const ids = new Set(items?.map(({ order_item_id }) => order_item_id));
  const others = await returnsOf(call, order.id);
  const replaced = others.filter(
    (one) => one.status === 'unconfirmed' && one.items.some(({ order_item_id }) => ids.has(order_item_id)),
  );
  await removeReturns(call, replaced);
}

/**
 * Confirms the return of an order for which a key was emailed. Throws 400 for a wrong, used or expired key, and where the
 * items can no longer be returned. In a transaction.
 */
export async function confirmByGuest(call: Call, orderId: number, key: string): Promise<StoredReturn> {
  const { sales } = call.services;
  const found = (await sales.orders(call, [orderId])).get(orderId);
  const request = found && (await sales.findConfirmed(call, returnRequest, found, key));
  if (!request) throw returnErrors.notConfirmed();
  const { order, before } = await lockReturn(call, request.subjectId);
  if (before.status !== 'unconfirmed') throw returnErrors.notConfirmed();
  await checkReturnable(call, order, before.items);
  const others = (await returnsOf(call, orderId)).filter(({ id }) => id !== before.id);
  checkQuantities(order, before.items, others);
  const confirmed = await updateReturn(call, { ...before, status: statusOf(before.items) });
  await sales.dropConfirmations(call, returnRequest, [before.id]);
  await announceReturn(call, order, confirmed);
  return confirmed;
}
