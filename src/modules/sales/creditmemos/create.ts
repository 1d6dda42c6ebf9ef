import type { Call } from '../../../kernel/call.ts';
import { zip } from '../../../kernel/lists.ts';
import {
  leastQuantity,
  mostQuantity,
  quantityOf,
  takeQuantities,
  type Amount,
  type Quantity,
} from '../../../kernel/units.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import { writtenAmounts } from '../amounts.ts';
import { addedAttributes } from '../lifecycle/added-totals.ts';
import { documentColumns } from '../lifecycle/columns.ts';
import { makeComments } from '../comments.ts';
import type { NewDocument, StoredDocument } from '../documents.ts';
import { draftExtensions } from '../extending.ts';
import { reasons, salesErrors } from '../errors.ts';
import { listed, moneyHeaderOf } from '../document-drafts.ts';
import { documentItem, type DocumentAmounts, type PricedLine } from '../lifecycle/lines.ts';
import { nextNumber, nextRecordIds } from '../records/numbers.ts';
import type { StoredOrder } from '../order.ts';
import { lockOrder } from '../records/rows.ts';
import { paymentMethodOf } from '../payment-method.ts';
import { unlessDeclined } from '../payments/online.ts';
import {
  isPriced,
  isWholePieces,
  documentLines,
  lineQuantity,
  namedItems,
  toRefund,
  treeOf,
  wantedOf,
  type OrderItemNode,
  type DocumentLine,
} from '../lifecycle/quantities.ts';
import { mayFollow } from '../lifecycle/transitions.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { refundAmounts } from '../lifecycle/refund-amounts.ts';
import { isTooLittle, refundable } from './money-left.ts';
import { creditmemos, creditmemoStates, invoices } from '../records/document-stores.ts';
import { captureOf, giveBack, leftToRefund, type MoneyGivenBack } from './online.ts';
import { extrasOf, refundLines, type RefundCreation } from './request.ts';
import { writeRefund } from './write.ts';

/**
 * Refunds the requested items of an order, by default all remaining ones. Throws 400 when the state, quantities or
 * money do not allow it.
 */
export async function refundOrder(call: Call, orderId: number, request: RefundCreation): Promise<number> {
  const order = await lockOrder(call, orderId);
  const nodes = treeOf(order.items);
  const lines = refundLines(nodes, request.items);
  return refund(call, order, lines, request, { faults: wrongItems(nodes, request, toRefund) });
}

/** The errors of items that were named for a refund: an item without amounts of its own cannot be refunded. */
function wrongItems(
  nodes: readonly OrderItemNode[],
  { items }: RefundCreation,
  left: (node: OrderItemNode) => Quantity,
): string[] {
  const byId = new Map(nodes.map((node) => [node.item.id, node]));
  return namedItems(items).flatMap(({ id, qty }) => {
    const node = byId.get(id);
    if (!node) return [reasons.foreignRefund];
    if (!isPriced(node)) return [reasons.wrongRefund];
    if (!isWholePieces(node, qty)) return [reasons.refundQuantity(node.item.fields.sku ?? '')];
    return qty >= 0 && qty <= left(node) ? [] : [reasons.refundOfInvoiceQuantity];
  });
}

/** Input of a credit memo for an invoice. */
export interface InvoiceRefundCreation extends RefundCreation {
  /** Whether the payment provider refunds the money; otherwise the merchant refunds it by hand. */
  readonly isOnline?: boolean | null | undefined;
}

/**
 * Refunds the requested items of an invoice, by default all remaining ones. Throws 400 as `refundOrder` does, or when
 * the provider rejects it.
 */
export function refundInvoice(call: Call, invoiceId: number, request: InvoiceRefundCreation): Promise<number> {
  const task = { kind: 'refund', args: { invoiceId, wanted: request } };
  return unlessDeclined(
    call,
    call.services.payment.moveMoney(call, task, (inside, money) => refundWithin(inside, invoiceId, request, money)),
    salesErrors.noCreditmemoSaved,
  );
}

/** As `refundInvoice`, within a transaction. */
export async function refundWithin(
  call: Call,
  invoiceId: number,
  request: InvoiceRefundCreation,
  money: MoneySource,
): Promise<number> {
  const { fields } = await invoices.get(call, invoiceId);
  const order = await lockOrder(call, fields.order_id, money);
  // Read again after the lock, because of concurrent refunds.
  const invoice = await invoices.get(call, invoiceId);
  const isByHand = paymentMethodOf(call, order)?.isOffline ?? false;
  const capture = request.isOnline ? await captureOf(call, order, invoice) : undefined;
  const invoiced = await leftOfInvoice(call, invoice);
  const none = quantityOf(0);
  const left = (node: OrderItemNode): Quantity => leastQuantity(toRefund(node), invoiced.get(node.item.id) ?? none);
  const nodes = treeOf(order.items);
  // Excess quantities are rejected below. Until then the remaining ones are used, so that the error lists all reasons.
  const possible = (line: DocumentLine): DocumentLine => ({
    ...line,
    qty: leastQuantity(mostQuantity(line.qty, none), left(line.node)),
  });
  const lines = documentLines(nodes, wantedOf(request.items), left, 'qty_refunded').map((line) =>
    isPriced(line.node) ? possible(line) : line,
  );
  const isRefused = isByHand || (request.isOnline && !capture);
  const faults = [...(isRefused ? [reasons.refundOfInvoice] : []), ...wrongItems(nodes, request, left)];
  const giveOnline = capture && ((value: Amount<'base'>) => giveBack(call, order, money, capture, value));
  return refund(call, order, lines, request, { faults, invoice, giveOnline });
}

/** Units of an invoice that are not refunded yet, by id of the order's item. */
async function leftOfInvoice(
  call: Call,
  { id, fields }: StoredDocument<InvoiceFields>,
): Promise<Map<number, Quantity>> {
  const left = new Map(fields.items.map((item) => [item.order_item_id, lineQuantity(item)]));
  const memos = await creditmemos.ofOrder(call, fields.order_id);
  for (const item of memos.filter((memo) => memo.fields.invoice_id === id).flatMap((memo) => memo.fields.items)) {
    const before = left.get(item.order_item_id) ?? quantityOf(0);
    left.set(item.order_item_id, takeQuantities(before, lineQuantity(item)));
  }
  return left;
}

function refused(found: readonly string[]) {
  return salesErrors.creditmemoErrors(listed(found));
}

/** The terms of a refund apart from its lines. */
interface RefundTerms {
  /** Reasons to refuse it that are already known; more follow from its state and its amount. */
  readonly faults: readonly string[];
  readonly invoice?: StoredDocument<InvoiceFields>;
  /** Has a provider refund money. */
  readonly giveOnline?: ((value: Amount<'base'>) => Promise<MoneyGivenBack>) | undefined;
}

async function refund(
  call: Call,
  order: StoredOrder,
  lines: readonly DocumentLine[],
  request: RefundCreation,
  { faults, invoice, giveOnline }: RefundTerms,
): Promise<number> {
  const extras = extrasOf(call, order, request.arguments);
  const amounts = refundAmounts(order, treeOf(order.items), lines, extras, call.contributions.orderTotals);
  const found = await refusals(call, order, amounts, faults);
  const value = amounts.totals.base.grandTotal;
  // A provider refunds at most the captured amount, even with adjustments.
  if (giveOnline && invoice && value.gt(leftToRefund(invoice))) {
    found.push(reasons.refundMoney(leftToRefund(invoice).toNumber()));
  }
  if (found.length > 0) throw refused(found);
  const isNotified = request.notify === true;
  const comment = request.appendComment ? request.comment?.comment : null;
  const memo = await writeRefund(call, order, {
    fields: await fieldsOf(call, order, amounts, request, invoice?.id),
    amounts,
    returned: request.arguments?.extension_attributes?.return_to_stock_items ?? [],
    isNotified,
    mail: isNotified ? { comment } : undefined,
    ofInvoice: invoice && { invoice, value },
    giveBack: giveOnline && value.toNumber() > 0 ? () => giveOnline(value) : undefined,
  });
  return memo.id;
}

/** All reasons to reject a refund. A zero total is a reason only if there is no other. */
async function refusals(
  call: Call,
  order: StoredOrder,
  amounts: DocumentAmounts,
  faults: readonly string[],
): Promise<string[]> {
  const { fields } = order;
  const total = amounts.totals.base.grandTotal.toDecimalPlaces(2);
  const available = await refundable(call, order);
  const found: string[] = [];
  if (!mayFollow(fields.state, 'refund')) found.push(reasons.refundStatus(fields.status));
  if (total.gt(available)) found.push(reasons.refundMoney(available.toNumber()));
  found.push(...faults);
  if (found.length > 0) return found;
  if (isTooLittle(call, order, amounts.totals, amounts.added)) found.push(reasons.refundTotal);
  if (found.length === 0 && total.isZero() && amounts.lines.length === 0) found.push(reasons.noRefund);
  return found;
}

async function fieldsOf(
  call: Call,
  order: StoredOrder,
  { lines, totals, added }: DocumentAmounts,
  { comment, appendComment, notify }: RefundCreation,
  invoiceId: number | undefined,
): Promise<NewDocument<CreditmemoFields>> {
  const ids = await nextRecordIds(call, 'creditmemo_item', lines.length);
  const firstComment = { ...comment, is_customer_notified: appendComment && notify ? 1 : 0 };
  const drafted = draftExtensions(
    call,
    'creditmemo',
    order,
    lines.map(({ line }) => line),
    addedAttributes(added),
  );
  return {
    ...moneyHeaderOf(order),
    ...writtenAmounts(documentColumns, totals),
    increment_id: await nextNumber(call, 'creditmemo', order.fields.store_id),
    invoice_id: invoiceId ?? null,
    state: creditmemoStates.refunded,
    items: zip(lines, ids).map(([line, id]) => Object.assign(itemOf(line, id), drafted.ofItem(line.line.node.item.id))),
    ...drafted.ofDocument,
    comments: comment ? await makeComments(call, 'creditmemo', [firstComment], null) : [],
  };
}

/** The fixed product taxes of a line, always zero: orders have none, but the interface has the fields. */
const noFixedTaxes = {
  base_weee_tax_row_disposition: 0,
  weee_tax_applied: '[]',
  weee_tax_applied_row_amount: 0,
  weee_tax_row_disposition: 0,
};

function itemOf(line: PricedLine, id: number) {
  return { ...documentItem(line, id), ...(isPriced(line.line.node) ? noFixedTaxes : {}) };
}
