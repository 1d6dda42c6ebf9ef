import type { ComponentChildren } from 'preact';
import { Loaded, useLoad, type Load } from '../load.tsx';
import { OutcomeOf, useAction, type Outcome } from './action.tsx';
import { Table, type TableProperties } from './table.tsx';

/** The entries of a list, and the actions on them. */
export interface Listed<T> {
  readonly load: Load<readonly T[]>;
  readonly outcome: Outcome | undefined;
  readonly isBusy: boolean;
  /** Runs an action, one at a time, and reloads the list; returns whether the action succeeded. */
  act(work: () => Promise<string>): Promise<boolean>;
  /** Forgets the result of the last action. */
  clear(): void;
}

/** Loads the entries of a list, again whenever one of `inputs` changes and after each action. */
export function useList<T>(
  read: (signal: AbortSignal) => Promise<readonly T[]>,
  inputs: readonly unknown[] = [],
): Listed<T> {
  const load = useLoad(read, inputs);
  const { outcome, isBusy, run, clear } = useAction();
  const act = async (work: () => Promise<string>): Promise<boolean> => {
    const isDone = await run(work);
    load.reload();
    return isDone;
  };
  return { load, outcome, isBusy, act, clear };
}

/** The button that opens the form of a new entry. */
interface Adding {
  readonly label: string;
  open(): void;
}

/** A table of entries, with a button that adds one and the result of the last action. */
export function List<T>({
  of: { load, outcome },
  head,
  add,
  isFormOpen = false,
  ...table
}: {
  of: Listed<T>;
  head?: ComponentChildren;
  add?: Adding;
  /** Whether a dialog is open, which shows the result of its action itself. */
  isFormOpen?: boolean;
} & Omit<TableProperties<T>, 'rows'>) {
  return (
    <>
      {head}
      {add && (
        <div class="actions">
          <button type="button" class="primary" onClick={add.open}>
            {add.label}
          </button>
        </div>
      )}
      <OutcomeOf outcome={isFormOpen ? undefined : outcome} />
      <Loaded of={load}>{(rows) => <Table {...table} rows={rows} />}</Loaded>
    </>
  );
}
