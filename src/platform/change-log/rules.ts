import { linearPattern } from './linear-regexp.ts';
import { anyText } from '../../kernel/any-text.ts';

/** A condition of a subscription, in the format of the interface. */
export interface EventRule {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** The data that conditions are tested on. */
interface RuleSubject {
  /** The values of a field, by its path; several where it leads through lists. */
  valuesOf(field: string): readonly unknown[];
  /** Whether a field has changed. */
  hasChanged(field: string): boolean;
}

/** A condition that was read. */
export type RuleTest = (subject: RuleSubject) => boolean;

/** Says something of the values of a field. */
type ValuesTest = (values: readonly unknown[]) => boolean;

/** Builders of tests by operator, called once for each rule. Each throws for a malformed value. */
const operators: Readonly<Record<string, (operand: string) => ValuesTest>> = {
  equal: (operand) => some((value) => isText(value, operand)),
  notEqual: (operand) => (values) => !values.some((value) => isPresent(value) && isText(value, operand)),
  regex: (operand) => {
    const pattern = linearPattern(operand);
    return some((value) => pattern.isIn(textOf(value)));
  },
  in: (operand) => {
    const list = operand.split(',').map((one) => one.trim());
    return some((value) => list.some((one) => isText(value, one)));
  },
  greaterThan: (operand) => {
    const least = numberOf(operand);
    return some((value) => Number(value) > least);
  },
  lessThan: (operand) => {
    const most = numberOf(operand);
    return some((value) => Number(value) < most);
  },
  isEmpty: () => (values) => values.every(isEmpty),
  notEmpty: () => (values) => !values.every(isEmpty),
};

const some =
  (test: (value: unknown) => boolean): ValuesTest =>
  (values) =>
    values.some((value) => isPresent(value) && test(value));

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;
const isEmpty = (value: unknown): boolean => !isPresent(value) || value === '' || value === 0 || value === false;
/** The interface's rules know true and false as 1 and 0. */
const isText = (value: unknown, operand: string): boolean =>
  textOf(value) === operand || (typeof value === 'boolean' && String(Number(value)) === operand);

/** Parses a rule. Throws an error that names its fault. */
export function readRule({ field, operator, value }: EventRule): RuleTest {
  if (!isFieldPath(field)) throw new Error(`"${field}" is no field`);
  if (operator === 'onChange') return (subject) => subject.hasChanged(field);
  const make = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!make) {
    throw new Error(
      `the operator "${operator}" is unknown; known are ${[...Object.keys(operators), 'onChange'].join(', ')}`,
    );
  }
  const test = make(value);
  return (subject) => test(subject.valuesOf(field));
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
          return Array.isArray(inside) ? inside : [inside];
        }),
      [from],
    );
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : anyText(value);
}

function numberOf(text: string): number {
  const number = text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(number)) throw new Error(`"${text}" is no number`);
  return number;
}
