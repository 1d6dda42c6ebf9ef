import { isRecord } from '../../kernel/fields.ts';

/** Query strings as the interface's clients write them: `a[b][0][c]=v`, `a[]=v`, with raw or percent-encoded brackets. */

/** Maximum number of variables in a query; later ones are ignored. */
const MAX_VARIABLES = 1000;
/** Maximum depth of brackets; deeper variables are ignored. */
const MAX_DEPTH = 64;

type Branch = Record<string, unknown>;

/** Parses the text after `?`. Never throws; a variable without `=` is an empty text. */
export function parseQuery(text: string): Branch {
  const root = branch();
  if (text === '') return root;
  let read = 0;
  for (const pair of text.split('&', MAX_VARIABLES * 4)) {
    if (pair === '') continue;
    if (++read > MAX_VARIABLES) break;
    const equals = pair.indexOf('=');
    const name = decodeUrlText(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeUrlText(pair.slice(equals + 1));
    const path = splitName(name);
    if (path) assign(root, path, value);
  }
  return root;
}

/** An object without a prototype, so that all names are plain keys. */
function branch(): Branch {
  return Object.create(null) as Branch;
}

/** `a[b][]` → `['a', 'b', '']`; undefined for a name that cannot be used. */
function splitName(name: string): string[] | undefined {
  const bracket = name.indexOf('[');
  const open = name.indexOf(']', bracket) < 0 ? -1 : bracket;
  const base = (open < 0 ? name : name.slice(0, open)).trimStart();
  if (base === '') return undefined;
  const path = [base.replace(/[ .[]/g, '_')];
  let at = open;
  while (at >= 0 && name[at] === '[') {
    const close = name.indexOf(']', at);
    if (close < 0) break;
    path.push(name.slice(at + 1, close));
    at = close + 1;
  }
  return path.length > MAX_DEPTH ? undefined : path;
}

function assign(root: Branch, path: readonly string[], value: string): void {
  let current = root;
  path.forEach((part, i) => {
    const key = part === '' && i > 0 ? nextIndex(current) : part;
    if (i === path.length - 1) {
      current[key] = value;
      return;
    }
    const inner = current[key];
    if (isRecord(inner)) {
      current = inner;
    } else {
      const child = branch();
      current[key] = child;
      current = child;
    }
  });
}

function nextIndex(list: Branch): string {
  let next = 0;
  // Objects list whole numbers first, in ascending order.
  for (const key of Object.keys(list)) {
    if (!/^\d{1,9}$/.test(key)) break;
    next = Number(key) + 1;
  }
  return String(next);
}

/** Decodes the percent signs and `+` of a path segment or a query; leaves an invalid encoding unchanged. */
export function decodeUrlText(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

/** Decodes valid percent signs one by one; bytes that are not UTF-8 become replacement characters. */
function decodeBytes(text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})|[\u0080-\uffff]+/gi, (match, hex: string | undefined) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : Buffer.from(match, 'utf8').toString('latin1'),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
