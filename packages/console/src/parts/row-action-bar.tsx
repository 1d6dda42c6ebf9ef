import { useRef, useState } from 'preact/hooks';
import { requestTo } from '../calls.ts';
import { messageOf } from '../load.tsx';
import { useSession } from '../session.ts';
import { useUnsaved } from '../unsaved.ts';
import { OutcomeOf, useAction } from './action.tsx';
import { RequestPreview } from './call-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { RowAction } from './row-actions.ts';
import type { Selection } from './selection.ts';
import { countText } from '../texts/format.ts';
import { t, tn } from '../texts/text.ts';

/** Calls that the dialog shows before the action, and names that it lists. */
const PREVIEWS = 3;
const NAMES = 10;

/** The selected records of a list, and what can be done with all of them. */
interface RowActionBarProperties<T> {
  readonly actions: readonly RowAction<T>[];
  readonly selection: Selection<T>;
  /** The noun that is counted. */
  readonly noun: readonly [one: string, many: string];
  readonly nameOf: (row: T) => string;
  /** The records of the page that is shown. */
  readonly page: readonly T[];
  /** Records that the list finds on all pages. */
  readonly total: number;
  /** Reads them all; absent: the list selects only on its page. */
  readonly readAll?: () => Promise<readonly T[]>;
  /** Reads the list again after an action. */
  readonly changed: () => void;
}

/** The bar above a list with selected records: their number, and the actions. */
export function RowActionBar<T>(bar: RowActionBarProperties<T>) {
  const { actions, selection, noun, page, total, readAll } = bar;
  const { rows } = selection;
  const isWhole = page.length > 0 && page.every((row) => selection.isSelected(row));
  const [action, setAction] = useState<RowAction<T>>();
  const { outcome, isBusy, run } = useAction();
  const selectAll = async (read: () => Promise<readonly T[]>): Promise<string> => {
    const all = await read();
    selection.replace(all);
    return t('{records} selected.', { records: countText(all.length, noun) });
  };
  return (
    <>
      <div class="actions selection" role="group" aria-label={t('Selected rows')}>
        <label>
          <input
            type="checkbox"
            checked={isWhole}
            disabled={page.length === 0}
            onChange={(event) => selection.select(page, event.currentTarget.checked)}
          />{' '}
          {t('All on this page')}
        </label>
        <span class="quiet" role="status">
          {t('{records} selected', { records: countText(rows.length, noun) })}
        </span>
        {rows.length > 0 &&
          actions.map((one) => (
            <button key={one.label} type="button" onClick={() => setAction(one)}>
              {t('{button}…', { button: one.label })}
            </button>
          ))}
        {rows.length > 0 && readAll && total > rows.length && (
          <button type="button" disabled={isBusy} onClick={() => void run(() => selectAll(readAll))}>
            {t('Select all {records}', { records: countText(total, noun) })}
          </button>
        )}
        {rows.length > 0 && (
          <button type="button" onClick={() => selection.replace([])}>
            {t('Clear selection')}
          </button>
        )}
      </div>
      {outcome?.isFailure && <OutcomeOf outcome={outcome} />}
      {action && <ActionDialog {...bar} action={action} close={() => setAction(undefined)} />}
    </>
  );
}

/** A record for which an action failed, and why. */
interface RowFailure<T> {
  readonly row: T;
  readonly reason: string;
}

/** An action on records, one after the other. */
interface Run<T> {
  readonly isOver: boolean;
  readonly succeeded: readonly T[];
  readonly failures: readonly RowFailure<T>[];
}

function ActionDialog<T>({
  action,
  selection,
  noun,
  nameOf,
  changed,
  close,
}: RowActionBarProperties<T> & { action: RowAction<T>; close: () => void }) {
  const { call } = useSession();
  // The selection changes with the run.
  const [rows] = useState(selection.rows);
  const [state, setState] = useState<Run<T>>();
  const isStopped = useRef(false);
  const isRunning = state !== undefined && !state.isOver;
  useUnsaved(isRunning);
  const run = async (): Promise<void> => {
    const perform = async (row: T): Promise<void> => {
      const { route, input } = action.request(row);
      if ((await call(route, input)) === false) throw new Error(t('Its state does not allow it.'));
    };
    const { succeeded } = await runEach(rows, perform, isStopped, setState);
    const done = new Set(succeeded);
    selection.replace(rows.filter((row) => !done.has(row)));
    changed();
  };
  const records = countText(rows.length, noun);
  return (
    <Dialog
      title={action.question(records)}
      close={close}
      mayClose={() => {
        // A run is stopped first, and says what it did.
        isStopped.current = true;
        return !isRunning;
      }}
    >
      <div class="stack">
        {state === undefined ? (
          <>
            <NameList names={rows.map(nameOf)} />
            {action.note !== undefined && <p>{action.note}</p>}
            <RequestPreview
              requests={rows.slice(0, PREVIEWS).map((row) => {
                const { route, input } = action.request(row);
                return requestTo(route, input);
              })}
            />
            <div class="actions">
              <button type="button" class="primary" onClick={() => void run()}>
                {action.label}
              </button>
            </div>
          </>
        ) : (
          <RunReport state={state} rows={rows} action={action} noun={noun} nameOf={nameOf} />
        )}
        {isRunning && (
          <div class="actions">
            <button type="button" onClick={() => (isStopped.current = true)}>
              {t('Stop')}
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Performs an action for each record until it is stopped, and reports each step. Returns the last report. */
async function runEach<T>(
  rows: readonly T[],
  perform: (row: T) => Promise<void>,
  isStopped: { readonly current: boolean },
  report: (state: Run<T>) => void,
): Promise<Run<T>> {
  const succeeded: T[] = [];
  const failures: RowFailure<T>[] = [];
  const state = (isOver: boolean): Run<T> => ({ isOver, succeeded: [...succeeded], failures: [...failures] });
  report(state(false));
  for (const row of rows) {
    if (isStopped.current) break;
    try {
      await perform(row);
      succeeded.push(row);
    } catch (error) {
      failures.push({ row, reason: messageOf(error) });
    }
    report(state(false));
  }
  const last = state(true);
  report(last);
  return last;
}

function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.slice(0, NAMES).map((name, i) => (
        <li key={i}>{name}</li>
      ))}
      {names.length > NAMES && <li class="quiet">{t('and {count} more', { count: names.length - NAMES })}</li>}
    </ul>
  );
}

/** The progress of an action while it runs, then its result. */
function RunReport<T>({
  state: { isOver, succeeded, failures },
  rows,
  action,
  noun,
  nameOf,
}: Pick<RowActionBarProperties<T>, 'noun' | 'nameOf'> & {
  state: Run<T>;
  rows: readonly T[];
  action: RowAction<T>;
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
        text={text}
      />
    );
  }
  const rest = rows.length - ended;
  const sentences = [
    ...(succeeded.length > 0 ? [action.done(countText(succeeded.length, noun))] : []),
    ...(failures.length > 0 ? [tn(failures.length, '{count} failed.', '{count} failed.')] : []),
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
