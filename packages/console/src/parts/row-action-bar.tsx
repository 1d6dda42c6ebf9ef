import { useEffect, useRef, useState } from 'preact/hooks';
import { requestTo } from '../calls.ts';
import { useSession } from '../session.ts';
import { OutcomeOf, useAction } from './action.tsx';
import { RequestPreview } from './call-dialog.tsx';
import { Dialog } from './dialog.tsx';
import type { RowAction } from './row-actions.ts';
import { useRowRun } from './row-run.ts';
import { RunReport } from './run-report.tsx';
import type { Selection } from './selection.tsx';
import { countText } from '../texts/format.ts';
import { t } from '../texts/text.ts';

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
  const isEmpty = page.length === 0 && rows.length === 0;
  const [action, setAction] = useState<RowAction<T>>();
  const { outcome, isBusy, run } = useAction();
  const selectAll = async (read: () => Promise<readonly T[]>): Promise<string> => {
    const all = await read();
    selection.replace(all);
    return t('{records} selected.', { records: countText(all.length, noun) });
  };
  return (
    <>
      <div class="actions selection" role="group" aria-label={t('Selected rows')} hidden={isEmpty}>
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

function ActionDialog<T>({
  action,
  selection,
  noun,
  nameOf,
  changed,
  close,
}: RowActionBarProperties<T> & { action: RowAction<T>; close: () => void }) {
  const { call } = useSession();
  // The selection changes with the run: these are left to do.
  const [rows, setRows] = useState(selection.rows);
  const { state, isRunning, isStopping, run, stop } = useRowRun<T>();
  const content = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone; the keyboard stays in the dialog.
  useEffect(() => {
    if (state !== undefined) content.current?.focus();
  }, [isRunning]);
  const perform = async (row: T): Promise<void> => {
    const { route, input } = action.request(row);
    if ((await call(route, input)) === false) throw new Error(t('Its state does not allow it.'));
  };
  const start = async (): Promise<void> => {
    const left = await run(rows, perform);
    setRows(left);
    selection.replace(left);
    changed();
  };
  const records = countText(rows.length, noun);
  return (
    <Dialog
      title={action.question(countText((state?.rows ?? rows).length, noun))}
      close={close}
      mayClose={() => {
        // A run is stopped first, and says what it did.
        if (isRunning) stop();
        return !isRunning;
      }}
    >
      <div ref={content} class="stack" tabIndex={-1}>
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
          </>
        ) : (
          <RunReport state={state} action={action} noun={noun} nameOf={nameOf} />
        )}
        <div class="actions">
          {isRunning && (
            <button type="button" disabled={isStopping} onClick={stop}>
              {isStopping ? t('Stopping…') : t('Stop')}
            </button>
          )}
          {!isRunning && rows.length > 0 && (
            <button type="button" class="primary" onClick={() => void start()}>
              {state === undefined ? action.label : t('Try again with {records}', { records })}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
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
