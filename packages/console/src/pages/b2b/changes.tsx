import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLoad, type Load } from '../../load.tsx';
import { ActionForm, useAction, type Outcome } from '../../parts/action.tsx';
import { Dialog } from '../../parts/dialog.tsx';

/** A loaded record, and the changes of it. */
export interface Changing<T> {
  readonly load: Load<T>;
  readonly outcome: Outcome | undefined;
  readonly isBusy: boolean;
  /** Runs a change and loads the record again; returns whether the change succeeded. */
  act(work: () => Promise<string>): Promise<boolean>;
}

/** Loads a record, again after each change of it. */
export function useChanging<T>(read: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Changing<T> {
  const load = useLoad(read, inputs);
  const { outcome, isBusy, run } = useAction();
  const act = async (work: () => Promise<string>): Promise<boolean> => {
    const isDone = await run(work);
    if (isDone) load.reload();
    return isDone;
  };
  return { load, outcome, isBusy, act };
}

/** A button that opens a form in a dialog. The dialog stays open with the error when the change fails. */
export function DialogButton({
  label,
  button,
  submit = label,
  of: { outcome, isBusy },
  isPrimary = false,
  isDisabled = false,
  send,
  children,
}: {
  label: string;
  /** Text of the button; default: the label, which is the title of the dialog. */
  button?: string;
  submit?: string;
  of: Pick<Changing<unknown>, 'outcome' | 'isBusy'>;
  isPrimary?: boolean;
  isDisabled?: boolean;
  send: (values: Readonly<Record<string, string>>) => Promise<boolean>;
  children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        disabled={isBusy || isDisabled}
        aria-label={button === undefined ? undefined : label}
        onClick={() => setOpen(true)}
      >
        {button ?? label}…
      </button>
      {isOpen && (
        <Dialog title={label} close={() => setOpen(false)}>
          <ActionForm
            label={submit}
            isBusy={isBusy}
            outcome={outcome}
            send={(values) => void send(values).then((isDone) => isDone && setOpen(false))}
          >
            {children}
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
