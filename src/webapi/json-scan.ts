import { createBudgetCounter, type Budget } from './budgets.ts';

/** Greatest depth of a JSON body; the interface refuses deeper ones as malformed. */
const MAX_DEPTH = 512;
/** Bytes after which a body is cut at the next comma, and so parsed in slices. */
const SLICE = 65_536;
/** Bytes of a string that are read one by one before its end is searched for. */
const NEAR = 48;

const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const BACKSLASH = 92;
const U = 117;
const OBJECT = 123;
const END = 125;
/** The meaning of a byte outside of strings: itself, one value for both closing brackets, or 0. */
const structural = new Uint8Array(256);
for (const code of [QUOTE, COMMA, LIST, OBJECT, END]) structural[code] = code;
structural[93] = END;
/** The meaning of a byte within a string: its end, an escape, or nothing. */
const ofString = new Uint8Array(256);
for (const code of [QUOTE, BACKSLASH]) ofString[code] = code;

/**
 * A step of parsing a large body in slices: `enter` an object or list that is too large for one slice (`keyAt`: where its key
 * begins, inside an object), `cut` at a comma, `leave` it again.
 */
export type SliceStep =
  | { readonly kind: 'enter'; readonly at: number; readonly keyAt: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'leave'; readonly at: number };

/** The result of scanning a JSON body. */
export interface JsonOutline {
  /** Steps of parsing it in slices; empty for a body that is small enough to be parsed at once. */
  readonly steps: readonly SliceStep[];
  /** Whether a string has a character written as `\u….` */
  readonly hasEscapes: boolean;
}

/**
 * Makes a scanner for a JSON body that arrives in chunks. It checks the budget and looks only at brackets, commas and strings. So
 * it throws only for errors in these; the parser finds the others.
 */
export function createJsonScanner(
  budget: Budget,
  slice = SLICE,
): { push(chunk: Uint8Array): void; end(): JsonOutline } {
  const count = createBudgetCounter(budget, 'json');
  const steps: SliceStep[] = [];
  /** For each open object or list: where it begins, where its key begins, and how many commas it has had (objects only). */
  const starts = new Float64Array(MAX_DEPTH);
  const keys = new Float64Array(MAX_DEPTH);
  const commas = new Float64Array(MAX_DEPTH);
  let depth = 0;
  /** How many of the open ones a step has entered. */
  let entered = 0;
  let base = 0;
  let cutAt = 0;
  let stringAt = -1;
  let isInString = false;
  let isEscaped = false;
  let hasEscapes = false;

  const open = (at: number, isObject: boolean): void => {
    if (depth === MAX_DEPTH) throw new Error('Maximum stack depth exceeded');
    count.value();
    starts[depth] = at;
    keys[depth] = stringAt;
    // Lists are limited by the number of values alone.
    commas[depth] = isObject ? 0 : -Infinity;
    depth++;
  };
  const close = (at: number, isObject: boolean): void => {
    if (depth === 0 || commas[depth - 1]! >= 0 !== isObject) throw new Error('Syntax error');
    if (entered === depth) {
      steps.push({ kind: 'leave', at });
      entered--;
      cutAt = at;
    }
    depth--;
  };
  const comma = (at: number): void => {
    count.value();
    if (depth === 0) return;
    count.keys((commas[depth - 1]! += 1));
    if (at - cutAt < slice) return;
    for (; entered < depth; entered++) {
      steps.push({ kind: 'enter', at: starts[entered]!, keyAt: keys[entered]! });
    }
    steps.push({ kind: 'cut', at });
    cutAt = at;
  };

  /** Index behind the closing quote of the string that contains `from`; the length of the part if the string goes on. */
  const skipString = (part: Uint8Array, from: number): number => {
    const end = part.length;
    let i = from;
    let quoteAt = -1;
    if (isEscaped && i < end) {
      isEscaped = false;
      hasEscapes ||= part[i] === U;
      i++;
    }
    for (; i < end; i++) {
      for (const near = Math.min(i + NEAR, end); i < near && ofString[part[i]!] === 0;) i++;
      if (i < end && ofString[part[i]!] === 0) {
        // Searched for once, so that the bytes are not searched again for each of many backslashes.
        if (quoteAt < i) quoteAt = indexOr(part, QUOTE, i, end);
        i = indexOr(part.subarray(0, quoteAt), BACKSLASH, i, quoteAt);
      }
      if (i >= end) break;
      if (part[i] === QUOTE) {
        isInString = false;
        return i + 1;
      }
      if (++i === end) isEscaped = true;
      else if (part[i] === U) hasEscapes = true;
    }
    return end;
  };

  const scan = (part: Uint8Array): void => {
    const end = part.length;
    for (let i = isInString ? skipString(part, 0) : 0; i < end; i++) {
      const code = structural[part[i]!];
      if (code === 0) continue;
      if (code === QUOTE) {
        isInString = true;
        stringAt = base + i;
        i = skipString(part, i + 1) - 1;
      } else if (code === COMMA) comma(base + i);
      else if (code === END) close(base + i, part[i] === END);
      else open(base + i, code === OBJECT);
    }
    base += end;
  };

  return {
    push(chunk) {
      for (const part of count.parts(chunk)) scan(part);
    },
    end() {
      if (isInString || depth > 0) throw new Error('Syntax error');
      return { steps, hasEscapes };
    },
  };
}

function indexOr(part: Uint8Array, code: number, from: number, otherwise: number): number {
  const found = part.indexOf(code, from);
  return found < 0 ? otherwise : found;
}
