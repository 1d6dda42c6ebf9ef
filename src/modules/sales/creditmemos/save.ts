import type { Call } from '../../../kernel/call.ts';
import { converted, type Amount } from '../../../kernel/units.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import { addedAttributes, sentAdded } from '../lifecycle/added-totals.ts';
import { amountIn, hasAmount, writtenAmounts, type OrderCurrency } from '../amounts.ts';
import { documentColumns } from '../lifecycle/columns.ts';
import type { AddedAmounts, DocumentAmounts, DocumentTotals } from '../lifecycle/lines.ts';
import { allGivenBack, givenBack } from '../lifecycle/money-back.ts';
import { documentFrom, orderIdOf } from '../document-input.ts';
import { changesIn, type NewDocument } from '../documents.ts';
import { salesErrors } from '../errors.ts';
import type { StoredOrder } from '../order.ts';
import { getOrder, lockOrder } from '../records/rows.ts';
import { isPriced, isWholePieces, treeOf } from '../lifecycle/quantities.ts';
import type { CreditmemoFields, CreditmemoInput } from '../types/creditmemo.ts';
import { paymentMethodOf } from '../payment-method.ts';
import { refundAmounts } from '../lifecycle/refund-amounts.ts';
import { baseMoney } from '../money-text.ts';
import { checkRecordedTotal, isTooLittle, refundable } from './money-left.ts';
import { creditmemos, creditmemoStates, invoices } from '../records/document-stores.ts';
import { captureOf, giveBack } from './online.ts';
import { extrasOf, refundLines } from './request.ts';
import { mailCreditmemo, writeRefund } from './write.ts';

/** Stores a credit memo of another system unchanged; the order does not change. Throws 404 for an unknown order. */
export async function saveCreditmemo(call: Call, input: CreditmemoInput): Promise<CreditmemoFields> {
  if (input.entity_id) return changeCreditmemo(call, input.entity_id, input);
  const order = await getOrder(call, orderIdOf(input));
  await checkRecordedTotal(call, order, input);
  const state = input.state ?? creditmemoStates.open;
  const memo = await creditmemos.insert(call, await creditmemoFrom(call, order, { ...input, state }));
  await creditmemos.update(call, memo);
  return memo.fields;
}

async function changeCreditmemo(call: Call, id: number, input: CreditmemoInput): Promise<CreditmemoFields> {
  const memo = await creditmemos.get(call, id);
  const order = await getOrder(call, memo.fields.order_id);
  const changes = changesIn<CreditmemoFields>(input);
  await checkRecordedTotal(call, order, { ...memo.fields, ...changes });
  Object.assign(memo.fields, changes);
  await creditmemos.update(call, memo);
  return memo.fields;
}

/** The stored form of a new credit memo in a request. Throws 400 for an item of another order. */
async function creditmemoFrom(
  call: Call,
  order: StoredOrder,
  input: CreditmemoInput & Pick<CreditmemoFields, 'state'>,
): Promise<NewDocument<CreditmemoFields>> {
  const { adjustment_positive: more, adjustment_negative: less } = input;
  return {
    ...input,
    ...(await documentFrom(call, 'creditmemo', order, input)),
    ...(typeof more === 'number' && { base_adjustment_positive: input.base_adjustment_positive ?? more }),
    ...(typeof less === 'number' && { base_adjustment_negative: input.base_adjustment_negative ?? less }),
  };
}

/**
 * Refunds an order by a complete credit memo. Totals in the request are stored unchanged; otherwise they are computed.
 * If the memo names an invoice that a provider captured, the provider refunds the money, unless `byHand`.
 * Throws 400 for a refund above the paid amount, below zero, or of more units of an item than were invoiced, and when
 * the provider rejects it.
 */
export function refundCreditmemo(call: Call, input: CreditmemoInput, byHand: boolean): Promise<CreditmemoFields> {
  const task = { kind: 'creditmemo', args: { sent: input, byHand } };
  return call.services.payment.moveMoney(call, task, (inside, money) => refundSent(inside, input, byHand, money));
}

/** As `refundCreditmemo`, within a transaction. */
export async function refundSent(
  call: Call,
  input: CreditmemoInput,
  byHand: boolean,
  money: MoneySource,
): Promise<CreditmemoFields> {
  if (input.entity_id) throw salesErrors.creditmemoExists();
  const order = await lockOrder(call, orderIdOf(input), money);
  const { written, amounts, moneyBack } = await amountsOf(call, order, input);
  const total = amounts.totals.base.grandTotal;
  const byProvider = [...moneyBack.values()].reduce((rest, { base }) => rest.minus(base), total);
  const state = creditmemoStates.refunded;
  const fields = await creditmemoFrom(call, order, { ...written, state });
  const captured = byHand ? undefined : await capturedInvoice(call, order, input, byProvider);
  const memo = await writeRefund(call, order, {
    fields,
    amounts,
    moneyBack,
    returned: [],
    isNotified: true,
    ofInvoice: captured && { invoice: captured.invoice, value: byProvider },
    giveBack: captured && (() => giveBack(call, order, money, captured.capture, byProvider)),
  });
  return memo.fields;
}

/** The amounts of a credit memo in a request, how they are written, and the money that goes back in totals of modules. Throws 400. */
async function amountsOf(call: Call, order: StoredOrder, input: CreditmemoInput) {
  const { orderTotals } = call.contributions;
  const nodes = treeOf(order.items);
  const lines = refundLines(nodes, input.items);
  const broken = lines.find(({ node, qty }) => isPriced(node) && !isWholePieces(node, qty));
  if (broken) throw salesErrors.refundQuantity([broken.node.item.fields.name ?? '']);
  const extras = extrasOf(call, order, {
    shipping_amount: input.base_shipping_amount ?? input.shipping_amount,
    adjustment_positive: input.base_adjustment_positive ?? input.adjustment_positive,
    adjustment_negative: input.base_adjustment_negative ?? input.adjustment_negative,
  });
  const counted = refundAmounts(order, nodes, lines, extras, orderTotals);
  const hasTotal = typeof input.base_grand_total === 'number' || typeof input.grand_total === 'number';
  const totals = hasTotal ? sentTotals(order, input) : counted.totals;
  const requestedAdded = sentAdded(orderTotals, input.extension_attributes);
  await checkTotals(call, order, totals, hasTotal ? requestedAdded : counted.added);
  const back = givenBack(
    orderTotals,
    order,
    requestedAdded,
    hasTotal ? undefined : counted.added,
    totals.base.grandTotal,
  );
  if (back.money.size > 0 && paymentMethodOf(call, order)?.refundsToItself) throw salesErrors.refundElsewhere();
  const amounts: DocumentAmounts = { lines: counted.lines, totals, added: back.shares };
  if (hasTotal) return { written: input, amounts, moneyBack: back.money };
  const added = addedAttributes(allGivenBack(back));
  const isAdded = Object.keys(added).length > 0;
  const written: CreditmemoInput = {
    ...writtenAmounts(documentColumns, totals),
    ...input,
    ...(isAdded ? { extension_attributes: { ...input.extension_attributes, ...added } } : {}),
  };
  return { written, amounts, moneyBack: back.money };
}

/**
 * The invoice that a credit memo in a request names, with the money that a provider captured for it; undefined where none did. Throws 400
 * when less of that money is left.
 */
async function capturedInvoice(call: Call, order: StoredOrder, { invoice_id }: CreditmemoInput, value: Amount<'base'>) {
  const invoice = invoice_id ? await invoices.find(call, invoice_id) : undefined;
  if (!invoice || invoice.fields.order_id !== order.id || value.toNumber() <= 0) return undefined;
  const capture = await captureOf(call, order, invoice);
  if (!capture) return undefined;
  if (value.gt(capture.left)) throw salesErrors.refundAmount([baseMoney(call, order, capture.left)]);
  return { invoice, capture };
}

async function checkTotals(
  call: Call,
  order: StoredOrder,
  totals: DocumentAmounts['totals'],
  added: AddedAmounts,
): Promise<void> {
  const available = await refundable(call, order);
  if (totals.base.grandTotal.gt(available)) throw salesErrors.refundAmount([baseMoney(call, order, available)]);
  if (isTooLittle(call, order, totals, added)) throw salesErrors.refundTotal();
}

/** The totals of a request, in both currencies: a missing one is converted from the other. */
function sentTotals({ fields }: StoredOrder, input: CreditmemoInput): DocumentAmounts['totals'] {
  const rate = fields.base_to_order_rate || 1;
  return {
    order: totalsSent(input, 'order', 'base', (amount) => converted(amount, rate)),
    base: totalsSent(input, 'base', 'order', (amount) => converted(amount.div(rate), 1)),
  };
}

function totalsSent<C extends OrderCurrency, Other extends OrderCurrency>(
  input: CreditmemoInput,
  currency: C,
  other: Other,
  convert: (amount: Amount<Other>) => Amount<C>,
): DocumentTotals<C> {
  const of = (name: keyof typeof documentColumns): Amount<C> => {
    const columns = documentColumns[name];
    if (hasAmount(input, columns, currency)) return amountIn(input, columns, currency);
    return convert(amountIn(input, columns, other)).toDecimalPlaces(4);
  };
  return {
    subtotal: of('subtotal'),
    tax: of('tax'),
    discount: of('discount'),
    compensation: of('compensation'),
    shipping: of('shipping'),
    shippingTax: of('shippingTax'),
    adjustmentPositive: of('adjustmentPositive'),
    adjustmentNegative: of('adjustmentNegative'),
    grandTotal: of('grandTotal'),
  };
}

/** Sends the mail about a credit memo again; false when such mails are switched off. */
export async function mailCreditmemoAgain(call: Call, id: number): Promise<boolean> {
  const memo = await creditmemos.get(call, id);
  const order = await getOrder(call, memo.fields.order_id);
  if (!(await mailCreditmemo(call, order, memo.fields))) return false;
  memo.fields.email_sent = 1;
  await creditmemos.update(call, memo);
  return true;
}
