import { isUtf8 } from 'node:buffer';

/** Deepest nesting of a JSON body; the interface refuses deeper ones as malformed. */
const MAX_DEPTH = 512;

/** Reads a JSON body; throws an Error that says what is wrong with it. */
export function readJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new Error('Malformed UTF-8 characters, possibly incorrectly encoded');
  const text = body.toString('utf8');
  if (isTooDeep(text)) throw new Error('Maximum stack depth exceeded');
  return JSON.parse(text);
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Whether brackets nest too deep; looked at before anything recurses into them. */
function isTooDeep(text: string): boolean {
  if (text.length <= MAX_DEPTH) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === 123 || code === 91) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 125 || code === 93) {
      depth--;
    }
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let i = text.indexOf('"', start + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(i - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return i;
  }
  return text.length;
}
