import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../load.tsx';
import { fieldOfError, FormFailureContext, type FormFailure } from './form-failure.ts';

/** The result of an action. */
export interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
  /** Of a failure. */
  readonly error?: unknown;
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
      setOutcome({ text: messageOf(error), isFailure: true, error });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { outcome, isBusy, run, clear: () => setOutcome(undefined) };
}

/** Shows the result of an action, and announces it to screen readers. */
export function OutcomeOf({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div role="status" aria-live="polite">
      {outcome && <p class={`notice ${outcome.isFailure ? 'failure' : 'success'}`}>{outcome.text}</p>}
    </div>
  );
}

/**
 * A form that calls `send` with the values of its fields by name. It keeps its input when the action fails, and shows the error of
 * `outcome` at the field that it is about.
 */
export function ActionForm({
  label,
  isBusy,
  outcome,
  send,
  buttons,
  children,
}: {
  label: string;
  isBusy: boolean;
  outcome?: Outcome | undefined;
  send: (values: Readonly<Record<string, string>>) => void;
  /** Further buttons beside the one that sends. */
  buttons?: ComponentChildren;
  children: ComponentChildren;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<FormFailure>();
  useEffect(() => {
    const field = outcome?.isFailure ? focusedField(form.current!, outcome.error) : undefined;
    setFailure(outcome?.isFailure ? { field, text: outcome.text } : undefined);
  }, [outcome]);
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const entries = [...new FormData(event.currentTarget).entries()];
        send(
          Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
        );
      }}
    >
      <FormFailureContext.Provider value={failure}>{children}</FormFailureContext.Provider>
      {failure && failure.field === undefined && (
        <p class="notice failure" role="alert">
          {failure.text}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {label}
        </button>
        {buttons}
      </div>
    </form>
  );
}

/** Moves the focus to the field that an error is about, and returns its name. */
function focusedField(form: HTMLFormElement, error: unknown): string | undefined {
  const controls = [...form.querySelectorAll<HTMLInputElement>('.field[data-field] [name]')];
  const field = fieldOfError(
    error,
    controls.map(({ name }) => name),
  );
  controls.find(({ name }) => name === field)?.focus();
  return field;
}
