import { MASK, maskValues, plainName, type SecretPlaces } from './masking.ts';
import { bare, type Fields, type SecretKind, type Type } from './types.ts';
import { anyText } from './any-text.ts';
import { isRecord } from './fields.ts';

/** The path of a secret in a value, and the secret. */
export type FoundSecret = readonly [path: readonly (string | number)[], secret: unknown];

/** A value with masks, and the secrets behind them. */
interface Concealed<T> {
  readonly open: T;
  readonly secrets: readonly FoundSecret[];
}

/** All kinds of secrets: people do not see them, and they are neither logged nor stored with calls. */
export const secretKinds: readonly SecretKind[] = ['credential', 'money', 'coupon'];

/**
 * The kinds that are also hidden from hooks and receivers of events. These get coupons: shops use hooks to check the codes that
 * buyers enter.
 */
export const hiddenFromReceivers: readonly SecretKind[] = ['credential', 'money'];

/** The kind of a secret field (`t.secret`); undefined: it is not secret. */
export function secretKind(type: Type): SecretKind | undefined {
  const shape = bare(type);
  return 'secret' in shape ? shape.secret : undefined;
}

/** Whether an argument at a path such as `coupon.code` is secret. */
export function isSecretAt(input: Fields, path: string): boolean {
  let fields: Fields = input;
  return path.split('.').some((name) => {
    const type = fields[name];
    if (!type) return false;
    fields = fieldsOf(type);
    return secretKind(type) !== undefined;
  });
}

function fieldsOf(type: Type): Fields {
  const shape = bare(type);
  if (shape.kind === 'array') return fieldsOf(shape.items);
  return shape.kind === 'object' ? shape.fields : {};
}

/** Replaces the secrets of some kinds, or all, in decoded arguments, or in an encoded response (as one field). */
export function conceal<T extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  values: T,
  kinds = secretKinds,
): Concealed<T> {
  const secrets: FoundSecret[] = [];
  for (const [name, type] of Object.entries(fields)) find(type, values[name], [name], { kinds, secrets });
  return { open: secrets.reduce((open, [path, secret]) => withValue(open, path, masked(secret)), values), secrets };
}

/** Restores the secrets. */
export function reveal<T>({ open, secrets }: Concealed<T>): T {
  return secrets.reduce((value, [path, secret]) => withValue(value, path, secret), open);
}

/** Masks secrets in a text that may quote them; values of a few characters are ambiguous and stay. */
export function withoutSecrets(text: string, secrets: readonly FoundSecret[]): string {
  return maskValues(
    text,
    secrets.flatMap(([, secret]) => textsOf(secret)),
  );
}

function textsOf(secret: unknown): string[] {
  if (typeof secret === 'object' && secret !== null) return Object.values(secret).flatMap(textsOf);
  return secret === null || secret === undefined ? [] : [anyText(secret)];
}

/** The target of a search in a value, and its results. */
interface Search {
  readonly kinds: readonly SecretKind[];
  readonly secrets: FoundSecret[];
}

function find(type: Type, value: unknown, path: FoundSecret[0], found: Search): void {
  if (value === null || value === undefined || !holdsSecrets(type)) return;
  const shape = bare(type);
  const kind = secretKind(shape);
  if (kind && found.kinds.includes(kind)) found.secrets.push([path, value]);
  else if (shape.kind === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) find(shape.items, item, [...path, index], found);
  } else if (shape.kind === 'object' && isRecord(value)) {
    for (const [name, field] of Object.entries(shape.fields)) {
      find(field, value[name], [...path, name], found);
    }
  }
}

const knownPlaces = new WeakMap<Fields, SecretPlaces>();

/** The secret places in a document with these fields, as clients write it. */
export function secretPlaces(fields: Fields): SecretPlaces {
  let places = knownPlaces.get(fields);
  if (!places) knownPlaces.set(fields, (places = makePlaces(fields)));
  return places;
}

function makePlaces(fields: Fields): SecretPlaces {
  const byName = new Map(Object.entries(fields).map(([name, type]) => [plainName(name), type]));
  return (name) => {
    const type = byName.get(plainName(name));
    if (!type || !holdsSecrets(type)) return undefined;
    return secretKind(type) ? 'secret' : secretPlaces(fieldsOf(type));
  };
}

/** Names of the secret fields of a type, at any depth, in the form of `plainName`: lists may be filtered by them. */
export function secretFieldNames(type: Type): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Type>();
  const look = (fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      if (secretKind(field)) names.add(plainName(name));
      const shape = bare(field);
      if (seen.has(shape)) continue;
      seen.add(shape);
      look(fieldsOf(shape));
    }
  };
  look(fieldsOf(type));
  return names;
}

const known = new WeakMap<Type, boolean>();

/** Whether a value of a type may contain a secret: most cannot, and are not searched. */
function holdsSecrets(type: Type): boolean {
  let answer = known.get(type);
  if (answer === undefined) known.set(type, (answer = reachesSecret(type, new Set())));
  return answer;
}

function reachesSecret(type: Type, seen: Set<Type>): boolean {
  const shape = bare(type);
  if (seen.has(shape)) return false;
  seen.add(shape);
  if (secretKind(shape)) return true;
  if (shape.kind === 'array') return reachesSecret(shape.items, seen);
  return shape.kind === 'object' && Object.values(shape.fields).some((field) => reachesSecret(field, seen));
}

/** A mask for each text, so that the value keeps its shape. */
function masked(secret: unknown): unknown {
  if (Array.isArray(secret)) return secret.map(masked);
  if (typeof secret !== 'object' || secret === null) return MASK;
  return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, masked(value)]));
}

/** A copy of `value` with another value at one path; the caller replaces a secret by its mask, or the other way round. */
function withValue<T>(value: T, path: FoundSecret[0], placed: unknown): T {
  return replaced(value, path, placed) as T;
}

function replaced(value: unknown, [step, ...rest]: FoundSecret[0], placed: unknown): unknown {
  if (step === undefined) return placed;
  const inner = isRecord(value) ? replaced(value[step], rest, placed) : undefined;
  if (Array.isArray(value)) return value.with(Number(step), inner);
  return { ...(isRecord(value) && value), [step]: inner };
}
