import { amount } from './amounts.ts';

/** What mails and prints tell totals of. */
export type TotalsOf = 'order' | 'invoice' | 'creditmemo';

/**
 * Names of texts with the amounts that they name, without those that are nothing; subtotal and total are always told. What a
 * module adds comes with its label.
 */
export type Totals = readonly (readonly [name: string, amount: number, label?: string])[];

const rows = [
  ['subtotal', 'subtotal'],
  ['discount', 'discount_amount'],
  ['shipping', 'shipping_amount'],
  ['tax', 'tax_amount'],
] as const;

/** The totals of an order or a document about money, in the order in which people add them up. */
export function totalsOf(kind: TotalsOf, fields: object, added: Totals = []): Totals {
  const value = (name: string): number => amount(fields, name).toNumber();
  const adjustments: Totals =
    kind === 'creditmemo'
      ? [
          ['adjustment_positive', value('adjustment_positive')],
          ['adjustment_negative', -value('adjustment_negative')],
        ]
      : [];
  const all: Totals = [
    ...rows.map(([text, name]) => [text, value(name)] as const),
    ...added,
    ...adjustments,
    ['total', value('grand_total')],
  ];
  return all.filter(([text, sum]) => sum !== 0 || text === 'subtotal' || text === 'total');
}
