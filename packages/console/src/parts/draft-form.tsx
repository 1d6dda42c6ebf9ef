import type { ComponentChildren } from 'preact';
import { OutcomeOf, useAction } from './action.tsx';
import { CallPreview, type ClientCall } from './call-dialog.tsx';
import { FormFields, useSavedValues } from './form-fields.tsx';
import { useSession } from '../session.ts';
import { useUnsaved } from '../unsaved.ts';
import { t } from '../texts/text.ts';

/**
 * A form that saves changed values by a call, which it shows; it keeps its input when the call fails. `saved` loads the values of the form
 * again: the form takes no input until then.
 */
export function DraftForm({
  call,
  hasChanges,
  problem,
  isReadOnly = false,
  submit = t('Save'),
  saved,
  failed,
  discard,
  children,
}: {
  /** The calls that save the present input. */
  call: ClientCall;
  hasChanges: boolean;
  /** The reason why the present input cannot be saved. */
  problem?: string | undefined;
  isReadOnly?: boolean;
  /** Text of the button that saves. */
  submit?: string;
  /** Takes the sentence that reports the success. */
  saved: (text: string) => void;
  /** Called after a failure; with several calls, those before the failed one are done. */
  failed?: () => void;
  discard: () => void;
  children: ComponentChildren;
}) {
  const { shop } = useSession();
  const { outcome, isBusy, run, clear } = useAction();
  const { isWaiting, wait } = useSavedValues();
  useUnsaved(hasChanges && !isWaiting);
  const save = async (): Promise<void> => {
    const isDone = await run(async () => {
      if (problem !== undefined) throw new Error(problem);
      await call(shop);
      return t('Saved.');
    });
    if (isDone) {
      wait();
      saved(t('Saved.'));
    } else failed?.();
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormFields isBusy={isBusy || isWaiting}>{children}</FormFields>
      {outcome?.isFailure && <OutcomeOf outcome={outcome} />}
      {hasChanges && <CallPreview call={call} />}
      {!isReadOnly && (
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || isWaiting || !hasChanges}>
            {submit}
          </button>
          <button
            type="button"
            disabled={isBusy || isWaiting || !hasChanges}
            onClick={() => {
              clear();
              discard();
            }}
          >
            {t('Discard changes')}
          </button>
        </div>
      )}
    </form>
  );
}
