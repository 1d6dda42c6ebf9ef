import { foldText } from '../../src/kernel/fold.ts';
import type { SearchCriteria } from '../../src/storage/criteria/criteria.ts';

/** A row of the table that the property test fills. */
export interface Row {
  id: number;
  whole: number | null;
  amount: number | null;
  flag: number | null;
  title: string | null;
  code: string | null;
  tags: string | null;
  created: string | null;
  born: string | null;
}

export type Field = keyof Row | 'colour';

/** A row with the colours that are linked to it. */
export interface LinkedRow extends Row {
  colours: string[];
}

type Kind = 'number' | 'flag' | 'text' | 'time' | 'date';
export const kinds: Record<Field, Kind> = {
  id: 'number',
  whole: 'number',
  amount: 'number',
  flag: 'flag',
  title: 'text',
  code: 'text',
  tags: 'text',
  colour: 'text',
  created: 'time',
  born: 'date',
};

/** What a list of `rows` should answer, worked out row by row without a database. */
export function evaluate(rows: readonly LinkedRow[], criteria: SearchCriteria): { ids: number[]; total: number } {
  const found = rows.filter((row) =>
    (criteria.filter_groups ?? []).every((group) => {
      const filters = group.filters ?? [];
      return (
        filters.length === 0 ||
        filters.some((f) => meets(row, f.field as Field, f.condition_type ?? 'eq', f.value ?? ''))
      );
    }),
  );
  const orders = criteria.sort_orders ?? [];
  const last = orders.at(-1)?.direction ?? (orders.length > 0 ? 'DESC' : 'ASC');
  const sorted = found.toSorted((a, b) => {
    for (const { field, direction } of [...orders, { field: 'id', direction: last }]) {
      const difference = compareNullable(keyOf(a, field as keyof Row), keyOf(b, field as keyof Row));
      if (difference !== 0) return direction === 'ASC' ? difference : -difference;
    }
    return 0;
  });
  const size = criteria.page_size ? Math.max(1, criteria.page_size) : Infinity;
  const start = size === Infinity ? 0 : (Math.max(1, criteria.current_page ?? 1) - 1) * size;
  return { ids: sorted.slice(start, start + size).map((row) => row.id), total: found.length };
}

function keyOf(row: Row, field: keyof Row): string | number | null {
  const value = row[field];
  return typeof value === 'string' ? foldText(value) : value;
}

function compareNullable(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compare(a, b);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function meets(row: LinkedRow, field: Field, type: string, value: string): boolean {
  if (field !== 'colour') return valueMeets(row[field], kinds[field], type, value);
  const denied = { neq: 'eq', nin: 'in', nlike: 'like', nfinset: 'finset', null: 'notnull' }[type];
  const found = row.colours.some((colour) => valueMeets(colour, 'text', denied ?? type, value));
  return denied ? !found : found;
}

function valueMeets(stored: string | number | null, kind: Kind, type: string, value: string): boolean {
  if (type === 'null') return stored === null;
  if (stored === null) return false;
  const against = (sent: string): number => compare(read(stored, kind), read(sent, kind, true));
  switch (type) {
    case 'notnull':
      return true;
    case 'eq':
      return against(value) === 0;
    case 'neq':
      return against(value) !== 0;
    case 'gt':
      return against(value) > 0;
    case 'gteq':
    case 'moreq':
    case 'from':
      return against(value) >= 0;
    case 'lt':
      return against(value) < 0;
    case 'lteq':
    case 'to':
      return against(value) <= 0;
    case 'in':
      return value.split(',').some((part) => against(part) === 0);
    case 'nin':
      return value.split(',').every((part) => against(part) !== 0);
    case 'like':
      return isLike([...foldText(String(stored))], [...foldText(value)]);
    case 'nlike':
      return !isLike([...foldText(String(stored))], [...foldText(value)]);
    case 'finset':
      return isInSet(stored, kind, value);
    case 'nfinset':
      return !isInSet(stored, kind, value);
    default:
      throw new Error(type);
  }
}

function isInSet(stored: string | number, kind: Kind, value: string): boolean {
  if (value.includes(',')) return false;
  if (kind !== 'text') return compare(read(stored, kind), read(value, kind, true)) === 0;
  return stored !== '' && foldText(String(stored)).split(',').includes(foldText(value));
}

/** A value as it is compared: a number, milliseconds, or folded text. */
function read(value: string | number, kind: Kind, sent = false): string | number {
  if (typeof value === 'number') return value;
  if (kind === 'flag' && sent && /^(true|yes|on)$/i.test(value)) return 1;
  if (kind === 'number' || kind === 'flag') return numberAtStart(value);
  if (kind === 'text') return foldText(value);
  if (value === '') return -Infinity;
  const iso = value.replace(' ', 'T');
  return Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : /[Z+]/.test(iso) ? iso : `${iso}Z`);
}

function numberAtStart(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** `like` by backtracking over characters. */
function isLike(text: readonly string[], pattern: readonly string[], i = 0, j = 0): boolean {
  if (j === pattern.length) return i === text.length;
  if (pattern[j] === '%') {
    return isLike(text, pattern, i, j + 1) || (i < text.length && isLike(text, pattern, i + 1, j));
  }
  if (i === text.length) return false;
  if (pattern[j] === '_') return isLike(text, pattern, i + 1, j + 1);
  const escaped = pattern[j] === '\\' && j + 1 < pattern.length;
  return text[i] === pattern[escaped ? j + 1 : j] && isLike(text, pattern, i + 1, j + (escaped ? 2 : 1));
}
