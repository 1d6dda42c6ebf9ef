import type { FormField } from '../../../../src/faces/console-server/route-fields.ts';
import { Field } from '../parts/field.tsx';
import { tx } from '../texts/elements.tsx';
import { textOf } from '../values.ts';
import { ConditionTree } from './conditions/condition-tree.tsx';
import { labelOf, type CustomInput, type Options, type RecordFields } from './entity.ts';
import { changedRecord, isShownRegion, optionsFor } from './regions.ts';
import { named, t } from '../texts/text.ts';
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
  readonly fixed: readonly string[];
  readonly order: Readonly<Record<string, readonly string[]>>;
  readonly days: readonly string[];
  readonly long: readonly string[];
  readonly inputs: Readonly<Record<string, CustomInput>>;
  readonly isReadOnly: boolean;
}

interface InputProperties {
  readonly field: FormField;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
  readonly context: FormContext;
  /** The object that the field is of. */
  readonly record: RecordFields;
  /** Follows the labels of fields in rows, so that each has a name of its own. */
  readonly suffix?: string;
}

/** The input of a field by its declared type: a control with its label, a group of fields, or rows. */
export function FieldInput(properties: InputProperties) {
  const { field, context, suffix = '' } = properties;
  const { name, kind } = field;
  const label = labelOf(name, context.labels);
  const input = context.inputs[name];
  if (input !== undefined) {
    const { value, set } = properties;
    return (
      <ConditionTree
        label={`${label}${suffix}`}
        input={input}
        value={value}
        set={set}
        isReadOnly={context.isReadOnly}
      />
    );
  }
  if (kind === 'object') return <ObjectInput {...properties} label={label} />;
  if (kind === 'list') {
    if (context.choices.has(name)) return <CheckedValues {...properties} label={label} />;
    return <Rows {...properties} label={label} />;
  }
  const isRequired = field.isRequired || context.required.includes(name);
  return (
    <Field
      label={<Named label={label} suffix={suffix} end={isRequired && kind !== 'flag' ? ' *' : ''} />}
      name={name}
      hint={context.hints[name]}
    >
      <Control {...properties} />
    </Field>
  );
}

/** A label; the suffix that distinguishes the rows of a list is for screen readers, who do not see the row around it. */
function Named({ label, suffix, end = '' }: { label: string; suffix: string | undefined; end?: string }) {
  return (
    <>
      {label}
      {suffix !== undefined && suffix !== '' && <span class="unseen">{suffix}</span>}
      {end}
    </>
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
        .filter((field) => !context.hidden.includes(field.name) && isShownRegion(field, value, context.choices))
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={value[field.name]}
            set={(next) => set(changedRecord(value, field.name, next))}
            context={context}
            record={value}
            {...(suffix !== undefined && { suffix })}
          />
        ))}
    </>
  );
}

function ObjectInput({ field, value, set, context: outer, suffix, label }: InputProperties & { label: string }) {
  const context = contextIn(outer, field.name);
  const fields = fieldsOf(context, field);
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
          {tx('Add {record}', { record: <Named label={lower(label)} suffix={suffix} /> })}
        </button>
      </div>
    );
  }
  return (
    <fieldset class="wide" data-field={field.name}>
      <legend>
        <Named label={label} suffix={suffix} />
      </legend>
      <div class="cards">{inputs}</div>
    </fieldset>
  );
}

/** The fields of an object or of the rows of a list, in the order of the entity. */
function fieldsOf({ types, order }: FormContext, { name, type = '' }: FormField): readonly FormField[] {
  const [fields, first] = [types[type] ?? [], order[name] ?? []];
  return [
    ...first.flatMap((one) => fields.find((field) => field.name === one) ?? []),
    ...fields.filter((field) => !first.includes(field.name)),
  ];
}

/** The context of a part of the record, where what is declared for `part.field` holds. */
function contextIn(context: FormContext, part: string): FormContext {
  const start = `${part}.`;
  const within = (name: string): boolean => name.startsWith(start);
  const own = (name: string): string => name.slice(start.length);
  const choices = [...context.choices].filter(([name]) => within(name));
  return {
    ...context,
    choices: new Map([...context.choices, ...choices.map(([name, options]) => [own(name), options] as const)]),
    hidden: [...context.hidden, ...context.hidden.filter(within).map(own)],
  };
}

function Rows({ field, value, set, context: outer, suffix, label }: InputProperties & { label: string }) {
  const context = contextIn(outer, field.name);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const fields = field.type === undefined ? undefined : fieldsOf(context, field);
  const isFixed = context.isReadOnly || context.fixed.includes(field.name);
  const one = singular(label);
  const change = (i: number, next: unknown): void => set(rows.map((row, at) => (at === i ? next : row)));
  return (
    <fieldset class="wide" data-field={field.name}>
      <legend>
        <Named label={label} suffix={suffix} />
      </legend>
      {rows.map((row, i) => (
        <div key={i} class="form-row">
          {fields && <strong>{`${one} ${i + 1}`}</strong>}
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
              <Field label={<Named label={one} suffix={suffix} end={` ${i + 1}`} />}>
                <Control
                  field={{ name: field.name, kind: field.items ?? 'any', isRequired: false }}
                  value={row}
                  set={(next) => change(i, next)}
                  context={context}
                  record={{}}
                />
              </Field>
            )}
          </div>
          {!isFixed && (
            <button type="button" onClick={() => set(rows.filter((_, at) => at !== i))}>
              {tx('Remove {record} {number}', { record: <Named label={lower(one)} suffix={suffix} />, number: i + 1 })}
            </button>
          )}
        </div>
      ))}
      {!isFixed && (
        <button type="button" onClick={() => set([...rows, fields ? {} : ''])}>
          {tx('Add {record}', { record: <Named label={lower(one)} suffix={suffix} /> })}
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

function Control({ field: { name, kind }, value, set, context, record }: InputProperties) {
  const options = optionsFor(context.choices.get(name), record);
  const common = { name, disabled: context.isReadOnly || context.fixed.includes(name) };
  const text = typeof value === 'boolean' ? (value ? '1' : '0') : textOf(value);
  const setText = (next: string): void => set(typedValue(kind, next));
  if (options) {
    return (
      <select {...common} value={text} onChange={(event) => setText(event.currentTarget.value)}>
        {!options.some(([one]) => one === text) && <option value={text}>{isUnset(name, text) ? '' : text}</option>}
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
  if (context.days.includes(name)) {
    const day = text.slice(0, 10);
    return <input {...common} type="date" value={day} onInput={(event) => setText(event.currentTarget.value)} />;
  }
  if (context.long.includes(name)) {
    return <textarea {...common} rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />;
  }
  return <input {...common} {...inputs[kind]} value={text} onInput={(event) => setText(event.currentTarget.value)} />;
}

/** Whether a value stands for no region. */
const isUnset = (name: string, text: string): boolean => name.endsWith('region_id') && text === '0';

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

/** The label of one entry of a list. English labels tell it, other languages name it. */
function singular(label: string): string {
  if (language !== 'en') return named(`${label} [one]`);
  if (label.endsWith('resses')) return label.slice(0, -2);
  return label.replace(/ies$/, 'y').replace(/s$/, '');
}

/** A label within a sentence. German nouns begin with a capital everywhere. */
const lower = (label: string): string => (language === 'en' ? label.charAt(0).toLowerCase() + label.slice(1) : label);
