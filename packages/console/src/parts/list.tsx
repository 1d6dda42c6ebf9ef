import type { ComponentChildren } from 'preact';
import { Loaded, useLoad, type Load } from '../load.tsx';
import { OutcomeOf, useAction, type Outcome } from './action.tsx';
import { Table, type TableProperties } from './table.tsx';

/** Things that a page lists, and what is done about them. */
export interface Listed<T> {
  readonly load: Load<readonly T[]>;
  readonly outcome: Outcome | undefined;
  readonly isBusy: boolean;
  /** Does something about them, one thing at a time, and reads them anew. */
  act(work: () => Promise<string>): Promise<void>;
}

/** Reads what a list shows, anew whenever one of `inputs` changes or something was done about it. */
export function useList<T>(
  read: (signal: AbortSignal) => Promise<readonly T[]>,
  inputs: readonly unknown[] = [],
): Listed<T> {
  const load = useLoad(read, inputs);
  const { outcome, isBusy, run } = useAction();
  const act = async (work: () => Promise<string>): Promise<void> => {
    await run(work);
    load.reload();
  };
  return { load, outcome, isBusy, act };
}

/** The button that opens what makes a further one. */
interface Adding {
  readonly label: string;
  open(): void;
}

/** A list, with what can be done on all of it before, and what came of the last that was done. */
export function List<T>({
  of: { load, outcome },
  head,
  add,
  ...table
}: { of: Listed<T>; head?: ComponentChildren; add?: Adding } & Omit<TableProperties<T>, 'rows'>) {
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
      <OutcomeOf outcome={outcome} />
      <Loaded of={load}>{(rows) => <Table {...table} rows={rows} />}</Loaded>
    </>
  );
}
