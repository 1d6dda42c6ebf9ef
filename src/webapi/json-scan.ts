import { createBudgetCounter, type Budget } from './budgets.ts';

/** Deepest nesting of a JSON body; the interface refuses deeper ones as malformed. */
const MAX_DEPTH = 512;
/** Bytes after which a body is cut at the next comma: so much is parsed at a time. */
const SLICE = 65_536;
/** Bytes of a string that are looked at one by one before its end is searched for. */
const NEAR = 48;

const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const BACKSLASH = 92;
const U = 117;
const OBJECT = 123;
const END = 125;
/** What a byte outside of strings means: itself, one end for both brackets, or 0. */
const structural = new Uint8Array(256);
for (const code of [QUOTE, COMMA, LIST, OBJECT, END]) structural[code] = code;
structural[93] = END;
/** What a byte within a string means: its end, an escape, or nothing. */
const ofString = new Uint8Array(256);
for (const code of [QUOTE, BACKSLASH]) ofString[code] = code;

/**
 * One step of reading a large body in slices: into an object or list that is too large for one slice (`keyAt`: where the key
 * of it starts, when it is in an object), a cut at a comma, and out of it again.
 */
export type SliceStep =
  | { readonly kind: 'enter'; readonly at: number; readonly keyAt: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'leave'; readonly at: number };

/** What a scan has found out about a JSON body. */
export interface JsonOutline {
  /** How to read it in slices; empty for a body that is small enough to be read at once. */
  readonly steps: readonly SliceStep[];
  /** Whether a string has a character that is written as `\u….` */
  readonly hasEscapes: boolean;
}

/**
 * Makes a scanner of a JSON body that arrives in chunks. It checks the budget and looks only for brackets, commas and
 * strings: of what is malformed it throws for what these show, the rest is found when the body is parsed.
 */
export function createJsonScanner(
  budget: Budget,
  slice = SLICE,
): { push(chunk: Uint8Array): void; end(): JsonOutline } {
  const count = createBudgetCounter(budget, 'json');
  const steps: SliceStep[] = [];
  /** Of each open object or list: where it starts, where its key does, how many commas it has had (objects only). */
  const starts = new Float64Array(MAX_DEPTH);
  const keys = new Float64Array(MAX_DEPTH);
  const commas = new Float64Array(MAX_DEPTH);
  let depth = 0;
  /** How many of the open ones have been entered by a step. */
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
    // A list may have as many elements as there are values.
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

  /** Index behind the quote that closes the string in which `from` lies, or the length of the part when it goes on. */
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
        // Looked for once: whoever sends many backslashes does not have the same bytes searched again for each.
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
