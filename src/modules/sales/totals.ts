/** Records whose totals mails and prints show. */
type TotalsOf = 'order' | 'invoice' | 'creditmemo';

/**
 * Keys of texts with their amounts. Zeros are left out, but for the subtotal and the total. A module's total comes with its
 * label.
 */
export type TotalLines = readonly (readonly [name: string, amount: number, label?: string])[];

/** An order, an invoice or a credit memo with its totals, in the currency of the order. */
interface RecordWithTotals {
  readonly subtotal?: number | null | undefined;
  readonly discount_amount?: number | null | undefined;
  readonly shipping_amount?: number | null | undefined;
  readonly tax_amount?: number | null | undefined;
  readonly grand_total?: number | null | undefined;
  readonly adjustment_positive?: number | null | undefined;
  readonly adjustment_negative?: number | null | undefined;
}

/** The totals of a record, in the order in which people add them up. */
export function totalsOf(kind: TotalsOf, record: RecordWithTotals, added: TotalLines = []): TotalLines {
  const adjustments: TotalLines =
    kind === 'creditmemo'
      ? [
          ['adjustment_positive', record.adjustment_positive ?? 0],
          ['adjustment_negative', -(record.adjustment_negative ?? 0)],
        ]
      : [];
  const all: TotalLines = [
    ['subtotal', record.subtotal ?? 0],
    ['discount', record.discount_amount ?? 0],
    ['shipping', record.shipping_amount ?? 0],
    ['tax', record.tax_amount ?? 0],
    ...added,
    ...adjustments,
    ['total', record.grand_total ?? 0],
  ];
  return all.filter(([text, sum]) => sum !== 0 || text === 'subtotal' || text === 'total');
}
