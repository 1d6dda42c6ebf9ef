import type { OrderExtension, StoredOrder } from '../sales/extensions.ts';
import type { OrderTotal } from '../sales/total-extensions.ts';
import { noteIn, readDocuments } from './documents.ts';
import type { CustomFeeDocumentRow } from './tables.ts';
import { groupName, type OrderedFee } from './totals.ts';
import type { CustomFeesFields } from './types.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    /** Fees of an order that was created directly from its input. */
    readonly sent_custom_fees?: readonly Partial<CustomFeesFields>[];
  }
}

const flags = [false, true];

/** The fees of an order by when they are charged and given back: all of a kind at once. */
export const feeTotals: readonly OrderTotal[] = flags.flatMap((on_last_invoice) =>
  flags.map((on_last_creditmemo): OrderTotal => {
    const name = groupName({ on_last_invoice, on_last_creditmemo });
    const columns = (suffix: string) => ({ order: `${name}${suffix}`, base: `base_${name}${suffix}` });
    const waits = { invoice: on_last_invoice, creditmemo: on_last_creditmemo, cancellation: true };
    return {
      names: {
        amount: columns(''),
        invoiced: columns('_invoiced'),
        refunded: columns('_refunded'),
        canceled: columns('_canceled'),
      },
      sign: 1,
      share: ({ step, left, isLast }) => (isLast || !waits[step] ? left : left.minus(left)),
      label: () => 'Fees',
      onInvoice: noteIn('invoice_id', name),
      onRefund: noteIn('creditmemo_id', name),
    };
  }),
);

/**
 * An order shows its fees, with their invoiced and refunded amounts; an order created directly from its input shows the
 * fees of the input.
 */
export const feesOfOrders: OrderExtension = {
  fields: ['custom_fees'],
  async load(call, { orders }) {
    const documents = await readDocuments(
      call,
      orders.filter((order) => order.custom_fees),
    );
    return {
      orders: new Map(
        orders.flatMap((order) => {
          const own = documents.filter(({ order_id }) => order_id === order.id);
          const fees = order.sent_custom_fees?.map((fee) => showSent(order, fee));
          const custom_fees = fees ?? order.custom_fees?.map((fee) => showFee(order, fee, own));
          return custom_fees ? [[order.id, { custom_fees }] as const] : [];
        }),
      ),
    };
  },
  save: async (_, { custom_fees }) =>
    Array.isArray(custom_fees) ? { sent_custom_fees: custom_fees as Partial<CustomFeesFields>[] } : {},
};

/** A fee from the input of an order, with all response fields. */
function showSent({ id }: StoredOrder, input: Partial<CustomFeesFields>): CustomFeesFields {
  return {
    custom_fee_code: '',
    custom_fee_label: '',
    custom_fee_amount: 0,
    base_custom_fee_amount: 0,
    custom_fee_amount_invoiced: 0,
    base_custom_fee_amount_invoiced: 0,
    custom_fee_amount_refunded: 0,
    base_custom_fee_amount_refunded: 0,
    apply_fee_on_last_invoice: false,
    apply_fee_on_last_creditmemo: false,
    ...input,
    order_id: String(id),
  };
}

/** `documents`: those of the order. */
function showFee(order: StoredOrder, fee: OrderedFee, documents: readonly CustomFeeDocumentRow[]): CustomFeesFields {
  const isDone = (step: 'invoiced' | 'refunded'): boolean => {
    const amount: unknown = Reflect.get(order, `base_${groupName(fee)}_${step}`);
    return typeof amount === 'number' && amount > 0;
  };
  const amountsOf = (isWhole: boolean): [number, number] => (isWhole ? [fee.amount, fee.base_amount] : [0, 0]);
  const { invoice_id, creditmemo_id } = documents.find(({ fees }) => fees === groupName(fee)) ?? {};
  const [invoiced, baseInvoiced] = amountsOf(isDone('invoiced'));
  const [refunded, baseRefunded] = amountsOf(isDone('refunded'));
  return {
    id: `${order.id}-${fee.code}`,
    order_id: String(order.id),
    custom_fee_code: fee.code,
    custom_fee_label: fee.label,
    custom_fee_amount: fee.amount,
    base_custom_fee_amount: fee.base_amount,
    custom_fee_amount_invoiced: invoiced,
    base_custom_fee_amount_invoiced: baseInvoiced,
    custom_fee_amount_refunded: refunded,
    base_custom_fee_amount_refunded: baseRefunded,
    apply_fee_on_last_invoice: fee.on_last_invoice,
    apply_fee_on_last_creditmemo: fee.on_last_creditmemo,
    ...(invoice_id && isDone('invoiced') ? { invoice_id: String(invoice_id) } : {}),
    ...(creditmemo_id && isDone('refunded') ? { creditmemo_id: String(creditmemo_id) } : {}),
  };
}
