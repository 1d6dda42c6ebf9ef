import { isUtf8 } from 'node:buffer';
import { isRecord } from '../../kernel/fields.ts';
import { elementAt } from '../../kernel/lists.ts';
import { takeTurns } from '../../kernel/turns.ts';
import type { JsonOutline, SliceStep } from './json-scan.ts';

/** A body as plain values. */
export interface BodyContent {
  readonly value: unknown;
  /** Its objects and lists that are too large to be processed at once. */
  readonly large: ReadonlySet<object>;
}

const nothingLarge: ReadonlySet<object> = new Set();

/** Parses a JSON body by its outline, a large one in slices. Throws an Error that describes the fault. */
export async function readJson(body: Buffer, { steps, hasEscapes }: JsonOutline): Promise<BodyContent> {
  const parse = (text: string): unknown => {
    const value: unknown = JSON.parse(text);
    if (hasEscapes) refuseLoneSurrogates(value);
    return value;
  };
  if (steps.length === 0) return { value: parse(textOf(body, 0, body.length)), large: nothingLarge };
  return readInSlices(body, steps, parse);
}

/** An object or list that is being filled. */
interface Frame {
  readonly into: unknown[] | Record<string, unknown>;
  /** Start of the unread text. */
  from: number;
  /** The token before the unread text: an opening bracket, a comma, or an object or list that was parsed separately. */
  behind: 'bracket' | 'comma' | 'value';
}

async function readInSlices(
  body: Buffer,
  steps: readonly SliceStep[],
  parse: (text: string) => unknown,
): Promise<BodyContent> {
  const turns = takeTurns();
  const large = new Set<object>();
  const values: unknown[] = [];
  const root: Frame = { into: values, from: 0, behind: 'bracket' };
  const frames = [root];
  for (const step of steps) {
    const frame = elementAt(frames, -1);
    if (step.kind === 'enter') frames.push(enter(body, frame, step, parse));
    else if (step.kind === 'cut') cut(body, frame, step.at, parse);
    else {
      leave(body, frame, step.at, parse);
      large.add(frame.into);
      frames.pop();
      elementAt(frames, -1).from = step.at + 1;
    }
    await turns();
  }
  const [value, ...more] = values;
  if (frames.length > 1 || more.length > 0 || !isBlank(textOf(body, root.from, body.length))) {
    throw new Error('Syntax error');
  }
  return { value, large };
}

/** Parses the text before a large object or list, and creates that. */
function enter(
  body: Buffer,
  frame: Frame,
  { at, keyAt }: Extract<SliceStep, { kind: 'enter' }>,
  parse: (text: string) => unknown,
): Frame {
  const { into } = frame;
  const container = body[at] === 123 ? {} : [];
  const end = Array.isArray(into) ? at : keyAt;
  if (end < frame.from) throw new Error('Syntax error');
  const before = withoutFirstComma(frame, textOf(body, frame.from, end));
  if (!isBlank(before)) {
    // Searched from the end: a regular expression would try every comma of the text.
    let last = before.length - 1;
    while (isBlank(before.charAt(last))) last--;
    add(into, before.slice(0, last), parse, before[last] === ',');
  } else if (frame.behind === 'value') throw new Error('Syntax error');
  if (Array.isArray(into)) into.push(container);
  else {
    const member = parse(`{${textOf(body, keyAt, at)}0}`);
    const [key, ...more] = isRecord(member) ? Object.keys(member) : [];
    if (key === undefined || more.length > 0) throw new Error('Syntax error');
    define(into, key, container);
  }
  frame.behind = 'value';
  return { into: container, from: at + 1, behind: 'bracket' };
}

/** Parses the text up to a comma. */
function cut(body: Buffer, frame: Frame, at: number, parse: (text: string) => unknown): void {
  const text = withoutFirstComma(frame, textOf(body, frame.from, at));
  if (frame.behind !== 'value' || !isBlank(text)) add(frame.into, text, parse);
  frame.from = at + 1;
  frame.behind = 'comma';
}

/** Parses the text up to the closing bracket. */
function leave(body: Buffer, frame: Frame, at: number, parse: (text: string) => unknown): void {
  if ((body[at] === 93) !== Array.isArray(frame.into)) throw new Error('Syntax error');
  const text = withoutFirstComma(frame, textOf(body, frame.from, at));
  if (frame.behind === 'comma' || !isBlank(text)) add(frame.into, text, parse);
}

/** Removes the comma that must separate a value from the next one. */
function withoutFirstComma(frame: Frame, text: string): string {
  if (frame.behind !== 'value' || isBlank(text)) return text;
  const [comma] = /^[ \t\n\r]*,/.exec(text) ?? [];
  if (comma === undefined) throw new Error('Syntax error');
  frame.behind = 'comma';
  return text.slice(comma.length);
}

/** Adds the elements or members of a text; between commas there must be one. */
function add(into: Frame['into'], text: string, parse: (text: string) => unknown, isEnded = true): void {
  if (!isEnded || isBlank(text)) throw new Error('Syntax error');
  const part = parse(Array.isArray(into) ? `[${text}]` : `{${text}}`);
  if (Array.isArray(into)) {
    if (Array.isArray(part)) for (const element of part) into.push(element);
  } else if (isRecord(part)) {
    for (const [key, value] of Object.entries(part)) define(into, key, value);
  }
}

/** Sets a property as JSON does, for any name. */
function define(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
  } else into[key] = value;
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

/** The text of a part of a body. Parts end at ASCII characters, so they are valid UTF-8 if the whole body is. */
function textOf(body: Buffer, start: number, end: number): string {
  const part = body.subarray(start, end);
  if (!isUtf8(part)) throw new Error('Malformed UTF-8 characters, possibly incorrectly encoded');
  return part.toString('utf8');
}

/** Throws for text that no encoding can represent: half of a surrogate pair, in values or keys. */
function refuseLoneSurrogates(value: unknown): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Error('Single unpaired surrogate in Unicode escape');
  } else if (Array.isArray(value)) {
    for (const element of value) refuseLoneSurrogates(element);
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      refuseLoneSurrogates(key);
      refuseLoneSurrogates(value[key]);
    }
  }
}
