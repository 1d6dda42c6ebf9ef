import { decimal } from '../../kernel/money.ts';

/** The available quantity of a SKU in a source. */
interface AvailableItem {
  readonly source: string;
  readonly sku: string;
  /** The SKU for comparison. */
  readonly key: string;
  readonly qty: number;
}

/** The quantity to take from a source. */
export interface Allocation extends AvailableItem {
  readonly deduction: number;
}

/**
 * Allocates quantities, by the key of their SKU, to items in their order: as much of each as is available and still
 * needed. The result has all items, including those with nothing taken.
 */
export function allocate(
  items: readonly AvailableItem[],
  quantities: ReadonlyMap<string, number>,
): { readonly items: readonly Allocation[]; readonly isComplete: boolean } {
  const left = new Map([...quantities].map(([key, qty]) => [key, decimal(qty)]));
  const allocations = items.map((item) => {
    const needed = left.get(item.key) ?? decimal(0);
    const deduction = Math.max(Math.min(needed.toNumber(), item.qty), 0);
    left.set(item.key, needed.minus(deduction));
    return { ...item, deduction };
  });
  return { items: allocations, isComplete: [...left.values()].every((rest) => rest.isZero()) };
}
