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
      return [{ attribute_code: chance.pick(['description', 'name', 'nope', 'price']), value: anyValue(chance) }];
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
