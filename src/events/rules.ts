import { linearPattern } from './linear-regexp.ts';

/** A condition on what is told of something that happens, in the interface's words. */
export interface EventRule {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** What conditions are asked of. */
interface RuleSubject {
  /** The values of a field, by its path; several where it leads through lists. */
  valuesOf(field: string): readonly unknown[];
  /** Whether a field has changed. */
  hasChanged(field: string): boolean;
}

/** A condition that was read. */
export type RuleTest = (subject: RuleSubject) => boolean;

type Compare = (value: unknown) => boolean;

/** What compares values, by operator; made once for each rule. Each throws when its value cannot be read. */
const operators: Readonly<Record<string, (wanted: string) => Compare>> = {
  equal: (wanted) => (value) => textOf(value) === wanted,
  regex: (wanted) => {
    const pattern = linearPattern(wanted);
    return (value) => pattern.isIn(textOf(value));
  },
  in: (wanted) => {
    const list = new Set(wanted.split(',').map((one) => one.trim()));
    return (value) => list.has(textOf(value));
  },
  greaterThan: (wanted) => {
    const least = numberOf(wanted);
    return (value) => Number(value) > least;
  },
  lessThan: (wanted) => {
    const most = numberOf(wanted);
    return (value) => Number(value) < most;
  },
};

/** Reads a rule. Throws an error that says what is wrong with it. */
export function readRule({ field, operator, value }: EventRule): RuleTest {
  if (!isFieldPath(field)) throw new Error(`"${field}" is no field`);
  if (operator === 'onChange') return (subject) => subject.hasChanged(field);
  const make = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!make) {
    throw new Error(
      `the operator "${operator}" is unknown; known are ${[...Object.keys(operators), 'onChange'].join(', ')}`,
    );
  }
  const compare = make(value);
  return (subject) => subject.valuesOf(field).some((one) => one !== null && one !== undefined && compare(one));
}

/** Whether a text is a path of fields: `price`, `address.city`, `items[].sku`. */
export function isFieldPath(text: string): boolean {
  return text.length <= 255 && /^\w+(\[\])?(\.\w+(\[\])?)*$/.test(text);
}

/** The values at a path of fields, through lists. */
export function valuesAtPath(from: unknown, path: string): unknown[] {
  return path
    .replaceAll('[]', '')
    .split('.')
    .reduce<unknown[]>(
      (values, name) =>
        values.flatMap((value) => {
          const inside: unknown =
            typeof value === 'object' && value !== null && Object.hasOwn(value, name)
              ? Reflect.get(value, name)
              : undefined;
          return Array.isArray(inside) ? (inside as unknown[]) : [inside];
        }),
      [from],
    );
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function numberOf(text: string): number {
  const number = text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(number)) throw new Error(`"${text}" is no number`);
  return number;
}
