import { isUtf8 } from 'node:buffer';
import { fileErrors } from './errors.ts';

/** Encodings that a file may have, by the names that people use for them. */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'latin-1': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
};

/** Names of the encodings, for messages. */
const encodingNames = Object.keys(encodings).join(', ');

/**
 * The content of a file in UTF-8, piece by piece. A file with the byte order mark of UTF-16 is read as such; without `encoding`,
 * every other file has to be UTF-8. Throws 400 for an unknown encoding, and with line and byte for a byte that is not UTF-8.
 */
export async function* decodeText(source: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<Buffer> {
  let named = encoding === undefined ? undefined : encodings[encoding.toLowerCase()];
  if (encoding !== undefined && !named) throw fileErrors.encodingUnknown([encoding, encodingNames]);
  let checker: ((piece: Buffer) => void) | undefined;
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of source) {
    if (isFirst) {
      named ??= markedEncoding(piece);
      if (named && named !== 'utf-8') decoder = new TextDecoder(named);
      else checker = utf8Checker();
      isFirst = false;
    }
    checker?.(piece);
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
  }
  checker?.(Buffer.alloc(0));
  if (decoder) yield Buffer.from(decoder.decode());
}

function markedEncoding(piece: Buffer): string | undefined {
  if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
  return piece[0] === 0xfe && piece[1] === 0xff ? 'utf-16be' : undefined;
}

/** Checks pieces of a text; an empty piece ends it. */
function utf8Checker(): (piece: Buffer) => void {
  let line = 1;
  let position = 0;
  /** The beginning of a character whose end lies in the next piece. */
  let cut: Buffer = Buffer.alloc(0);
  return (piece) => {
    const isEnd = piece.length === 0;
    const text = cut.length > 0 ? Buffer.concat([cut, piece]) : piece;
    const whole = isEnd ? text : text.subarray(0, text.length - unfinished(text));
    if (!isUtf8(whole)) {
      const at = firstFault(whole);
      const byte = (whole[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
      throw fileErrors.notUtf8([line + lineBreaks(whole.subarray(0, at)), position + at + 1, byte]);
    }
    line += lineBreaks(whole);
    position += whole.length;
    cut = text.subarray(whole.length);
  };
}

function lineBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Length of an incomplete character at the end, in bytes. */
function unfinished(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > length ? length : 0;
  }
  return 0;
}

/** Length of a character by its first byte. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

/** Place of the first character that is not UTF-8: after the longest valid beginning. */
function firstFault(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const length = lengthOf(bytes[at] ?? 0);
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}
