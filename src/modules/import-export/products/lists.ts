import { isRecord } from '../../../kernel/fields.ts';
import { CellFault, type Cell } from '../rows.ts';
import { textOf } from './values.ts';

/** Values by name, such as the parts of one variation. */
export type Pairs = ReadonlyMap<string, Cell>;

/** The parts of a cell with several values, `a,b,c`; of JSON, the elements. */
export function partsOf(column: string, cell: Cell, separator: string): string[] {
  const parts = Array.isArray(cell)
    ? cell.map((one: unknown) => textOf(column, one))
    : textOf(column, cell).split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
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

/** A value in quotation marks, in which doubled ones stand for one. */
const quotedValue = /"(?:[^"]|"")*"(?=\s*(?:[,|]|$))/y;

/** Splits a text by a separator that does not stand within a quoted value. */
function quotedParts(text: string, separator: string): string[] {
  if (!text.includes('="')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && text[at - 1] === '=') {
      quotedValue.lastIndex = at;
      at += Math.max((quotedValue.exec(text)?.[0].length ?? 0) - 1, 0);
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
