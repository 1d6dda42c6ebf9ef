import type { PlatformError } from '../../../kernel/errors.ts';
import { inTurns } from '../../../kernel/turns.ts';
import type { Out } from '../../../kernel/types.ts';
import { anyText } from '../../../kernel/any-text.ts';
import type { PriceUpdateResult } from './types.ts';

/** The error of a row that a price storage rejected, for a response. */
export type PriceResult = Out<typeof PriceUpdateResult>;

/**
 * An error of a row for a response. Some price storages put the values into the message too, others keep its
 * placeholders (`filled: false`); the values are listed beside it in any case.
 */
export function fault(error: PlatformError, { filled }: { filled: boolean }): PriceResult {
  return {
    message: filled ? error.text : error.message,
    parameters: Object.values(error.parameters ?? {}).map((value) => anyText(value ?? '')),
  };
}

/** A row of the input after its check: its faults, or the row in a form that only valid rows have. */
type CheckedRow<V> = { readonly faults: readonly PriceResult[] } | { readonly valid: V };

/** The rows without a fault, and the faults of the others. */
export async function partition<R, V>(
  rows: readonly R[],
  check: (row: R) => CheckedRow<V>,
): Promise<{ valid: V[]; faults: PriceResult[] }> {
  const faults: PriceResult[] = [];
  const valid: V[] = [];
  await inTurns(rows, (row) => {
    const checked = check(row);
    if ('valid' in checked) valid.push(checked.valid);
    else faults.push(...checked.faults);
  });
  return { valid, faults };
}

/** Whether a price or cost of the input is present and not negative. */
export function isAmount(amount: number | null | undefined): amount is number {
  return amount !== null && amount !== undefined && amount >= 0;
}
