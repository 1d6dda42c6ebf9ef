import type { PlatformError } from '../../../kernel/errors.ts';
import type { Out } from '../../../kernel/types.ts';
import type { PriceUpdateResult } from './types.ts';

export type PriceResult = Out<typeof PriceUpdateResult>;

/**
 * A fault of a row as storages answer it. Some of them put the values into the message as well, others leave its placeholders
 * (`filled: false`); the values come beside it in any case, as a list.
 */
export function fault(error: PlatformError, { filled }: { filled: boolean }): PriceResult {
  return {
    message: filled ? error.text : error.message,
    parameters: Object.values(error.parameters ?? {}).map((value) => String(value ?? '')),
  };
}

/** The rows without a fault, and the faults of the others. */
export function partition<R>(
  rows: readonly R[],
  faultsOf: (row: R, index: number) => PriceResult[],
): { valid: R[]; faults: PriceResult[] } {
  const faults: PriceResult[] = [];
  const valid = rows.filter((row, i) => {
    const own = faultsOf(row, i);
    faults.push(...own);
    return own.length === 0;
  });
  return { valid, faults };
}
