import { bare, isOptional, type Type } from '../../src/kernel/types.ts';

/** A source of repeatable chance. */
export interface Chance {
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  once(inSo: number): boolean;
}

/** Chance from a seed: the same seed gives the same requests. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)]!, once: (inSo) => below(inSo) === 0 };
}

const texts = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  '1',
  '2',
  'default',
  'simple',
  'admin@example.com',
  'a\'b"c--;',
  '%',
  '\\',
  'größe 日本語 😀',
  '\ud800',
  'a\u0000b',
  'x'.repeat(5000),
  '2026-02-30 25:61:61',
  '1e999',
  '[]',
  '{"a":',
  '../../etc/passwd',
  '<script>',
  'O:8:"stdClass":0:{}',
] as const;
const numbers = [0, 1, -1, 2, 4, 0.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 99_999_999_999] as const;
const others = [null, true, false, [], {}, [[]], [null], { item: 1 }, ['a', { b: 1 }]] as const;

/** Custom attributes of every kind: plain ones, lists, dates, decimals, those that the platform itself keeps, and none. */
const attributeCodes = [
  'description',
  'name',
  'nope',
  'price',
  'category_ids',
  'url_key',
  'special_price',
  'special_from_date',
  'tier_price',
  'media_gallery',
  'status',
  'tax_class_id',
  'country_of_manufacture',
  'custom_layout_update',
] as const;

/** Any value, most of them wrong. */
export function anyValue(chance: Chance): unknown {
  return chance.pick<unknown>(chance.pick<readonly unknown[]>([texts, numbers, others]));
}

/** A path parameter as it stands in a URL. */
export function pathValue(chance: Chance): string {
  return chance.once(4)
    ? chance.pick(['%', '%zz', '%00', '%2F', '..', '+', 'a%0d%0ab', '9'.repeat(400)])
    : encodeURIComponent(String(chance.pick<string | number>(chance.once(2) ? numbers : texts)).toWellFormed()) || 'x';
}

/**
 * A value of a declared type as an ill-meaning client would fill it: mostly of the right shape, so that it gets past
 * decoding, with values at the edge of what is allowed, and now and then of another kind altogether.
 */
export function hostileValue(type: Type, chance: Chance, depth = 0): unknown {
  if (chance.once(12)) return anyValue(chance);
  const shape = bare(type);
  switch (shape.kind) {
    case 'string':
      return chance.pick<unknown>(texts);
    case 'integer':
    case 'number':
      return chance.pick<unknown>(numbers);
    case 'boolean':
      return chance.pick<unknown>([true, false, 'yes', 0]);
    case 'array':
      return Array.from({ length: depth > 5 ? 0 : chance.below(3) }, () =>
        hostileValue(shape.items, chance, depth + 1),
      );
    case 'customAttributes':
      return [{ attribute_code: chance.pick(attributeCodes), value: anyValue(chance) }];
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.fields)
          .filter(([, field]) => depth < 6 && chance.once(isOptional(field) ? 4 : 2))
          .map(([name, field]) => [name, hostileValue(field, chance, depth + 1)]),
      );
    default:
      return anyValue(chance);
  }
}

/**
 * A body as XML, as clients of all kinds write it: lists as `item` elements or as the element repeated, now and then an
 * element with an attribute, text beside elements, or a single value where a list belongs.
 */
export function xmlBody(value: unknown, chance: Chance): string {
  return `<?xml version="1.0"?>${xmlElement('request', value, chance)}`;
}

function xmlElement(name: string, value: unknown, chance: Chance): string {
  const attribute = chance.once(40) ? ' kind="x"' : '';
  if (Array.isArray(value) && value.length > 0 && chance.once(6)) {
    return value.map((element) => xmlElement(name, element, chance)).join('');
  }
  return `<${name}${attribute}>${xmlContent(value, chance)}</${name}>`;
}

function xmlContent(value: unknown, chance: Chance): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return xmlText(String(value));
  const pairs = Array.isArray(value) ? value.map((element) => ['item', element] as const) : Object.entries(value);
  const elements = pairs.map(([key, inner]) => xmlElement(key, inner, chance)).join('');
  // A scalar wrapped once more, as some serializers do with every list of one.
  return chance.once(30) ? `<item>${elements}</item>${chance.once(2) ? 'text' : ''}` : elements;
}

// oxlint-disable-next-line no-control-regex -- what XML cannot hold at all
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** JSON that is much in structure and nothing in content. */
export function jsonBomb(chance: Chance): string {
  const many = 5001 + chance.below(2000);
  return chance.pick([
    () => `[${'{},'.repeat(many)}{}]`,
    () => `[${'[],'.repeat(many)}[]]`,
    () => `[${'null,'.repeat(many)}0]`,
    () => `{${Array.from({ length: many }, (_, i) => `"k${i}":{}`).join()}}`,
    () => `${'{"items":['.repeat(250)}${']}'.repeat(250)}`,
    () => `{"__proto__":[${'{"__proto__":1},'.repeat(many)}{}]}`,
    () => `["\\ud8${chance.below(10)}0"]`,
    () => `{"\\udc00":"\\ud83d\\ude00"}`,
  ])();
}

/** Elements that are much in structure and nothing in content. */
export function xmlBomb(chance: Chance): string {
  const many = 5001 + chance.below(2000);
  return chance.pick([
    () => '<item/>'.repeat(many),
    () => '<a><item>1</item></a>'.repeat(many),
    () => '<a>'.repeat(255) + '</a>'.repeat(255),
    () => '<a>'.repeat(many),
    () => `<a ${Array.from({ length: many }, (_, i) => `a${i}=""`).join(' ')}/>`,
    () => `<![CDATA[${'<a>'.repeat(many)}]]>`,
    () => '&#x41;&lt;'.repeat(many),
    () => '&#xD800;',
    () => '<__proto__><item/><item/></__proto__>',
  ])();
}
