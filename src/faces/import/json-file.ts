import { createReadStream } from 'node:fs';
import { elementAt } from '../../kernel/lists.ts';
import { errorMessage } from '../../kernel/thrown.ts';
import { JsonFault, readJsonLists, type ListEvents } from './json-lists.ts';

/** A list in a file: the byte where it begins, and how many elements it has. */
interface JsonList {
  readonly from: number;
  readonly length: number;
}

/** The lists of a file: it is one itself, or an object that has some by their keys; null where a key has null. */
interface JsonFile {
  readonly itself?: JsonList;
  readonly members: ReadonlyMap<string, JsonList | 'null' | 'no list'>;
}

/** Reads a file of JSON through and tells its lists; memory does not grow with it. Throws a SyntaxError with the place of a fault. */
export async function inspectJson(file: string): Promise<JsonFile> {
  const members = new Map<string, JsonList | 'null' | 'no list'>();
  let itself: JsonList | undefined;
  // Set at the start of each list.
  let open: { readonly key: string | undefined; readonly from: number } = { key: undefined, from: 0 };
  let length = 0;
  const events: ListEvents = {
    list: (key, from) => {
      open = { key, from };
      length = 0;
    },
    element: () => length++,
    listEnd: () => {
      const list = { from: open.from, length };
      if (open.key === undefined) itself = list;
      else members.set(open.key, list);
    },
    member: (key, value) => members.set(key, value === null ? 'null' : 'no list'),
  };
  const reader = readJsonLists(events);
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(file);
    for await (const chunk of chunks) reader.push(chunk);
    reader.end();
  } catch (error) {
    throw error instanceof JsonFault ? await described(file, error) : error;
  }
  return { members, ...(itself && { itself }) };
}

/** The elements of a list of a file that was inspected, one after the other. */
export async function* readList(file: string, { from }: JsonList): AsyncGenerator<unknown, void, undefined> {
  let elements: unknown[] = [];
  let isRead = false;
  const reader = readJsonLists({ element: (value) => elements.push(value), listEnd: () => (isRead = true) });
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { start: from });
  for await (const chunk of chunks) {
    try {
      reader.push(chunk);
    } catch (error) {
      // The rest of the surrounding object follows the list.
      if (!isRead) throw error;
    }
    yield* elements;
    elements = [];
    if (isRead) return;
  }
}

/** The message of `JSON.parse` for a fault, with its position in the file. */
async function described(file: string, { at, before, piece, message }: JsonFault): Promise<SyntaxError> {
  const begin = await placeOf(file, at);
  try {
    JSON.parse(before + piece);
  } catch (error) {
    const reason = errorMessage(error);
    const place = /position (\d+) \(line (\d+) column (\d+)\)/.exec(reason);
    // Without a place, the message has the letters around the fault.
    if (!place)
      return new SyntaxError(
        `${reason.replace(`, "${before}`, ', ..."')} (after line ${begin.line} column ${begin.column})`,
      );
    const [position, line, column] = [Number(place[1]), Number(place[2]), Number(place[3])];
    const isFirst = line === 1;
    return new SyntaxError(
      reason.replace(
        place[0],
        `position ${begin.position + position - before.length} (line ${begin.line + line - 1} column ${isFirst ? begin.column + column - 1 - before.length : column})`,
      ),
    );
  }
  return new SyntaxError(`${message} (after line ${begin.line} column ${begin.column})`);
}

/** The place of a byte, as JSON.parse tells places: characters from 0, lines and columns from 1. */
async function placeOf(file: string, at: number): Promise<{ position: number; line: number; column: number }> {
  const place = { position: 0, line: 1, column: 1 };
  if (at === 0) return place;
  // A line break of two characters may lie in two chunks.
  let cut = '';
  const texts: AsyncIterable<string> = createReadStream(file, { end: at - 1, encoding: 'utf8' });
  for await (const text of texts) {
    const whole = cut + text;
    cut = whole.endsWith('\r') ? '\r' : '';
    const part = whole.slice(0, whole.length - cut.length);
    const lines = part.split(/\r\n|\r|\n/);
    place.position += part.length;
    place.line += lines.length - 1;
    place.column = (lines.length === 1 ? place.column : 1) + elementAt(lines, -1).length;
  }
  if (cut) Object.assign(place, { position: place.position + 1, line: place.line + 1, column: 1 });
  return place;
}
