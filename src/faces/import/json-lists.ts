import { isRecord } from '../../kernel/fields.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { walkJson } from '../../kernel/json-walk.ts';

/** Bytes that a record of a file may have: so much is held at once. */
const MOST_BYTES = 64 * 2 ** 20;

/** Callbacks of the reader; positions are bytes from the beginning of the text. */
export interface ListEvents {
  /** A list begins: that of the text itself, or one under a key of its object. */
  list?(key: string | undefined, from: number): void;
  element(value: unknown): void;
  listEnd?(): void;
  /** A member of the text's object that is no list. */
  member?(key: string, value: unknown): void;
}

/** The list or object of the text, or a list under a key of that object. */
interface Frame {
  readonly isObject: boolean;
  /** The expected token before the next element: the opening bracket, a comma, or a list under a key. */
  behind: 'bracket' | 'comma' | 'list';
}

/** Malformed JSON: an excerpt from `at`, and a prefix with which `JSON.parse` reports the fault. */
export class JsonFault extends Error {
  readonly at: number;
  readonly before: string;
  readonly piece: string;

  constructor(at: number, before: string, piece: string) {
    super('Syntax error');
    this.at = at;
    this.before = before;
    this.piece = piece;
  }
}

/**
 * Reads JSON that comes in chunks: a list, or an object with lists, element by element, of which one is held at a time. Elements are
 * parsed by `JSON.parse`. Throws a JsonFault.
 */
export function readJsonLists(events: ListEvents): { push(chunk: Buffer): void; end(): void } {
  const frames: Frame[] = [];
  let depth = 0;
  let wasRead = false;
  /** Start of the current part: an element, a member, or the text around the list. */
  let from = 0;
  /** The piece, as far as it lies in chunks before this one, and this one with its place. */
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let chunk: Buffer = Buffer.alloc(0);
  let chunkAt = 0;

  const textTo = (end: number): string => {
    const last = chunk.subarray(Math.max(from - chunkAt, 0), end - chunkAt);
    return chunks.length === 0 ? last.toString() : Buffer.concat([...chunks, last]).toString();
  };
  const goOn = (at: number): void => {
    from = at;
    chunks = [];
    heldBytes = 0;
  };
  const fault = (end: number): JsonFault => new JsonFault(from, contextOf(frames.at(-1), wasRead), textTo(end));

  /** Takes the piece that ends before a comma or closing bracket at `at`. */
  const take = (frame: Frame, at: number, closes: boolean): void => {
    const text = textTo(at);
    const isBlank = blank.test(text);
    const isRight = isBlank
      ? frame.behind === 'list' || (closes && frame.behind === 'bracket')
      : frame.behind !== 'list';
    if (!isRight) throw fault(at + 1);
    if (!isBlank) takeValue(frame, text, at);
    frame.behind = 'comma';
    goOn(at + 1);
  };
  const takeValue = (frame: Frame, text: string, at: number): void => {
    let value: unknown;
    try {
      value = JSON.parse(frame.isObject ? `{${text}}` : text);
    } catch {
      throw fault(at + 1);
    }
    if (!frame.isObject) return events.element(value);
    if (isRecord(value)) for (const [key, own] of Object.entries(value)) events.member?.(key, own);
  };

  const walk = walkJson({
    open(at, isObject) {
      depth++;
      const frame = frames.at(-1);
      if (depth === 1) {
        if (wasRead || !blank.test(textTo(at))) throw fault(at + 1);
        wasRead = true;
        if (!isObject) events.list?.(undefined, at);
      } else if (depth === 2 && frame?.isObject && !isObject) {
        const key = frame.behind === 'list' ? undefined : keyOf(`{${textTo(at)}0}`);
        if (key === undefined) throw fault(at + 1);
        events.list?.(key, at);
      } else return;
      frames.push({ isObject, behind: 'bracket' });
      goOn(at + 1);
    },
    close(at, isObject) {
      const frame = frames.at(-1);
      if (!frame || (depth === frames.length && frame.isObject !== isObject)) throw fault(at + 1);
      if (depth === frames.length) {
        take(frame, at, true);
        frames.pop();
        if (!isObject) events.listEnd?.();
        if (frames[0]) frames[0].behind = 'list';
      }
      depth--;
    },
    comma(at) {
      const frame = frames.at(-1);
      if (frame && depth === frames.length) take(frame, at, false);
    },
  });

  return {
    push(part) {
      chunk = part;
      walk.push(part);
      const rest = part.subarray(Math.max(from - chunkAt, 0));
      heldBytes += rest.length;
      if (heldBytes > MOST_BYTES)
        throw new Error(`a record has more than ${MOST_BYTES} bytes; it begins at byte ${from}`);
      chunks.push(rest);
      chunkAt += part.length;
      chunk = Buffer.alloc(0);
    },
    end() {
      const text = textTo(chunkAt);
      if (depth > 0 || (wasRead ? !blank.test(text) : !isJson(text))) throw fault(chunkAt);
    },
  };
}

const blank = /^[ \t\n\r]*$/;

/** The shortest text that stands for all before a piece. */
function contextOf(frame: Frame | undefined, wasRead: boolean): string {
  if (!frame) return wasRead ? '[]' : '';
  const [bracket, value] = frame.isObject ? ['{', '"":'] : ['[', ''];
  if (frame.behind === 'bracket') return bracket;
  return frame.behind === 'comma' ? `${bracket}${value}0,` : `${bracket}${value}[]`;
}

/** The key of an object of one member; undefined where there is no such object. */
function keyOf(text: string): string | undefined {
  const [key, ...more] = isJson(text) ? Object.keys(parseJson<object>(text)) : [];
  return more.length === 0 ? key : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
