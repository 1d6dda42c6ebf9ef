import { isRecord } from '../../../kernel/fields.ts';
import { CellFault, type Cell } from '../../../platform/row-import/rows.ts';
import { textOf } from '../../../platform/row-import/values.ts';

/** Values by name, such as the parts of one variation. */
export type Pairs = ReadonlyMap<string, Cell>;

/** The parts of a cell with several values, `a,b,"c, with a comma"`; of JSON, the elements. */
export function partsOf(column: string, cell: Cell, separator: string): string[] {
  return placesOf(column, cell, separator).filter((part) => part !== '');
}

/** As `partsOf`, with the empty parts. */
export function placesOf(column: string, cell: Cell, separator: string): string[] {
  if (Array.isArray(cell)) return cell.map((one: unknown) => textOf(column, one).trim());
  const text = textOf(column, cell);
  return text.includes('"') ? unquotedParts(text, separator) : text.split(separator).map((part) => part.trim());
}

function unquotedParts(text: string, separator: string): string[] {
  const parts: string[] = [];
  // The first character of a part after its blanks. It only moves forward, also where blanks separate parts.
  let first = 0;
  for (let start = 0; start <= text.length;) {
    first = blanksEnd(text, Math.max(first, start));
    const closed = text[first] === '"' ? quotationEnd(text, first) : -1;
    const after = closed < 0 ? -1 : blanksEnd(text, closed);
    const isQuoted = after >= 0 && [separator, ''].includes(text.charAt(after));
    const found = isQuoted ? after : text.indexOf(separator, start);
    const end = found < 0 ? text.length : found;
    parts.push(isQuoted ? unquoted(text.slice(start, end).trim()) : text.slice(start, end).trim());
    start = end + 1;
  }
  return parts;
}

/** The position after the quotation that begins at `start`, in which doubled marks stand for one; -1: it does not end. */
function quotationEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return -1;
}

/** The position of the first character from `start` on that is not a blank. */
function blanksEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at).trim() === '') at++;
  return at;
}

/** A new pair begins with a name and an equals sign. */
const beginning = /^\s*([a-zA-Z_][\w]*)=/;

/**
 * The pairs of `name=value,other="value, with a comma"`. A part without a name belongs to the value before it, as in exports
 * without quotation marks. JSON objects are taken as they are. Throws for text before the first name.
 */
export function pairsOf(column: string, cell: Cell, separator = ','): Map<string, Cell> {
  if (isRecord(cell)) return new Map(Object.entries(cell).filter(([, value]) => value !== '' && value !== null));
  const pairs = new Map<string, string>();
  let name: string | undefined;
  for (const part of quotedParts(textOf(column, cell), separator)) {
    const found = beginning.exec(part)?.[1];
    if (found !== undefined) {
      name = found;
      pairs.set(name, part.slice(part.indexOf('=') + 1));
    } else if (name !== undefined) {
      pairs.set(name, `${pairs.get(name) ?? ''}${separator}${part}`);
    } else if (part.trim() !== '') {
      throw new CellFault(column, `"${part.trim()}" is not of the form name=value`);
    }
  }
  return new Map([...pairs].map(([key, value]) => [key, unquoted(value.trim())]));
}

/** The records of `name=A,type=x|name=B,type=y`, each as its pairs; of JSON, the objects of a list. */
export function recordsOf(column: string, cell: Cell): Pairs[] {
  if (Array.isArray(cell)) return cell.map((one: unknown) => pairsOf(column, one));
  if (isRecord(cell)) return [pairsOf(column, cell)];
  return quotedParts(textOf(column, cell), '|')
    .filter((part) => part.trim() !== '')
    .map((part) => pairsOf(column, part));
}

/** Characters that may follow a quoted value; the empty text stands for the end. */
const afterValue: ReadonlySet<string> = new Set([',', '|', '']);

/** Splits a text by a separator that does not stand within a quoted value. */
function quotedParts(text: string, separator: string): string[] {
  if (!text.includes('="')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && text[at - 1] === '=') {
      const end = quotationEnd(text, at);
      if (end >= 0 && afterValue.has(text.charAt(blanksEnd(text, end)))) at = end - 1;
    } else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replaceAll('""', '"')
    : value;
}
