import { numberIn, type AmountFields } from './amounts.ts';

/** Records whose totals mails and prints show. */
type TotalsOf = 'order' | 'invoice' | 'creditmemo';

/**
 * Keys of texts with their amounts. Zeros are omitted, but for the subtotal and the total. A module's total comes with its
 * label.
 */
export type TotalLines = readonly (readonly [name: string, amount: number, label?: string])[];

/** An order, an invoice or a credit memo with its totals, in the currency of the order. */
type RecordWithTotals = AmountFields<
  | 'subtotal'
  | 'discount_amount'
  | 'shipping_amount'
  | 'tax_amount'
  | 'grand_total'
  | 'adjustment_positive'
  | 'adjustment_negative'
>;

/** The totals of a record, in the order in which people add them up. */
export function totalsOf(kind: TotalsOf, record: RecordWithTotals, added: TotalLines = []): TotalLines {
  const adjustments: TotalLines =
    kind === 'creditmemo'
      ? [
          ['adjustment_positive', numberIn(record, 'adjustment_positive')],
          ['adjustment_negative', -numberIn(record, 'adjustment_negative')],
        ]
      : [];
  const all: TotalLines = [
    ['subtotal', numberIn(record, 'subtotal')],
    ['discount', numberIn(record, 'discount_amount')],
    ['shipping', numberIn(record, 'shipping_amount')],
    ['tax', numberIn(record, 'tax_amount')],
    ...added,
    ...adjustments,
    ['total', numberIn(record, 'grand_total')],
  ];
  return all.filter(([text, sum]) => sum !== 0 || text === 'subtotal' || text === 'total');
}
