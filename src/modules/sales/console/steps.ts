import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import type * as t from '../../../kernel/types.ts';
import { addedLines } from '../added-totals.ts';
import { captureOf } from '../creditmemos/online.ts';
import { mayShip, toCancel, toInvoice, toRefund, toShip, treeOf } from '../lifecycle/quantities.ts';
import { isState, statusesOf, statusLabel } from '../lifecycle/states.ts';
import { mayFollow, restOf } from '../lifecycle/transitions.ts';
import type { StoredOrder } from '../order.ts';
import { isOnline } from '../payments/online.ts';
import { invoices } from '../records/document-stores.ts';
import type { ConsoleOrderSteps } from './types.ts';

/** The changes that an order allows, in a number of queries that grows only with invoices that a provider captured. */
export async function stepsOf(call: Call, order: StoredOrder): Promise<t.Out<typeof ConsoleOrderSteps>> {
  const { state } = order.fields;
  const nodes = treeOf(order.items);
  const rest = restOf(order);
  return {
    may_invoice: mayFollow(state, 'invoice') && rest.toInvoice,
    may_ship: mayFollow(state, 'ship') && rest.toShip && isShippedByHand(call, order),
    may_refund: mayFollow(state, 'refund') && rest.toRefund,
    may_cancel: mayFollow(state, 'cancel') && nodes.some((node) => toCancel(node) > 0),
    may_hold: mayFollow(state, 'hold'),
    may_unhold: mayFollow(state, 'unhold'),
    is_online: isOnline(call, order),
    online_invoices: await refundableInvoices(call, order),
    statuses: isState(state) ? statusesOf(state).map((code) => ({ code, label: statusLabel(code) })) : [],
    items: nodes.map((node) => ({
      item_id: node.item.id,
      to_invoice: toInvoice(node),
      to_ship: toShip(node) > 0 ? mayShip(node) : 0,
      to_refund: toRefund(node),
    })),
    totals: addedLines(call, order.fields.store_id, order).map(([, amount, label]) => ({ label, amount })),
  };
}

/** Whether no module refuses shipments of the order by hand. */
function isShippedByHand(call: Call, order: StoredOrder): boolean {
  try {
    for (const guard of call.contributions.shipmentGuards) guard(call, order);
    return true;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

async function refundableInvoices(call: Call, order: StoredOrder): Promise<number[]> {
  if (!isOnline(call, order)) return [];
  const found: number[] = [];
  for (const invoice of await invoices.ofOrder(call, order.id)) {
    if (await captureOf(call, order, invoice)) found.push(invoice.id);
  }
  return found;
}
