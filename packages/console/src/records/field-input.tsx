import type { FormField } from '../../../../src/faces/console-server/route-fields.ts';
import { Field } from '../parts/field.tsx';
import { textOf } from '../values.ts';
import { ConditionTree } from './conditions/condition-tree.tsx';
import { labelOf, type CustomInput, type Options, type RecordFields } from './entity.ts';
import { t } from '../texts/text.ts';
import { language } from '../texts/language.ts';

/** What the inputs of a form know beside their values. */
export interface FormContext {
  /** The fields of object types, by name. */
  readonly types: Readonly<Record<string, readonly FormField[]>>;
  readonly choices: ReadonlyMap<string, Options>;
  readonly labels: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
  readonly required: readonly string[];
  readonly hidden: readonly string[];
  readonly long: readonly string[];
  readonly inputs: Readonly<Record<string, CustomInput>>;
  readonly isReadOnly: boolean;
}

interface InputProperties {
  readonly field: FormField;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
  readonly context: FormContext;
  /** Follows the labels of fields in rows, so that each has a name of its own. */
  readonly suffix?: string;
}

/** The input of a field by its declared type: a control with its label, a group of fields, or rows. */
export function FieldInput(properties: InputProperties) {
  const { field, context, suffix = '' } = properties;
  const { name, kind } = field;
  const label = `${labelOf(name, context.labels)}${suffix}`;
  const input = context.inputs[name];
  if (input !== undefined) {
    const { value, set } = properties;
    return <ConditionTree label={label} input={input} value={value} set={set} isReadOnly={context.isReadOnly} />;
  }
  if (kind === 'object') return <ObjectInput {...properties} label={label} />;
  if (kind === 'list') {
    if (context.choices.has(name)) return <CheckedValues {...properties} label={label} />;
    return <Rows {...properties} label={label} />;
  }
  const isRequired = field.isRequired || context.required.includes(name);
  return (
    <Field label={isRequired && kind !== 'flag' ? `${label} *` : label} name={name} hint={context.hints[name]}>
      <Control {...properties} />
    </Field>
  );
}

/** The inputs of the fields of an object. */
export interface FieldInputsProperties {
  readonly fields: readonly FormField[];
  readonly value: RecordFields;
  readonly set: (next: RecordFields) => void;
  readonly context: FormContext;
  readonly suffix?: string;
}

/** The fields of an object, in columns where there is room. */
export function FieldInputs({ fields, value, set, context, suffix }: FieldInputsProperties) {
  return (
    <>
      {fields
        .filter(({ name }) => !context.hidden.includes(name))
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={value[field.name]}
            set={(next) => set({ ...value, [field.name]: next })}
            context={context}
            {...(suffix !== undefined && { suffix })}
          />
        ))}
    </>
  );
}

function ObjectInput({ field, value, set, context, suffix, label }: InputProperties & { label: string }) {
  const fields = context.types[field.type ?? ''] ?? [];
  if (fields.length === 0) return null;
  const inputs = (
    <FieldInputs
      fields={fields}
      value={recordOf(value)}
      set={set}
      context={context}
      {...(suffix !== undefined && { suffix })}
    />
  );
  // Extension attributes are fields of the record for people.
  if (field.name === 'extension_attributes') return inputs;
  if (value === undefined || value === null) {
    return context.isReadOnly ? null : (
      <div class="wide">
        <button type="button" onClick={() => set({})}>
          {t('Add {record}', { record: lower(label) })}
        </button>
      </div>
    );
  }
  return (
    <fieldset class="wide" data-field={field.name}>
      <legend>{label}</legend>
      <div class="cards">{inputs}</div>
    </fieldset>
  );
}

function Rows({ field, value, set, context, label }: InputProperties & { label: string }) {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const fields = field.type === undefined ? undefined : (context.types[field.type] ?? []);
  const one = singular(label);
  const change = (i: number, next: unknown): void => set(rows.map((row, at) => (at === i ? next : row)));
  return (
    <fieldset class="wide" data-field={field.name}>
      <legend>{label}</legend>
      {rows.map((row, i) => (
        <div key={i} class="form-row">
          <div class="cards">
            {fields ? (
              <FieldInputs
                fields={fields}
                value={recordOf(row)}
                set={(next) => change(i, next)}
                context={context}
                suffix={` (${lower(one)} ${i + 1})`}
              />
            ) : (
              <Field label={`${one} ${i + 1}`}>
                <Control
                  field={{ name: field.name, kind: field.items ?? 'any', isRequired: false }}
                  value={row}
                  set={(next) => change(i, next)}
                  context={context}
                />
              </Field>
            )}
          </div>
          {!context.isReadOnly && (
            <button type="button" onClick={() => set(rows.filter((_, at) => at !== i))}>
              {t('Remove {record} {number}', { record: lower(one), number: i + 1 })}
            </button>
          )}
        </div>
      ))}
      {!context.isReadOnly && (
        <button type="button" onClick={() => set([...rows, fields ? {} : ''])}>
          {t('Add {record}', { record: lower(one) })}
        </button>
      )}
    </fieldset>
  );
}

/** A list of values that are chosen by checkboxes. */
function CheckedValues({ field, value, set, context, label }: InputProperties & { label: string }) {
  const chosen = new Set((Array.isArray(value) ? value : []).map(textOf));
  const options = context.choices.get(field.name) ?? [];
  const isRequired = field.isRequired || context.required.includes(field.name);
  const toggle = (one: string, isChosen: boolean): void => {
    const next = options.map(([key]) => key).filter((key) => (key === one ? isChosen : chosen.has(key)));
    set(field.items === 'text' ? next : next.map(Number));
  };
  return (
    <fieldset class="checked" data-field={field.name}>
      <legend>{isRequired ? `${label} *` : label}</legend>
      {options.map(([key, text]) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.has(key)}
            disabled={context.isReadOnly}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function Control({ field: { name, kind }, value, set, context }: InputProperties) {
  const { isReadOnly } = context;
  const options = context.choices.get(name);
  const common = { name, disabled: isReadOnly };
  const text = typeof value === 'boolean' ? (value ? '1' : '0') : textOf(value);
  const setText = (next: string): void => set(typedValue(kind, next));
  if (options) {
    return (
      <select {...common} value={text} onChange={(event) => setText(event.currentTarget.value)}>
        {!options.some(([one]) => one === text) && <option value={text}>{text}</option>}
        {options.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'flag') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={value === true || value === 1 || value === '1'}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  }
  if (context.long.includes(name)) {
    return <textarea {...common} rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />;
  }
  return <input {...common} {...inputs[kind]} value={text} onInput={(event) => setText(event.currentTarget.value)} />;
}

const inputs = {
  text: { type: 'text' },
  secret: { type: 'password', autocomplete: 'new-password' },
  time: { type: 'text', placeholder: t('YYYY-MM-DD HH:MM:SS') },
  integer: { type: 'number', step: '1' },
  number: { type: 'number', step: 'any' },
  any: { type: 'text' },
  flag: {},
  object: {},
  list: {},
} as const;

function typedValue(kind: FormField['kind'], text: string): unknown {
  if (kind === 'flag') return text === '1';
  if (kind !== 'integer' && kind !== 'number') return text;
  return text === '' ? null : Number(text);
}

function recordOf(value: unknown): RecordFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The label of one entry of a list; only English labels tell it. */
function singular(label: string): string {
  if (language !== 'en') return label;
  if (label.endsWith('resses')) return label.slice(0, -2);
  return label.replace(/ies$/, 'y').replace(/s$/, '');
}

/** A label within a sentence. German nouns begin with a capital everywhere. */
const lower = (label: string): string => (language === 'en' ? label.charAt(0).toLowerCase() + label.slice(1) : label);
