import { Field } from '../../parts/field.tsx';
import { t } from '../../texts/text.ts';

/** The comment of a new document, and whether the customer gets an email. */
export interface DocumentNote {
  readonly comment: string;
  readonly isNotified: boolean;
}

/** No comment, with an email. */
export const silentNote: DocumentNote = { comment: '', isNotified: true };

/** The arguments of a call for a comment and an email. */
export function noteArguments({ comment, isNotified }: DocumentNote) {
  return {
    notify: isNotified,
    ...(comment !== '' && { appendComment: true, comment: { comment, is_visible_on_front: isNotified ? 1 : 0 } }),
  };
}

/** Inputs for the comment and the email of a document. */
export function NoteInputs({ note, set }: { note: DocumentNote; set: (next: DocumentNote) => void }) {
  return (
    <>
      <Field label={t('Comment (optional)')}>
        <textarea
          rows={3}
          value={note.comment}
          onInput={(event) => set({ ...note, comment: event.currentTarget.value })}
        />
      </Field>
      <label>
        <input
          type="checkbox"
          checked={note.isNotified}
          onChange={(event) => set({ ...note, isNotified: event.currentTarget.checked })}
        />{' '}
        {t('Email the customer')}
      </label>
    </>
  );
}
