/** Bytes of a string that are scanned one by one before its end is searched for. */
const NEAR = 48;

const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const BACKSLASH = 92;
const U = 117;
const OBJECT = 123;
const END = 125;
/** The meaning of a byte outside strings: itself, one value for both closing brackets, or 0. */
const structural = new Uint8Array(256);
for (const code of [QUOTE, COMMA, LIST, OBJECT, END]) structural[code] = code;
structural[93] = END;
/** The meaning of a byte inside a string: its end, an escape, or nothing. */
const ofString = new Uint8Array(256);
for (const code of [QUOTE, BACKSLASH]) ofString[code] = code;

/** Events of a JSON text; positions are byte offsets. */
interface JsonEvents {
  open(at: number, isObject: boolean): void;
  close(at: number, isObject: boolean): void;
  comma(at: number): void;
}

/** A walk through a JSON text that arrives in parts. */
interface JsonWalk {
  push(part: Uint8Array): void;
  /** Offset of the last string; -1 before the first. */
  stringAt(): number;
  isInString(): boolean;
  /** Whether a string contains an escape `\u….` */
  hasEscapes(): boolean;
}

/** Walks through JSON and reports its brackets and commas; `JSON.parse` validates the rest. */
export function walkJson(events: JsonEvents): JsonWalk {
  let base = 0;
  let stringAt = -1;
  let isInString = false;
  let isEscaped = false;
  let hasEscapes = false;

  /** Index after the closing quote of the string that contains `from`; the length of the part if the string continues. */
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
        // Cached, so that many backslashes do not cause repeated searches.
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

  return {
    push(part) {
      const end = part.length;
      for (let i = isInString ? skipString(part, 0) : 0; i < end; i++) {
        const code = structural[part[i]!];
        if (code === 0) continue;
        if (code === QUOTE) {
          isInString = true;
          stringAt = base + i;
          i = skipString(part, i + 1) - 1;
        } else if (code === COMMA) events.comma(base + i);
        else if (code === END) events.close(base + i, part[i] === END);
        else events.open(base + i, code === OBJECT);
      }
      base += end;
    },
    stringAt: () => stringAt,
    isInString: () => isInString,
    hasEscapes: () => hasEscapes,
  };
}

function indexOr(part: Uint8Array, code: number, from: number, otherwise: number): number {
  const found = part.indexOf(code, from);
  return found < 0 ? otherwise : found;
}
