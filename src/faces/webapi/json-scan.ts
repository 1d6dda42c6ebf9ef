import { walkJson } from '../../kernel/json-walk.ts';
import { createBudgetCounter, type Budget } from './budgets.ts';

/** Maximum depth of a JSON body; the interface rejects deeper ones as malformed. */
const MAX_DEPTH = 512;
/** Size after which a body is split at the next comma, to be parsed in slices, in bytes. */
const SLICE = 65_536;

/**
 * A step of parsing a large body in slices: `enter` an object or list that is too large for one slice (`keyAt`: start of its
 * key, inside an object), `cut` at a comma, `leave` it again.
 */
export type SliceStep =
  | { readonly kind: 'enter'; readonly at: number; readonly keyAt: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'leave'; readonly at: number };

/** The result of scanning a JSON body. */
export interface JsonOutline {
  /** Steps of parsing it in slices; empty for a body that is small enough to be parsed at once. */
  readonly steps: readonly SliceStep[];
  /** Whether a string contains an escape `\u….` */
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
  /** For each open object or list: its start, the start of its key, and its number of commas (objects only). */
  const starts = new Float64Array(MAX_DEPTH);
  const keys = new Float64Array(MAX_DEPTH);
  const commas = new Float64Array(MAX_DEPTH);
  let depth = 0;
  /** Number of the open ones that a step has entered. */
  let entered = 0;
  let cutAt = 0;

  const open = (at: number, isObject: boolean): void => {
    if (depth === MAX_DEPTH) throw new Error('Maximum stack depth exceeded');
    count.value();
    starts[depth] = at;
    keys[depth] = walk.stringAt();
    // Lists are limited only by the number of values.
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

  const walk = walkJson({ open, close, comma });
  return {
    push(chunk) {
      for (const part of count.parts(chunk)) walk.push(part);
    },
    end() {
      if (walk.isInString() || depth > 0) throw new Error('Syntax error');
      return { steps, hasEscapes: walk.hasEscapes() };
    },
  };
}
