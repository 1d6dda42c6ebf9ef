import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../load.tsx';

/** The result of an action. */
export interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Runs actions one at a time, and keeps the result of the last one. */
export function useAction() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  /** Returns whether the action succeeded. */
  const run = async (work: () => Promise<string>): Promise<boolean> => {
    setBusy(true);
    setOutcome(undefined);
    try {
      setOutcome({ text: await work(), isFailure: false });
      return true;
    } catch (error) {
      setOutcome({ text: messageOf(error), isFailure: true });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { outcome, isBusy, run };
}

/** Shows the result of an action, and announces it to screen readers. */
export function OutcomeOf({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div role="status" aria-live="polite">
      {outcome && <p class={`notice ${outcome.isFailure ? 'failure' : 'success'}`}>{outcome.text}</p>}
    </div>
  );
}

/** A form that calls `send` with the values of its fields by name. */
export function ActionForm({
  label,
  isBusy,
  send,
  children,
}: {
  label: string;
  isBusy: boolean;
  send: (values: Readonly<Record<string, string>>) => void;
  children: ComponentChildren;
}) {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const entries = [...new FormData(event.currentTarget).entries()];
        send(
          Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
        );
      }}
    >
      {children}
      <div>
        <button type="submit" class="primary" disabled={isBusy}>
          {label}
        </button>
      </div>
    </form>
  );
}
