import { elementAt } from '../../kernel/lists.ts';

/**
 * Regular expressions with a cost linear in the length of the text, for untrusted patterns. They support literals, `.`, classes,
 * `\d \w \s` and their opposites, `^ $`, groups, `|` and `* + ? {m,n}`. They do not support references and look-around, which
 * need backtracking. All states are followed at once (Thompson, 1968).
 */

/** Longest pattern that is taken, and most steps that it may come to. */
const LONGEST = 250;
const LARGEST = 2000;
/** Signs of a text that are looked through. */
const LONGEST_TEXT = 4096;

type Accepts = (letter: string) => boolean;
type Step =
  | { readonly kind: 'letter'; readonly accepts: Accepts; next: number }
  | { readonly kind: 'split'; first: number; second: number }
  | { readonly kind: 'start' | 'end'; next: number }
  | { readonly kind: 'found' };

type Tree =
  | { readonly kind: 'letter'; readonly accepts: Accepts }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly part: Tree; readonly least: number; readonly most: number };

/** A pattern that can be looked for in texts. */
interface LinearPattern {
  /** Whether the pattern is anywhere in the text. */
  isIn(text: string): boolean;
}

/** Parses a pattern: plain, or between slashes with the flag `i`. Throws an error that names the unsupported part. */
export function linearPattern(pattern: string): LinearPattern {
  if (pattern.length > LONGEST) throw new Error(`a pattern has at most ${LONGEST} signs`);
  const [, inner, flag] = /^\/(.*)\/(i?)$/s.exec(pattern) ?? [];
  const fold = flag === 'i' ? (text: string) => text.toLowerCase() : (text: string) => text;
  const tree = parsePattern(inner ?? pattern, fold);
  const steps: Step[] = [];
  const first = compile(tree, steps, put(steps, { kind: 'found' }));
  return { isIn: (text) => run(steps, first, [...fold(text.slice(0, LONGEST_TEXT))]) };
}

function put(steps: Step[], step: Step): number {
  if (steps.length >= LARGEST) throw new Error('the pattern repeats too much');
  return steps.push(step) - 1;
}

/** Adds the steps of a part in front of `next`; gives the first of them. */
function compile(tree: Tree, steps: Step[], next: number): number {
  switch (tree.kind) {
    case 'letter':
      return put(steps, { kind: 'letter', accepts: tree.accepts, next });
    case 'start':
    case 'end':
      return put(steps, { kind: tree.kind, next });
    case 'sequence':
      // An empty expression is also a step, so that the limit covers its repetition.
      if (tree.parts.length === 0) return put(steps, { kind: 'split', first: next, second: next });
      return tree.parts.reduceRight((after, part) => compile(part, steps, after), next);
    case 'choice':
      return tree.parts
        .map((part) => compile(part, steps, next))
        .reduceRight((second, first) => put(steps, { kind: 'split', first, second }));
    case 'repeat':
      return compileRepeat(tree, steps, next);
  }
}

function compileRepeat(tree: Extract<Tree, { kind: 'repeat' }>, steps: Step[], next: number): number {
  const { part, least, most } = tree;
  let after = next;
  if (most === Infinity) {
    const loop = put(steps, { kind: 'split', first: next, second: next });
    const body = compile(part, steps, loop);
    const split = steps[loop];
    if (split?.kind === 'split') split.first = body;
    after = loop;
  } else {
    for (let count = least; count < most; count++) {
      after = put(steps, { kind: 'split', first: compile(part, steps, after), second: next });
    }
  }
  for (let count = 0; count < least; count++) after = compile(part, steps, after);
  return after;
}

function run(steps: readonly Step[], first: number, text: readonly string[]): boolean {
  let current: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    const seen = new Set<number>();
    const open = [...current, first];
    const letters: Extract<Step, { kind: 'letter' }>[] = [];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const step = steps[index]!;
      if (step.kind === 'found') return true;
      if (step.kind === 'letter') letters.push(step);
      else if (step.kind === 'split') open.push(step.first, step.second);
      else if (step.kind === 'start' ? at === 0 : at === text.length) open.push(step.next);
    }
    const letter = text[at];
    current = letter === undefined ? [] : letters.flatMap(({ accepts, next }) => (accepts(letter) ? [next] : []));
  }
  return false;
}

const classes: Readonly<Record<string, Accepts>> = {
  d: (letter) => letter >= '0' && letter <= '9',
  w: (letter) => /^\w$/.test(letter),
  s: (letter) => /^\s$/.test(letter),
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function parsePattern(pattern: string, fold: (text: string) => string): Tree {
  const signs = [...pattern];
  let at = 0;
  const choice = (): Tree => {
    const first = sequence();
    const parts = [first];
    while (signs[at] === '|') {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? first : { kind: 'choice', parts };
  };
  const sequence = (): Tree => {
    const parts: Tree[] = [];
    while (at < signs.length && signs[at] !== '|' && signs[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  };
  const repeated = (part: Tree): Tree => {
    const rest = signs.slice(at, at + 12).join('');
    const [text, simple, least, comma, most] = /^(?:([*+?])|\{(\d{1,3})(,?)(\d{0,3})\})/.exec(rest) ?? [];
    if (text === undefined) return part;
    at += text.length;
    if (signs[at] === '?') at++;
    if (/^[*+?]$/.test(signs[at] ?? '')) throw new Error(`"${signs[at]}" follows a repetition`);
    if (simple !== undefined) {
      return { kind: 'repeat', part, least: simple === '+' ? 1 : 0, most: simple === '?' ? 1 : Infinity };
    }
    const highest = most ? Number(most) : comma ? Infinity : Number(least);
    if (highest < Number(least)) throw new Error('a repetition ends before it begins');
    return { kind: 'repeat', part, least: Number(least), most: highest };
  };
  const atom = (): Tree => {
    const sign = elementAt(signs, at++);
    if (sign === '(') return group();
    if (sign === '[') return { kind: 'letter', accepts: letterClass() };
    if (sign === '^') return { kind: 'start' };
    if (sign === '$') return { kind: 'end' };
    if (sign === '.') return { kind: 'letter', accepts: (letter) => letter !== '\n' };
    if (sign === '\\') return { kind: 'letter', accepts: escaped() };
    if ('*+?'.includes(sign)) throw new Error(`"${sign}" repeats nothing`);
    return { kind: 'letter', accepts: only(sign) };
  };
  const only = (sign: string): Accepts => {
    const folded = fold(sign);
    return (letter) => letter === folded;
  };
  const group = (): Tree => {
    if (signs[at] === '?') {
      if (signs[at + 1] !== ':') throw new Error('look-around and named groups are not known');
      at += 2;
    }
    const inner = choice();
    if (signs[at++] !== ')') throw new Error('a group is not closed');
    return inner;
  };
  const escaped = (): Accepts => {
    const sign = signs[at++];
    if (sign === undefined) throw new Error('it ends with a backslash');
    const known = classes[sign.toLowerCase()];
    if (known) return sign === sign.toLowerCase() ? known : (letter) => !known(letter);
    if (/^[1-9bBkpPux]$/.test(sign)) throw new Error(`"\\${sign}" is not known`);
    return only(controls[sign] ?? sign);
  };
  const letterClass = (): Accepts => {
    const isNot = signs[at] === '^';
    if (isNot) at++;
    const accepted: Accepts[] = [];
    for (let isFirst = true; signs[at] !== ']' || isFirst; isFirst = false) {
      const from = signs[at++];
      if (from === undefined) throw new Error('a class is not closed');
      const to = signs[at + 1];
      if (from === '\\') accepted.push(escaped());
      else if (signs[at] === '-' && to !== undefined && to !== ']') {
        at += 2;
        if (to < from) throw new Error('a range ends before it begins');
        const [least, most] = [fold(from), fold(to)];
        accepted.push((letter) => letter >= least && letter <= most);
      } else accepted.push(only(from));
    }
    at++;
    return (letter) => accepted.some((accepts) => accepts(letter)) !== isNot;
  };
  const tree = choice();
  if (at < signs.length) throw new Error('a group is closed that was not opened');
  return tree;
}
