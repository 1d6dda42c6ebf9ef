import { Field } from '../parts/field.tsx';

/** Names of the statuses of operations, by the interface's numbers. */
export const statusNames: ReadonlyMap<number, string> = new Map([
  [1, 'complete'],
  [2, 'failed temporarily'],
  [3, 'failed permanently'],
  [4, 'open'],
  [5, 'rejected'],
]);

const kinds: ReadonlyMap<number, string> = new Map([
  [1, 'good'],
  [2, 'warn'],
  [3, 'bad'],
  [5, 'bad'],
]);

interface Counted {
  readonly operation_count: number | null;
  readonly counts: readonly { readonly status: number | null; readonly count: number | null }[] | null;
}

/** How many operations of a bulk have a status. */
export function countOf({ counts }: Counted, status: number): number {
  return counts?.find((one) => one.status === status)?.count ?? 0;
}

/** Whether all operations of a bulk have ended. */
export function isOver(bulk: Counted): boolean {
  return countOf(bulk, 4) === 0;
}

/** The progress of a bulk, by status. */
export function Progress({ bulk }: { bulk: Counted }) {
  const all = Math.max(1, bulk.operation_count ?? 0);
  const ended = (bulk.operation_count ?? 0) - countOf(bulk, 4);
  const text = [...statusNames]
    .flatMap(([status, name]) => (countOf(bulk, status) > 0 ? [`${countOf(bulk, status)} ${name}`] : []))
    .join(', ');
  return (
    <div class="progress">
      <div
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={bulk.operation_count ?? 0}
        aria-valuenow={ended}
        aria-label={text || 'no operations'}
      >
        {[...kinds].map(([status, kind]) => (
          <i key={status} class={kind} style={{ width: `${(100 * countOf(bulk, status)) / all}%` }} />
        ))}
      </div>
      <small>{text}</small>
    </div>
  );
}

/** A selection of a status of operations; empty for all. */
export function StatusChoice(asked: { label: string; status: string; choose(status: string): void }) {
  return (
    <Field label={asked.label}>
      <select value={asked.status} onChange={(event) => asked.choose(event.currentTarget.value)}>
        <option value="">any</option>
        {[...statusNames].map(([number, name]) => (
          <option key={number} value={String(number)}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
