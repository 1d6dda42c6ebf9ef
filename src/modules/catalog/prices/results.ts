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

/** The rows without a fault, and the faults of the others. */
export async function partition<R>(
  rows: readonly R[],
  faultsOf: (row: R) => PriceResult[],
): Promise<{ valid: R[]; faults: PriceResult[] }> {
  const faults: PriceResult[] = [];
  const valid: R[] = [];
  await inTurns(rows, (row) => {
    const own = faultsOf(row);
    if (own.length > 0) faults.push(...own);
    else valid.push(row);
  });
  return { valid, faults };
}
