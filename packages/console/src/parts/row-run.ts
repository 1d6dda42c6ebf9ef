import { useEffect, useRef, useState } from 'preact/hooks';
import { SoukError } from '../../../client/src/index.ts';
import { messageOf } from '../load.tsx';
import { useUnsaved } from '../unsaved.ts';
import { t } from '../texts/text.ts';

/** Calls that a run has under way at once. */
const PARALLEL = 4;

/** A record for which an action failed, and why. */
interface RowFailure<T> {
  readonly row: T;
  readonly reason: string;
}

/** The progress of an action on records. */
export interface RowRun<T> {
  readonly rows: readonly T[];
  readonly isOver: boolean;
  readonly succeeded: readonly T[];
  readonly failures: readonly RowFailure<T>[];
}

/** Runs an action on records, a few at a time, until it is stopped. Leaving the page asks first, and stops it. */
export function useRowRun<T>() {
  const [state, setState] = useState<RowRun<T>>();
  const [isStopping, setStopping] = useState(false);
  const isStopped = useRef(false);
  const isRunning = state !== undefined && !state.isOver;
  useEffect(() => () => void (isStopped.current = true), []);
  const stop = (): void => {
    isStopped.current = true;
    setStopping(true);
  };
  useUnsaved(isRunning, {
    question: t('Leave the page? The records that are not done yet stay unchanged.'),
    leave: stop,
  });
  /** Returns the records that did not succeed. */
  const run = async (rows: readonly T[], perform: (row: T) => Promise<void>): Promise<readonly T[]> => {
    isStopped.current = false;
    setStopping(false);
    const { succeeded } = await runEach(rows, perform, isStopped, setState);
    const done = new Set(succeeded);
    return rows.filter((row) => !done.has(row));
  };
  return { state, isRunning, isStopping, run, stop };
}

/** Performs an action for each record until it is stopped, and reports each step. Returns the last report. */
async function runEach<T>(
  rows: readonly T[],
  perform: (row: T) => Promise<void>,
  isStopped: { current: boolean },
  report: (state: RowRun<T>) => void,
): Promise<RowRun<T>> {
  const succeeded: T[] = [];
  const failures: RowFailure<T>[] = [];
  const state = (isOver: boolean): RowRun<T> => ({
    rows,
    isOver,
    succeeded: [...succeeded],
    failures: [...failures],
  });
  report(state(false));
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < rows.length && !isStopped.current) {
      const row = rows[next++]!;
      try {
        await perform(row);
        succeeded.push(row);
      } catch (error) {
        failures.push({ row, reason: messageOf(error) });
        if (concernsAll(error)) isStopped.current = true;
      }
      report(state(false));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const last = state(true);
  report(last);
  return last;
}

/** Whether a failure is none of the record: the server is unreachable, the caller is not allowed or makes too many calls. */
function concernsAll(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof SoukError && [401, 403, 429].includes(error.status));
}
