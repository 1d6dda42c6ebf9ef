import { bare, isOptional, type Fields, type Type } from '../../src/kernel/types.ts';
import * as fc from '../support/properties.ts';

/** A source of repeatable chance. */
interface Chance {
  once(inSo: number): boolean;
}

/** Chance from a seed: the same seed gives the same choices. */
function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { once: (inSo) => Math.floor(next() * inSo) === 0 };
}

/** Texts at the edge of a field's valid range. */
export const edgeTexts = [
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
/** Numbers at the edge of a field's valid range. */
export const edgeNumbers = [0, 1, -1, 2, 4, 0.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 99_999_999_999] as const;
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
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...edgeTexts),
  fc.constantFrom<unknown>(...edgeNumbers),
  fc.constantFrom<unknown>(...others),
);

/** A path parameter, encoded for a URL. */
export const pathValue: fc.Arbitrary<string> = oneIn(
  4,
  fc.constantFrom('%', '%zz', '%00', '%2F', '..', '+', 'a%0d%0ab', '9'.repeat(400)),
  fc.oneof(fc.constantFrom(...edgeTexts), fc.constantFrom(...edgeNumbers)).map(inUrl),
);

/** A value as a part of a URL. */
export function inUrl(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed()) || 'x';
}

/** The arbitrary `rare` once in `times`, else `usual`; values shrink towards `usual`. */
function oneIn<T>(times: number, rare: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: times - 1 }, { arbitrary: rare, weight: 1 });
}

/** How a generator fills declared types. */
interface HostileOptions {
  /** One value in this many has another type than the declared one. */
  readonly wrongOneIn: number;
  /** One required field in this many is missing. */
  readonly missingOneIn?: number;
  /** Values for an argument or field of this name that refer to existing entities. */
  readonly references?: References;
}

/** Values for an argument or field of a name that refer to existing entities; undefined for other names. */
export type References = (name: string) => readonly unknown[] | undefined;

/** Those of the references that fit a type: numbers for numbers. */
export function fitting(references: References, name: string, type: Type): readonly unknown[] | undefined {
  const { kind } = bare(type);
  const values = references(name);
  return kind === 'integer' || kind === 'number' ? values?.filter((value) => typeof value === 'number') : values;
}

/** Generates values of a declared type; `name` is that of the argument or field. */
export type HostileValues = (type: Type, name?: string) => fc.Arbitrary<unknown>;

/** Objects inside each other at most. */
const DEEPEST = 6;
const ABSENT = Symbol('absent');

/**
 * Values of declared types as an attacker would fill them: mostly of the declared shape, so that they pass decoding, with values at
 * the edge of the valid range, references to existing entities, and now and then a value of another type.
 */
export function hostileValues({
  wrongOneIn,
  missingOneIn = 2,
  references = () => undefined,
}: HostileOptions): HostileValues {
  const made = new Map<unknown, Map<string, fc.Arbitrary<unknown>>>();
  return (type, name = '') => valueOf(type, name, 0);

  function valueOf(type: Type, name: string, depth: number): fc.Arbitrary<unknown> {
    const shape = bare(type);
    const ofShape = made.get(shape) ?? new Map<string, fc.Arbitrary<unknown>>();
    made.set(shape, ofShape);
    const key = `${depth} ${shape.kind === 'object' ? '' : name}`;
    const found = ofShape.get(key);
    if (found) return found;
    const arbitrary = oneIn(wrongOneIn, anyValue, rightValue(shape, name, depth));
    ofShape.set(key, arbitrary);
    return arbitrary;
  }

  function rightValue(shape: ReturnType<typeof bare>, name: string, depth: number): fc.Arbitrary<unknown> {
    switch (shape.kind) {
      case 'string':
        return known(name, shape, fc.constantFrom<unknown>(...edgeTexts));
      case 'integer':
      case 'number':
        return known(name, shape, fc.constantFrom<unknown>(...edgeNumbers));
      case 'boolean':
        return oneIn<unknown>(10, fc.constantFrom('yes', 0), fc.boolean());
      case 'array':
        return fc.array(valueOf(shape.items, name, depth + 1), { maxLength: depth > DEEPEST - 1 ? 0 : 2 });
      case 'customAttributes':
        return fc.record({ attribute_code: fc.constantFrom(...attributeCodes), value: anyValue }).map((one) => [one]);
      case 'object':
        return depth < DEEPEST ? record(shape.fields, depth + 1) : fc.constant({});
      default:
        return anyValue;
    }
  }

  function known(name: string, type: Type, edge: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const values = fitting(references, name, type);
    return values && values.length > 0 ? oneIn(4, edge, fc.constantFrom<unknown>(...values)) : edge;
  }

  /** Some of the fields: every fourth optional one, and most required ones. */
  function record(fields: Fields, depth: number): fc.Arbitrary<unknown> {
    const names = Object.keys(fields);
    const values = Object.entries(fields).map(([name, type]) =>
      fc.oneof(
        { arbitrary: fc.constant<unknown>(ABSENT), weight: isOptional(type) ? 3 : 1 },
        { arbitrary: valueOf(type, name, depth), weight: isOptional(type) ? 1 : missingOneIn - 1 },
      ),
    );
    return fc
      .tuple(...values)
      .map((all) => Object.fromEntries(all.flatMap((value, i) => (value === ABSENT ? [] : [[names[i], value]]))));
  }
}

/**
 * A body as XML, as clients of all kinds write it: lists as `item` elements or as the element repeated, now and then an
 * element with an attribute, text beside elements, or a single value where a list belongs.
 */
export function xmlBody(value: unknown): fc.Arbitrary<string> {
  return fc.nat().map((seed) => `<?xml version="1.0"?>${xmlElement('request', value, createChance(seed))}`);
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

/** JSON with much structure and no content. */
export const jsonBomb: fc.Arbitrary<string> = bomb([
  (many) => `[${'{},'.repeat(many)}{}]`,
  (many) => `[${'[],'.repeat(many)}[]]`,
  (many) => `[${'null,'.repeat(many)}0]`,
  (many) => `{${Array.from({ length: many }, (_, i) => `"k${i}":{}`).join()}}`,
  () => `${'{"items":['.repeat(250)}${']}'.repeat(250)}`,
  (many) => `{"__proto__":[${'{"__proto__":1},'.repeat(many)}{}]}`,
  (many) => `["\\ud8${many % 10}0"]`,
  () => `{"\\udc00":"\\ud83d\\ude00"}`,
]);

/** XML elements with much structure and no content. */
export const xmlBomb: fc.Arbitrary<string> = bomb([
  (many) => '<item/>'.repeat(many),
  (many) => '<a><item>1</item></a>'.repeat(many),
  () => '<a>'.repeat(255) + '</a>'.repeat(255),
  (many) => '<a>'.repeat(many),
  (many) => `<a ${Array.from({ length: many }, (_, i) => `a${i}=""`).join(' ')}/>`,
  (many) => `<![CDATA[${'<a>'.repeat(many)}]]>`,
  (many) => '&#x41;&lt;'.repeat(many),
  () => '&#xD800;',
  () => '<__proto__><item/><item/></__proto__>',
]);

function bomb(forms: readonly ((many: number) => string)[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...forms), fc.integer({ min: 5001, max: 7000 })).map(([form, many]) => form(many));
}
