import { parseTime, readUtcTime } from '../../../../kernel/time.ts';
import type { CartFact } from '../terms/cart.ts';

/**
 * Comparisons of rule conditions, with the interface's operators. As in the reference: numeric texts compare as numbers, other
 * texts without case. A list equals a value that is one of its elements. An unknown fact equals only the empty text, and is
 * neither greater nor less than anything.
 */

const operators = ['==', '!=', '>=', '<=', '>', '<', '{}', '!{}', '()', '!()', '<=>'] as const;
type Operator = (typeof operators)[number];

/** Whether `text` is one of the interface's operators. */
export function isOperator(text: string | null | undefined): text is Operator {
  return operators.some((operator) => operator === text);
}

/** The operator that each operator with "not" negates. */
const denied: Partial<Record<Operator, Operator>> = { '!=': '==', '!{}': '{}', '!()': '()' };

/** Compiles `fact operator expected`. With an unknown operator it never holds. */
export function compileComparison(operator: string | null | undefined, expected: string): (fact: CartFact) => boolean {
  if (!isOperator(operator)) return () => false;
  const opposite = denied[operator];
  if (opposite) {
    const holds = compileComparison(opposite, expected);
    return (fact) => !holds(fact);
  }
  switch (operator) {
    case '<=>':
      return (fact) => fact === null || fact === undefined || fact === '';
    case '==':
      return orShared(equal(expected), expected);
    case '()':
      return orShared(anyOf(elementsOf(expected)), expected);
    case '{}':
      return orShared(containing(expected), expected);
    case '>=':
      return ordered(expected, (order) => order >= 0);
    case '<=':
      return ordered(expected, (order) => order <= 0);
    case '>':
      return ordered(expected, (order) => order > 0);
    default:
      return ordered(expected, (order) => order < 0);
  }
}

/** A test of a single value; `undefined`: the fact is unknown. */
type Single = (fact: string | undefined) => boolean;

/** Applies `test` to a single value; a list must have an element in common with the expected elements. */
function orShared(test: Single, expected: string): (fact: CartFact) => boolean {
  const isElement = anyOf(elementsOf(expected));
  return (fact) => (Array.isArray(fact) ? fact.some(isElement) : test(textOf(fact)));
}

function elementsOf(expected: string): string[] {
  // Blanks are trimmed afterwards: a pattern with blanks before the separator takes quadratic time for a run of them.
  const elements = expected.split(/[,;]/);
  const last = elements.length - 1;
  const inner = elements.map((element, i) => {
    const begun = i === 0 ? element : element.trimStart();
    return i === last ? begun : begun.trimEnd();
  });
  return inner.filter((element) => element !== '');
}

/** A test for equality with one of several non-empty texts, which looks the fact up instead of comparing it with each. */
function anyOf(elements: readonly string[]): Single {
  const texts = new Set(elements.map((element) => element.toLowerCase()));
  const values = elements.flatMap((element) => valueOf(element) ?? []);
  const isAny = (fact: string): boolean =>
    texts.has(fact.toLowerCase()) || values.some((value) => sameValue(value, fact));
  /** Cached results for the few facts that many items share: categories, colours, sets. */
  const known = new Map<string, boolean>();
  return (fact) => {
    if (fact === undefined) return false;
    let found = known.get(fact);
    if (found === undefined) {
      if (known.size >= MOST_KNOWN_FACTS) known.clear();
      known.set(fact, (found = isAny(fact)));
    }
    return found;
  };
}

const MOST_KNOWN_FACTS = 200;

function equal(expected: string): Single {
  const [value, text] = [valueOf(expected), expected.toLowerCase()];
  return (fact) => {
    if (fact === undefined) return expected === '';
    if (fact === expected) return true;
    // Only numbers and times can be equal and written differently, apart from case.
    return value === undefined ? fact.toLowerCase() === text : sameValue(value, fact);
  };
}

function sameValue(value: Value, fact: string): boolean {
  const other = valueOf(fact);
  return other?.kind === value.kind && other.number === value.number;
}

function containing(expected: string): Single {
  const text = expected.toLowerCase();
  return (fact) => (fact === undefined ? expected === '' : fact.toLowerCase().includes(text));
}

function ordered(expected: string, test: (order: number) => boolean): (fact: CartFact) => boolean {
  const [value, text] = [valueOf(expected), expected.toLowerCase()];
  return (fact) => {
    // Most compared facts are numbers already.
    if (typeof fact === 'number' && value?.kind === 'number') return test(Math.sign(fact - value.number));
    const factText = Array.isArray(fact) ? undefined : textOf(fact);
    if (factText === undefined) return false;
    const other = value && valueOf(factText);
    const comparable = value !== undefined && other?.kind === value.kind;
    return test(comparable ? Math.sign(other.number - value.number) : compareText(factText.toLowerCase(), text));
  };
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function textOf(fact: CartFact): string | undefined {
  if (fact === null || fact === undefined) return undefined;
  if (typeof fact === 'boolean') return fact ? '1' : '0';
  return String(fact);
}

/** The number or the time that a text stands for. */
interface Value {
  readonly kind: 'number' | 'moment';
  readonly number: number;
}

const numeric = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const dated = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2})?$/;

/** Values of texts that were parsed, null for none: rule after rule compares the same facts. */
const knownValues = new Map<string, Value | null>();
const MOST_KNOWN = 10_000;

function valueOf(text: string): Value | undefined {
  const known = knownValues.get(text);
  if (known !== undefined) return known ?? undefined;
  const value = readValue(text);
  if (knownValues.size >= MOST_KNOWN) knownValues.clear();
  knownValues.set(text, value ?? null);
  return value;
}

function readValue(text: string): Value | undefined {
  if (numeric.test(text)) return { kind: 'number', number: Number(text) };
  const time = dated.test(text) ? readUtcTime(text) : undefined;
  return time === undefined ? undefined : { kind: 'moment', number: parseTime(time).getTime() };
}
