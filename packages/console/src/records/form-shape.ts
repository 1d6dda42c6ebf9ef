import type { FormField, RouteFields } from '../../../../src/faces/console-server/route-fields.ts';
import { parametersIn, type Choice, type Entity, type Options, type RecordFields } from './entity.ts';
import { commonChoices } from './choices.ts';
import type { FormContext } from './field-input.tsx';

/** The fields of a form: those of the record, and the further arguments of the route. */
export interface FormShape {
  readonly record: readonly FormField[];
  readonly others: readonly FormField[];
}

/** The fields of the form of an entity from the arguments of the route that saves it. */
export function shapeOf({ argument, hidden = [] }: Entity, { fields, types }: RouteFields, route: string): FormShape {
  const inPath = new Set(parametersIn(route));
  const isOpen = ({ name }: FormField): boolean => !inPath.has(name) && !hidden.includes(name);
  if (argument === undefined) return { record: fields.filter(isOpen), others: [] };
  const type = fields.find(({ name }) => name === argument)?.type ?? '';
  return { record: types[type] ?? [], others: fields.filter((field) => field.name !== argument && isOpen(field)) };
}

/** The fields that come first, in the order of the entity, and the others. */
export function arranged({ main, hidden = [] }: Entity, fields: readonly FormField[]): [FormField[], FormField[]] {
  const first = main.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return [first, fields.filter(({ name }) => !main.includes(name) && !hidden.includes(name))];
}

/** The arguments that create a record: its fields that have a value. */
export function newArguments(entity: Entity, shape: FormShape, draft: RecordFields): RecordFields {
  const hasValue = ([, value]: readonly [string, unknown]): boolean => value !== null && value !== '';
  return placed(entity, shape, Object.fromEntries(Object.entries(draft).filter(hasValue)));
}

/** What a form changes: the record that it shows, and the input. */
export interface RecordChange {
  readonly shown: RecordFields;
  readonly draft: RecordFields;
}

/**
 * The arguments that save a change of a stored record: the changed fields, and those that the entity always sends, as they are in
 * `stored`. So other people's changes of other fields stay.
 */
export function changeArguments(
  entity: Entity,
  shape: FormShape,
  route: string,
  stored: RecordFields,
  change: RecordChange,
): RecordFields {
  const { alwaysSent = [], key } = entity;
  const identity = parametersIn(route).length > 0 ? [] : [key];
  const names = alwaysSent === 'all' ? Object.keys(stored) : [...identity, ...alwaysSent];
  const present = names.filter((name) => Object.hasOwn(stored, name) && !isRemoved(change, name));
  const fields = Object.fromEntries(present.map((name) => [name, stored[name]]));
  return placed(entity, shape, { ...fields, ...changedFields(change, alwaysSent === 'all' ? stored : {}) });
}

/**
 * The fields that the input lacks, and that keep their values, because the route keeps the fields that it does not get. Of extension
 * attributes, the single ones.
 */
export function keptFields(
  { alwaysSent, hidden = [] }: Entity,
  { record }: FormShape,
  { shown, draft }: RecordChange,
): string[] {
  if (alwaysSent === 'all') return [];
  const known = record.map(({ name }) => name).filter((name) => Object.hasOwn(shown, name) && !hidden.includes(name));
  const [before, after] = [shown[EXTENSION], draft[EXTENSION]];
  const extension = isFields(before) && isFields(after) ? Object.keys(before) : [];
  return [
    ...known.filter((name) => isRemoved({ shown, draft }, name)),
    ...extension.filter((name) => !Object.hasOwn(Object(after), name)).map((name) => `${EXTENSION}.${name}`),
  ];
}

/** The fields of the input with another value than the shown record; of extension attributes only those, added to the ones of `base`. */
function changedFields({ shown, draft }: RecordChange, base: RecordFields): RecordFields {
  const changed = Object.entries(draft).filter(([name, value]) => !isSame(value, shown[name]));
  return Object.fromEntries(
    changed.map(([name, value]) => {
      const before = shown[name];
      if (name !== EXTENSION || !isFields(value)) return [name, value];
      const extension = changedFields({ shown: isFields(before) ? before : {}, draft: value }, {});
      return [name, { ...(isFields(base[name]) && base[name]), ...extension }];
    }),
  );
}

const EXTENSION = 'extension_attributes';
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isFields = (value: unknown): value is RecordFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRemoved = ({ shown, draft }: RecordChange, name: string): boolean =>
  Object.hasOwn(shown, name) && !Object.hasOwn(draft, name);

/** Fields of a record in the input of its route, without those that the route does not have. */
function placed({ argument }: Entity, { record }: FormShape, fields: RecordFields): RecordFields {
  const names = new Set(record.map(({ name }) => name));
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)));
  return argument === undefined ? known : { [argument]: known };
}

/** The names of all fields with choices that a form can have. */
export function namesIn({ choices = {} }: Entity, { fields, types }: RouteFields): string[] {
  const ofParts = Object.keys(choices).filter((name) => name.includes('.'));
  return [...new Set([...[...fields, ...Object.values(types).flat()].map(({ name }) => name), ...ofParts])];
}

/** The choices of an entity, with those that all entities share. */
export function choicesOf({ choices = {} }: Entity): Readonly<Record<string, Choice>> {
  return { ...commonChoices, ...choices };
}

/** What the inputs of a form know. */
export function contextOf(
  {
    labels = {},
    hints = {},
    required = [],
    hidden = [],
    fixed = [],
    order = {},
    days = [],
    long = [],
    inputs = {},
  }: Entity,
  { types }: RouteFields,
  choices: ReadonlyMap<string, Options>,
  isReadOnly: boolean,
): FormContext {
  return { types, choices, labels, hints, required, hidden, fixed, order, days, long, inputs, isReadOnly };
}
