import { amountOf, numberOf, type Amount } from '../../kernel/units.ts';

/** The two currencies of every stored amount: that of the order, and the base currency. */
export const currencies = ['order', 'base'] as const;
/** One of the two currencies of an order. */
export type OrderCurrency = (typeof currencies)[number];

/** One amount in both currencies. */
export type AmountInBoth = { readonly [C in OrderCurrency]: Amount<C> };

/** The field names of an amount in a record, by currency. */
export interface AmountColumns<N extends string = string> {
  readonly order: N;
  readonly base: N;
}

/** Field names by the meaning of their amounts. */
export type ColumnTable<N extends string = string> = Readonly<Record<string, AmountColumns<N>>>;

/** A record that has amounts in these fields. */
export type AmountFields<N extends string> = { readonly [K in N]?: number | null | undefined };

/** A number of a record; 0 when absent: records that a request stores unchanged may lack numbers. */
export function numberIn<N extends string>(record: AmountFields<NoInfer<N>>, name: N): number {
  return record[name] ?? 0;
}

/** An amount of a record; 0 when the field is empty. */
export function amountIn<N extends string, C extends OrderCurrency>(
  record: AmountFields<NoInfer<N>>,
  columns: AmountColumns<N>,
  currency: C,
): Amount<C> {
  return amountOf(numberIn(record, columns[currency]));
}

/** Whether the record has the amount, were it 0. */
export function hasAmount<N extends string>(
  record: AmountFields<NoInfer<N>>,
  columns: AmountColumns<N>,
  currency: OrderCurrency,
): boolean {
  return typeof record[columns[currency]] === 'number';
}

/** A new amount, and the fields it is written to. */
type AmountStep<N extends string, C extends OrderCurrency> = readonly [columns: AmountColumns<N>, amount: Amount<C>];

/** The fields of a record with these amounts in place of its own. */
export function withAmounts<N extends string, C extends OrderCurrency>(
  currency: C,
  steps: readonly AmountStep<N, C>[],
): { [K in N]?: number } {
  const fields: { [K in N]?: number } = {};
  for (const [columns, amount] of steps) fields[columns[currency]] = numberOf(amount);
  return fields;
}

/** The fields of a record after these amounts were added to its own. */
export function increased<N extends string, C extends OrderCurrency>(
  record: AmountFields<NoInfer<N>>,
  currency: C,
  steps: readonly AmountStep<N, C>[],
): { [K in N]?: number } {
  return withAmounts(
    currency,
    steps.map(([columns, amount]) => [columns, amountIn(record, columns, currency).plus(amount)] as const),
  );
}

/** Amounts of one currency by their meaning. */
type AmountsOf<T extends ColumnTable, C extends OrderCurrency> = { readonly [N in keyof T]?: Amount<C> | undefined };

/** Amounts as fields of a record, named by a table of columns; undefined amounts are omitted. */
export function writtenAmounts<T extends ColumnTable>(
  table: T,
  amounts: { readonly [C in OrderCurrency]: AmountsOf<T, C> },
): { [K in T[keyof T][OrderCurrency]]?: number } {
  return { ...writtenIn(table, amounts.order, 'order'), ...writtenIn(table, amounts.base, 'base') };
}

function writtenIn<T extends ColumnTable, C extends OrderCurrency>(
  table: T,
  amounts: AmountsOf<T, C>,
  currency: C,
): { [K in T[keyof T][OrderCurrency]]?: number } {
  const fields: { [K in T[keyof T][OrderCurrency]]?: number } = {};
  for (const name in table) {
    const amount = amounts[name];
    const column: T[keyof T][OrderCurrency] | undefined = table[name]?.[currency];
    if (amount && column) fields[column] = numberOf(amount);
  }
  return fields;
}
