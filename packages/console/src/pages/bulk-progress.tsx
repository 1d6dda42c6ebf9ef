import { Field } from '../parts/field.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { t } from '../texts/text.ts';

/** Names of the statuses of operations, by the interface's numbers. */
export const statusNames: ReadonlyMap<number, string> = new Map([
  [1, t('complete')],
  [2, t('failed temporarily')],
  [3, t('failed permanently')],
  [4, t('open')],
  [5, t('rejected')],
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
  const text = [...statusNames]
    .flatMap(([status, name]) => (countOf(bulk, status) > 0 ? [`${countOf(bulk, status)} ${name}`] : []))
    .join(', ');
  return (
    <ProgressBar
      all={bulk.operation_count ?? 0}
      parts={[...kinds].map(([status, kind]) => [kind, countOf(bulk, status)])}
      text={text}
      label={text || t('no operations')}
    />
  );
}

/** A selection of a status of operations; empty for all. */
export function StatusChoice(asked: { label: string; status: string; choose(status: string): void }) {
  return (
    <Field label={asked.label}>
      <select value={asked.status} onChange={(event) => asked.choose(event.currentTarget.value)}>
        <option value="">{t('any')}</option>
        {[...statusNames].map(([number, name]) => (
          <option key={number} value={String(number)}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
