import { bare, type Fields, type Type } from './types.ts';

/** What stands in the place of a secret wherever values are stored, shown or logged. */
const mask = '******';

/** Where in a value a secret was, and what it was. */
export type FoundSecret = readonly [path: readonly (string | number)[], secret: unknown];

/** A value with masks in it, and what they hide. */
interface Concealed<T> {
  readonly open: T;
  readonly secrets: readonly FoundSecret[];
}

/** Whether a field is declared as secret (`t.secret`). */
function isSecretType(type: Type): boolean {
  return 'secret' in bare(type);
}

/** Takes the secrets out of decoded arguments, or of an encoded answer (as one field). */
export function conceal<T extends Readonly<Record<string, unknown>>>(fields: Fields, values: T): Concealed<T> {
  const secrets: FoundSecret[] = [];
  for (const [name, type] of Object.entries(fields)) find(type, values[name], [name], secrets);
  return { open: secrets.reduce((open, [path, secret]) => withValue(open, path, masked(secret)), values), secrets };
}

/** Puts secrets back to where they were. */
export function reveal<T>({ open, secrets }: Concealed<T>): T {
  return secrets.reduce((value, [path, secret]) => withValue(value, path, secret), open);
}

/** Puts masks where a text tells of secrets; those of a few signs could stand for anything and stay. */
export function withoutSecrets(text: string, secrets: readonly FoundSecret[]): string {
  return secrets
    .flatMap(([, secret]) => textsOf(secret))
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((told, secret) => told.replaceAll(secret, mask), text);
}

const SHORTEST = 4;

function textsOf(secret: unknown): string[] {
  if (typeof secret === 'object' && secret !== null) return Object.values(secret).flatMap(textsOf);
  return secret === null || secret === undefined ? [] : [String(secret)];
}

function find(type: Type, value: unknown, path: FoundSecret[0], found: FoundSecret[]): void {
  if (value === null || value === undefined || !holdsSecrets(type)) return;
  const shape = bare(type);
  if (isSecretType(shape)) found.push([path, value]);
  else if (shape.kind === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) find(shape.items, item, [...path, index], found);
  } else if (shape.kind === 'object') {
    for (const [name, field] of Object.entries(shape.fields)) {
      find(field, (value as Record<string, unknown>)[name], [...path, name], found);
    }
  }
}

/** Names of the fields that are secrets (`t.secret`) of some arguments, at any depth. */
export function secretNames(fields: Fields): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Type>();
  const look = (name: string, type: Type): void => {
    const shape = bare(type);
    if (isSecretType(shape)) names.add(name);
    if (seen.has(shape)) return;
    seen.add(shape);
    if (shape.kind === 'array') look(name, shape.items);
    else if (shape.kind === 'object') for (const [inner, field] of Object.entries(shape.fields)) look(inner, field);
  };
  for (const [name, type] of Object.entries(fields)) look(name, type);
  return names;
}

const known = new WeakMap<Type, boolean>();

/** Whether there can be a secret in a value of a type: most have none, and are not searched. */
function holdsSecrets(type: Type): boolean {
  let answer = known.get(type);
  if (answer === undefined) known.set(type, (answer = reachesSecret(type, new Set())));
  return answer;
}

function reachesSecret(type: Type, seen: Set<Type>): boolean {
  const shape = bare(type);
  if (seen.has(shape)) return false;
  seen.add(shape);
  if (isSecretType(shape)) return true;
  if (shape.kind === 'array') return reachesSecret(shape.items, seen);
  return shape.kind === 'object' && Object.values(shape.fields).some((field) => reachesSecret(field, seen));
}

/** As many masks as there were texts, so that the value keeps its shape. */
function masked(secret: unknown): unknown {
  return Array.isArray(secret) ? secret.map(masked) : mask;
}

/** A copy of `value` with something else at one place. */
function withValue<T>(value: T, [step, ...rest]: FoundSecret[0], placed: unknown): T {
  if (step === undefined) return placed as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[step] = withValue(copy[step], rest, placed);
  return copy as T;
}
