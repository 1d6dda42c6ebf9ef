import { scalarText } from '../../../client/src/query.ts';

/** Records as CSV, with a column for each field of any record; nested fields are named by their path: `product.sku`. */
export function csvOf(records: readonly Readonly<Record<string, unknown>>[]): string {
  const rows = records.map((record) => new Map(flat(record, '')));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [columns, ...rows.map((row) => columns.map((name) => row.get(name) ?? ''))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');
}

function flat(value: unknown, path: string): [string, string][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, inner]) => flat(inner, path === '' ? name : `${path}.${name}`));
  }
  if (value === undefined || value === null) return [];
  return [[path, typeof value === 'object' ? JSON.stringify(value) : scalarText(value)]];
}

function quoted(text: string): string {
  // Spreadsheet programs interpret such a text as a formula.
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
