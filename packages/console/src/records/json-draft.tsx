import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import type { RecordFields } from './entity.ts';
import { t } from '../texts/text.ts';

/** The record of a form as JSON; `report` takes the fault of a text that is no record, undefined for none. */
export function JsonDraft({
  draft,
  isReadOnly,
  set,
  report,
}: {
  draft: RecordFields;
  isReadOnly: boolean;
  set: (draft: RecordFields) => void;
  report: (fault: string | undefined) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(draft, undefined, 2));
  const [fault, setFault] = useState<string>();
  const change = (typed: string): void => {
    setText(typed);
    const parsed = recordIn(typed);
    if (typeof parsed === 'object') set(parsed);
    const next = typeof parsed === 'string' ? parsed : undefined;
    setFault(next);
    report(next);
  };
  return (
    <>
      <Field label={isReadOnly ? t('Record (read-only)') : t('Record (editable)')}>
        <textarea
          spellcheck={false}
          readOnly={isReadOnly}
          rows={24}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </Field>
      {fault !== undefined && (
        <p class="notice failure" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

/** The record that a text is, or the fault of the text. */
function recordIn(text: string): RecordFields | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : t('The record is an object: { … }.');
  } catch (error) {
    return error instanceof Error ? error.message : t('The text is not JSON.');
  }
}
