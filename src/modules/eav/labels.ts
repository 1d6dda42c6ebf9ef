import type { Call } from '../../kernel/call.ts';

/** A label as the interface sends it: of one store view, or of the default scope (store 0). */
interface SentLabel {
  readonly store_id?: number | null;
  readonly label?: string | null;
}

/**
 * Labels of single store views, by store id: later entries win; entries without a text, of the default scope and of
 * unknown stores are skipped.
 */
export function storeLabelsOf(call: Call, input: readonly SentLabel[]): Map<number, string> {
  const labels = new Map<number, string>();
  for (const { store_id: storeId, label } of input) {
    if (storeId && label && call.services.store.view(storeId)) labels.set(storeId, label);
  }
  return labels;
}

/** The label of the default scope; undefined when the input has none. */
export function adminLabelOf(input: readonly SentLabel[]): string | undefined {
  return input.findLast((entry) => entry.store_id === 0 && entry.label)?.label ?? undefined;
}
