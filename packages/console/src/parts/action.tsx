import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../load.tsx';

/** What came of something that a person has done. */
export interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Does what a person asks for, one thing at a time, and keeps what came of it. */
export function useAction() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  /** Gives whether it succeeded. */
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

/** Says what came of an action, aloud where the page is heard. */
export function OutcomeOf({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div role="status" aria-live="polite">
      {outcome && <p class={`notice ${outcome.isFailure ? 'failure' : 'success'}`}>{outcome.text}</p>}
    </div>
  );
}

/** A form that does something when it is sent, with the values of its fields by name. */
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
