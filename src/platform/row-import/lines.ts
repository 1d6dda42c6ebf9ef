import { MOST_BYTES } from './csv.ts';
import { decodeText } from './decode-text.ts';
import { fileErrors } from './errors.ts';

/** A line of a text file. */
interface TextLine {
  /** Its number, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a file, without their ends. Throws 400 for an unknown encoding, and for a line of more than 64 MB. */
export async function* readLines(source: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<TextLine> {
  let line = 0;
  let rest: Buffer = Buffer.alloc(0);
  const textOf = (bytes: Buffer): TextLine => ({ line: ++line, text: bytes.toString('utf8').replace(/\r$/, '') });
  for await (const piece of decodeText(source, encoding)) {
    let start = 0;
    const whole = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, start)) {
      yield textOf(whole.subarray(start, end));
      start = end + 1;
    }
    rest = whole.subarray(start);
    if (rest.length > MOST_BYTES) throw fileErrors.lineTooLong([line + 1]);
  }
  if (rest.length > 0) yield textOf(rest);
}
