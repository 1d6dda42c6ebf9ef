import {
  compileDecoder,
  fieldFinder,
  errorInField,
  listElements,
  type DecodeContext,
  type Decoder,
  type ListLimits,
} from './decode.ts';
import { isRecord } from './fields.ts';
import type { Target } from './served-fields.ts';
import { takeTurns, type Turns } from './turns.ts';
import { bare, type ObjectType, type ArrayType, type Type } from './types.ts';

/** The target of decoding: a type, for an edition and release, as an argument or inside one. */
interface DecodeTarget {
  readonly type: Type;
  readonly target: Target | undefined;
  readonly place: keyof ListLimits;
}

/**
 * Decodes a value with the same result as `decode`, which was compiled for the target. Decodes `large` objects and lists in
 * pieces, and yields to other requests in between.
 */
export function decodeInSlices(
  decode: Decoder,
  goal: DecodeTarget,
  value: unknown,
  context: DecodeContext,
  large: ReadonlySet<object>,
): Promise<unknown> {
  const turns = takeTurns();
  return decodePart(decode, goal, value, { context, large, turns });
}

interface Work {
  readonly context: DecodeContext;
  readonly large: ReadonlySet<object>;
  readonly turns: Turns;
}

async function decodePart(
  decode: Decoder,
  { type, target, place }: DecodeTarget,
  value: unknown,
  work: Work,
): Promise<unknown> {
  const shape = bare(type);
  if (shape.kind === 'object' && isLarge(value, work.large)) return decodeObject(decode, shape, target, value, work);
  if (shape.kind === 'array' && isLarge(value, work.large))
    return decodeList(decode, shape, target, place, value, work);
  return decode(value, work.context);
}

/** Whether a value is large; a copy counts as large when a member of it does. */
function isLarge(value: unknown, large: ReadonlySet<unknown>): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && (large.has(value) || Object.values(value).some((inner) => large.has(inner)));
}

/** Field by field: an object of one field is decoded like the whole object. */
async function decodeObject(
  decode: Decoder,
  type: ObjectType,
  target: Target | undefined,
  value: Readonly<Record<string, unknown>>,
  work: Work,
): Promise<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  const find = fieldFinder(type, target);
  for (const [key, inner] of Object.entries(value)) {
    const field = isLarge(inner, work.large) ? find(key) : undefined;
    let decoded: unknown;
    if (!field) decoded = decode({ [key]: inner }, work.context);
    else {
      if (result[field.name] !== undefined) continue;
      try {
        const goal: DecodeTarget = { type: field.type, target, place: 'inside' };
        decoded = { [field.name]: await decodePart(field.decode, goal, inner, work) };
      } catch (error) {
        throw errorInField(key, error);
      }
    }
    if (isRecord(decoded)) for (const name in decoded) if (result[name] === undefined) result[name] = decoded[name];
    await work.turns();
  }
  return result;
}

async function decodeList(
  decode: Decoder,
  type: ArrayType,
  target: Target | undefined,
  place: keyof ListLimits,
  value: unknown,
  work: Work,
): Promise<unknown> {
  const item = bare(type.items);
  // Scalars decode many times faster than they are parsed.
  if (item.kind !== 'object') return decode(value, work.context);
  const elements = listElements(value, type, place, work.context);
  if (!elements) return null;
  const decodeItem = compileDecoder(item, target);
  const result: unknown[] = [];
  for (const element of elements) {
    result.push(await decodePart(decodeItem, { type: item, target, place: 'inside' }, element, work));
    await work.turns();
  }
  return result;
}
