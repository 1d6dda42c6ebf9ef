import type { Call } from '../../../kernel/call.ts';
import { decimal } from '../../../kernel/money.ts';
import type { Money } from '../../payment/extensions.ts';
import { sentAdded } from '../added-totals.ts';
import { addAmount, amount, currencies, setAmount } from '../amounts.ts';
import { makeComments } from '../comments.ts';
import { salesErrors } from '../errors.ts';
import { nextNumber, nextRecordIds } from '../orders/numbers.ts';
import type { StoredOrder } from '../orders/order.ts';
import { getOrder, lockOrder } from '../orders/rows.ts';
import { isPriced, pricedLines, toRefund, treeOf, wantedOf, type Line } from '../quantities.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import { refundAmounts } from './amounts.ts';
import { baseMoney, bookRefund } from './book.ts';
import { extrasOf, mailCreditmemo, refundable } from './create.ts';
import { invoices } from '../invoices/invoices.ts';
import { creditmemos, creditmemoStates } from './creditmemos.ts';
import { captureOf, giveBack } from './online.ts';

/** Writes a credit memo as it is sent, as a record: the order stays as it is. Throws 404 for an order that does not exist. */
export async function saveCreditmemo(call: Call, sent: CreditmemoFields): Promise<CreditmemoFields> {
  if (sent.entity_id) return changeCreditmemo(call, sent.entity_id, sent);
  const order = await getOrder(call, sent.order_id ?? 0);
  return insertSent(call, order, { ...sent, state: sent.state ?? creditmemoStates.open });
}

async function changeCreditmemo(call: Call, id: number, sent: CreditmemoFields): Promise<CreditmemoFields> {
  const memo = await creditmemos.get(call, id);
  const { items: _, comments: __, order_id: ___, ...changes } = sent;
  Object.assign(memo.fields, changes);
  await creditmemos.update(call, memo);
  return memo.fields;
}

/** `giveBack` has the money given back once all else is known to be possible; gives the provider's id of the transaction. */
async function insertSent(
  call: Call,
  order: StoredOrder,
  sent: CreditmemoFields,
  giveBack?: () => Promise<string | undefined>,
): Promise<CreditmemoFields> {
  const known = new Set(order.items.map((item) => item.id));
  const items = sent.items ?? [];
  const foreign = items.find((item) => !known.has(item.order_item_id ?? 0));
  if (foreign) throw salesErrors.foreignItem([foreign.order_item_id]);
  const ids = await nextRecordIds(call, 'creditmemo_item', items.length);
  const fields: CreditmemoFields = {
    ...sent,
    increment_id: sent.increment_id ?? (await nextNumber(call, 'creditmemo', order.fields.store_id ?? 0)),
    items: items.map((item, i) => Object.assign(item, { entity_id: ids[i]! })),
    comments: await makeComments(call, 'creditmemo', sent.comments ?? [], null),
  };
  for (const name of ['adjustment_positive', 'adjustment_negative'] as const) {
    if (typeof fields[name] === 'number') fields[`base_${name}`] ??= fields[name];
  }
  const memo = await creditmemos.insert(call, fields);
  const transactionId = await giveBack?.();
  if (transactionId !== undefined) fields.transaction_id = transactionId;
  for (const part of [...fields.items!, ...fields.comments!]) part.parent_id = memo.id;
  await creditmemos.update(call, memo);
  return fields;
}

/**
 * Refunds an order by a credit memo that is sent. Totals are taken as they come, when a total is among them, and worked out
 * otherwise. What a provider took for the invoice that it names is given back by the provider, unless `byHand`. Throws 400 when
 * more is refunded than was paid, or more of an item than was invoiced, or the provider refuses.
 */
export function refundCreditmemo(call: Call, sent: CreditmemoFields, byHand: boolean): Promise<CreditmemoFields> {
  const task = { kind: 'creditmemo', args: { sent, byHand } };
  return call.services.payment.moveMoney(call, task, (inside, money) =>
    // Work may run twice: each time with what was sent.
    refundSent(inside, structuredClone(sent), byHand, money),
  );
}

/** As `refundCreditmemo`, within a transaction. */
export async function refundSent(
  call: Call,
  sent: CreditmemoFields,
  byHand: boolean,
  money: Money,
): Promise<CreditmemoFields> {
  if (sent.entity_id) throw salesErrors.creditmemoExists();
  const order = await lockOrder(call, sent.order_id ?? 0, money);
  const nodes = treeOf(order.items);
  const lines = pricedLines(nodes, wantedOf(sent.items), toRefund, 'qty_refunded');
  checkLines(lines);
  const extras = extrasOf(call, order, {
    arguments: {
      shipping_amount: sent.base_shipping_amount ?? sent.shipping_amount ?? null,
      adjustment_positive: sent.base_adjustment_positive ?? sent.adjustment_positive ?? null,
      adjustment_negative: sent.base_adjustment_negative ?? sent.adjustment_negative ?? null,
    },
  });
  const counted = refundAmounts(order, nodes, lines, extras, call.contributions.orderTotals);
  const isTold = typeof sent.base_grand_total === 'number' || typeof sent.grand_total === 'number';
  const totals = isTold ? sentTotals(order, sent) : counted.totals;
  const added = isTold ? sentAdded(call.contributions.orderTotals, sent.extension_attributes) : counted.added;
  const available = refundable(order);
  if (amount(totals, 'base_grand_total').gt(available)) {
    throw salesErrors.refundAmount([baseMoney(call, order, available)]);
  }
  let transactionId: string | undefined;
  const isAdded = !isTold && Object.keys(added).length > 0;
  const memo = {
    ...(isTold ? {} : totals),
    ...sent,
    ...(isAdded ? { extension_attributes: { ...sent.extension_attributes, ...added } } : {}),
    state: creditmemoStates.refunded,
  };
  const fields = await insertSent(call, order, memo, async () => {
    transactionId = byHand ? undefined : await refundOnline(call, order, sent, totals, money);
    return transactionId;
  });
  const amounts = { lines: counted.lines, totals, added };
  await bookRefund(call, order, { amounts, returned: [], isNotified: true, transactionId });
  return fields;
}

/** Has the provider give back what it took for the invoice of a credit memo; undefined where it took nothing. */
async function refundOnline(
  call: Call,
  order: StoredOrder,
  sent: CreditmemoFields,
  totals: Record<string, number>,
  money: Money,
): Promise<string | undefined> {
  const invoice = sent.invoice_id ? await invoices.find(call, sent.invoice_id) : undefined;
  const value = amount(totals, 'base_grand_total');
  if (!invoice || invoice.fields.order_id !== order.id || !value.gt(0)) return undefined;
  const capture = await captureOf(call, order, invoice);
  if (!capture) return undefined;
  if (value.gt(capture.left)) throw salesErrors.refundAmount([baseMoney(call, order, capture.left.toNumber())]);
  const transactionId = await giveBack(call, order, money, capture, value);
  addAmount(invoice.fields, 'base_total_refunded', value);
  await invoices.update(call, invoice);
  return transactionId;
}

function checkLines(lines: readonly Line[]): void {
  for (const { node, qty } of lines.filter((line) => isPriced(line.node))) {
    if (qty < 0 || qty > toRefund(node)) throw salesErrors.refundQuantity([node.item.fields.name ?? '']);
  }
}

const totalNames = [
  'subtotal',
  'tax_amount',
  'discount_amount',
  'discount_tax_compensation_amount',
  'shipping_amount',
  'shipping_tax_amount',
  'adjustment_positive',
  'adjustment_negative',
  'grand_total',
] as const;

/** The totals that were sent, each in both currencies. */
function sentTotals({ fields }: StoredOrder, sent: CreditmemoFields): Record<string, number> {
  const rate = decimal(fields.base_to_order_rate || 1);
  const totals: Record<string, number> = {};
  for (const name of totalNames) {
    for (const currency of currencies) {
      const own = (sent as Record<string, unknown>)[currency + name];
      const other = amount(sent, currency === '' ? `base_${name}` : name);
      const value = typeof own === 'number' ? decimal(own) : currency === '' ? other.times(rate) : other.div(rate);
      setAmount(totals, currency + name, value);
    }
  }
  return totals;
}

/** Tells the customer of a credit memo again; false when such mails are switched off. */
export async function mailCreditmemoAgain(call: Call, id: number): Promise<boolean> {
  const memo = await creditmemos.get(call, id);
  const order = await getOrder(call, memo.fields.order_id ?? 0);
  if (!(await mailCreditmemo(call, order, memo.fields))) return false;
  memo.fields.email_sent = 1;
  await creditmemos.update(call, memo);
  return true;
}
