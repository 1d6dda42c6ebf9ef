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

/** The arguments that save a record: its fields in the input of the route; of a new record those with a value. */
export function argumentsWith({ argument }: Entity, { record }: FormShape, draft: RecordFields, isNew: boolean) {
  const names = new Set(record.map(({ name }) => name));
  const fields = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => names.has(name) && !(isNew && (value === null || value === ''))),
  );
  return argument === undefined ? fields : { [argument]: fields };
}

/** The names of all fields that a form can have. */
export function namesIn({ fields, types }: RouteFields): string[] {
  return [...new Set([...fields, ...Object.values(types).flat()].map(({ name }) => name))];
}

/** The choices of an entity, with those that all entities share. */
export function choicesOf({ choices = {} }: Entity): Readonly<Record<string, Choice>> {
  return { ...commonChoices, ...choices };
}

/** What the inputs of a form know. */
export function contextOf(
  { labels = {}, hints = {}, required = [], hidden = [], long = [], inputs = {} }: Entity,
  { types }: RouteFields,
  choices: ReadonlyMap<string, Options>,
  isReadOnly: boolean,
): FormContext {
  return { types, choices, labels, hints, required, hidden, long, inputs, isReadOnly };
}
