import { OutcomeOf } from './action.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { RowAction } from './row-actions.ts';
import type { RowRun } from './row-run.ts';
import { countText } from '../texts/format.ts';
import { t, tn } from '../texts/text.ts';

/** The progress of an action while it runs, then its result, with each failure and its reason. */
export function RunReport<T>({
  state: { rows, isOver, succeeded, failures },
  action,
  noun,
  nameOf,
}: {
  state: RowRun<T>;
  action: RowAction<T>;
  /** The noun that is counted. */
  noun: readonly [one: string, many: string];
  nameOf: (row: T) => string;
}) {
  const ended = succeeded.length + failures.length;
  if (!isOver) {
    const text = t('{done} of {records}', { done: ended, records: countText(rows.length, noun) });
    return (
      <ProgressBar
        all={rows.length}
        parts={[
          ['good', succeeded.length],
          ['bad', failures.length],
        ]}
        text={failures.length > 0 ? `${text}. ${failureText(failures.length)}` : text}
        label={text}
      />
    );
  }
  const rest = rows.length - ended;
  const sentences = [
    ...(succeeded.length > 0 ? [action.done(countText(succeeded.length, noun))] : []),
    ...(failures.length > 0 ? [failureText(failures.length)] : []),
    ...(rest > 0 ? [t('Stopped: {records} not changed.', { records: countText(rest, noun) })] : []),
  ];
  return (
    <>
      <OutcomeOf outcome={{ text: sentences.join(' '), isFailure: failures.length > 0 }} />
      {failures.length > 0 && (
        <ul>
          {failures.map(({ row, reason }, i) => (
            <li key={i}>{t('{name}: {reason}', { name: nameOf(row), reason })}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const failureText = (count: number): string => tn(count, '{count} failed.', '{count} failed.');
