import { createReadStream } from 'node:fs';
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
  let open: { key: string | undefined; from: number } | undefined;
  let length = 0;
  const events: ListEvents = {
    list: (key, from) => {
      open = { key, from };
      length = 0;
    },
    element: () => length++,
    listEnd: () => {
      const list = { from: open!.from, length };
      if (open!.key === undefined) itself = list;
      else members.set(open!.key, list);
    },
    member: (key, value) => members.set(key, value === null ? 'null' : 'no list'),
  };
  const reader = readJsonLists(events);
  try {
    for await (const chunk of createReadStream(file)) reader.push(chunk as Buffer);
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
  for await (const chunk of createReadStream(file, { start: from })) {
    try {
      reader.push(chunk as Buffer);
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
    const told = (error as SyntaxError).message;
    const place = /position (\d+) \(line (\d+) column (\d+)\)/.exec(told);
    // Without a place, the message has the letters around the fault.
    if (!place)
      return new SyntaxError(
        `${told.replace(`, "${before}`, ', ..."')} (after line ${begin.line} column ${begin.column})`,
      );
    const [position, line, column] = place.slice(1).map(Number) as [number, number, number];
    const isFirst = line === 1;
    return new SyntaxError(
      told.replace(
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
  for await (const text of createReadStream(file, { end: at - 1, encoding: 'utf8' })) {
    const whole = cut + (text as string);
    cut = whole.endsWith('\r') ? '\r' : '';
    const part = whole.slice(0, whole.length - cut.length);
    const lines = part.split(/\r\n|\r|\n/);
    place.position += part.length;
    place.line += lines.length - 1;
    place.column = (lines.length === 1 ? place.column : 1) + lines.at(-1)!.length;
  }
  if (cut) Object.assign(place, { position: place.position + 1, line: place.line + 1, column: 1 });
  return place;
}
