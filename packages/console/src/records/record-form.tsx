import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RouteFields } from '../../../../src/faces/console-server/route-fields.ts';
import { requestTo } from '../calls.ts';
import { OutcomeOf, useAction, type Outcome } from '../parts/action.tsx';
import { RequestPreview } from '../parts/call-dialog.tsx';
import { fieldOfError, FormFailureContext } from '../parts/form-failure.ts';
import { FormFields, useSavedValues } from '../parts/form-fields.tsx';
import { useSession } from '../session.ts';
import { useUnsaved } from '../unsaved.ts';
import { argumentsFor, type Entity, type Options, type RecordFields } from './entity.ts';
import { FieldInputs, type FieldInputsProperties } from './field-input.tsx';
import { arranged, changeArguments, contextOf, keptFields, newArguments, shapeOf } from './form-shape.ts';
import { JsonDraft } from './json-draft.tsx';
import { t } from '../texts/text.ts';

/** The form of a record. */
interface RecordFormProperties {
  readonly entity: Entity;
  /** The key of the record; undefined: a new one. */
  readonly id: string | undefined;
  /** The record as it is stored. */
  readonly record: RecordFields;
  /** The route that saves the record, with its declared input. */
  readonly route: string;
  readonly fields: RouteFields;
  readonly choices: ReadonlyMap<string, Options>;
  /** Whether the caller may save the record. */
  readonly isReadOnly: boolean;
  /** Takes the response of the call that saved the record, and the record. */
  readonly saved: (response: unknown, record: RecordFields) => void;
}

/** A form of the declared types of the route that saves a record, with the record as JSON beside it. */
export function RecordForm({ entity, id, record, route, fields, choices, isReadOnly, saved }: RecordFormProperties) {
  const { call } = useSession();
  const [draft, setDraft] = useState<RecordFields>(record);
  const [others, setOthers] = useState<RecordFields>({});
  const [isJson, setJson] = useState(false);
  const [fault, setFault] = useState<string>();
  const { outcome, isBusy, run, clear } = useAction();
  const { isWaiting, wait } = useSavedValues();
  const isLocked = isBusy || isWaiting;
  const form = useRef<HTMLFormElement>(null);
  const isEdited = JSON.stringify([draft, others]) !== JSON.stringify([record, {}]);
  useUnsaved(isEdited && !isReadOnly && !isWaiting);
  const shape = shapeOf(entity, fields, route);
  const inputWith = (stored: RecordFields): RecordFields =>
    id === undefined
      ? { ...newArguments(entity, shape, draft), ...others }
      : {
          ...argumentsFor(route, id),
          ...changeArguments(entity, shape, route, stored, { shown: record, draft }),
          ...others,
        };
  const kept = id === undefined ? [] : keptFields(entity, shape, { shown: record, draft });
  const names = [...shape.record, ...shape.others].map(({ name }) => name);
  const failure = outcome?.isFailure ? outcome : undefined;
  const wrong = useWrongField(form, failure, names);
  const discard = (): void => {
    setDraft(record);
    setOthers({});
    setFault(undefined);
    clear();
  };
  const save = async (): Promise<void> => {
    let response: unknown;
    const isDone = await run(async () => {
      const { read } = entity.routes;
      // Fields that are always sent have the values that others saved meanwhile.
      const isRead = id !== undefined && read !== undefined && entity.alwaysSent !== undefined;
      const stored = isRead ? await call<RecordFields>(read, argumentsFor(read, id)) : record;
      response = await call(route, inputWith(stored));
      return t('Saved.');
    });
    if (!isDone) return;
    wait();
    saved(response, draft);
  };
  const context = contextOf(entity, fields, choices, isReadOnly);
  const [main, more] = arranged(entity, shape.record);
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormatTabs isJson={isJson} isFaulty={fault !== undefined} choose={setJson} />
      <FormFields isBusy={isLocked}>
        {isJson ? (
          <JsonDraft draft={draft} isReadOnly={isReadOnly} set={setDraft} report={setFault} />
        ) : (
          <FormFailureContext.Provider value={failure && { field: wrong, text: failure.text }}>
            <div class="cards">
              <FieldInputs fields={main} value={draft} set={setDraft} context={context} />
              <FieldInputs fields={shape.others} value={others} set={setOthers} context={context} />
            </div>
            <MoreFields
              fields={more}
              isOpen={more.some(({ name }) => name === wrong)}
              value={draft}
              set={setDraft}
              context={context}
            />
          </FormFailureContext.Provider>
        )}
      </FormFields>
      {(isJson || wrong === undefined) && <OutcomeOf outcome={failure} />}
      <KeptFields names={kept} />
      {isEdited && <RequestPreview requests={[requestTo(route, inputWith(record))]} />}
      {!isReadOnly && (
        <FormButtons
          label={id === undefined ? t('Create {record}', { record: entity.noun[0] }) : t('Save')}
          isIdle={isLocked || !isEdited}
          isFaulty={fault !== undefined}
          discard={discard}
        />
      )}
    </form>
  );
}

/** Says that removing fields from the JSON of a record does not empty them. */
function KeptFields({ names }: { names: readonly string[] }) {
  return (
    <div role="status">
      {names.length > 0 && (
        <p class="notice">
          {t('Removed fields keep their values: {names}. To empty a field, enter an empty value, such as "" or [].', {
            names: names.join(', '),
          })}
        </p>
      )}
    </div>
  );
}

/** The field that the error of a form is about, which gets the focus. */
function useWrongField(
  form: RefObject<HTMLFormElement | null>,
  failure: Outcome | undefined,
  names: readonly string[],
): string | undefined {
  const wrong = failure && fieldOfError(failure.error, names);
  useEffect(() => {
    if (wrong === undefined) return;
    form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"] :is(input, select, textarea)`)?.focus();
  }, [failure]);
  return wrong;
}

function FormatTabs({
  isJson,
  isFaulty,
  choose,
}: {
  isJson: boolean;
  isFaulty: boolean;
  choose: (isJson: boolean) => void;
}) {
  return (
    <div class="tabs" role="group" aria-label={t('Format')}>
      <button type="button" aria-pressed={!isJson} disabled={isFaulty} onClick={() => choose(false)}>
        {t('Form')}
      </button>
      <button type="button" aria-pressed={isJson} onClick={() => choose(true)}>
        JSON
      </button>
    </div>
  );
}

function MoreFields({ isOpen, ...inputs }: FieldInputsProperties & { isOpen: boolean }) {
  if (inputs.fields.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>{t('More fields')}</summary>
      <div class="cards">
        <FieldInputs {...inputs} />
      </div>
    </details>
  );
}

function FormButtons({
  label,
  isIdle,
  isFaulty,
  discard,
}: {
  label: string;
  isIdle: boolean;
  isFaulty: boolean;
  discard: () => void;
}) {
  return (
    <div class="actions">
      <button type="submit" class="primary" disabled={isIdle || isFaulty}>
        {label}
      </button>
      <button type="button" disabled={isIdle} onClick={discard}>
        {t('Discard changes')}
      </button>
    </div>
  );
}
