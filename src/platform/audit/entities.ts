import { MASK } from '../../kernel/masking.ts';
import { pathsOf, valuesAt } from '../../kernel/entity.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { AnyRoute } from '../../kernel/route.ts';
import { conceal } from '../../kernel/secrets.ts';
import { isPlainObject } from '../../kernel/plain-objects.ts';

/** Addresses of people. */
const personal = /email$/i;
/** Tokens, and the ids by which guests own their carts. */
const opaque = /^[A-Za-z0-9]{32,}$/;

const MOST = 20;
const LONGEST_VALUE = 80;
const LONGEST = 500;

/**
 * Describes in a line the entities that a call has changed, from its path, the declaration of its route and its response: `sku=24-MB01`,
 * `cartId=7, id=12`. Nothing else of the body is in it, and nothing that is a secret.
 */
export function entitiesOf(
  { parameters, route }: Pick<RegisteredRoute, 'parameters'> & { readonly route: Pick<AnyRoute, 'input' | 'entity'> },
  args: Readonly<Record<string, unknown>>,
  output: unknown,
): string {
  const { open: input } = conceal(route.input, args);
  const found = new Set<string>();
  const add = (name: string, value: unknown): void => {
    const text = textOf(name, value);
    if (text !== undefined) found.add(`${name}=${text}`);
  };
  for (const { name, override } of parameters) if (!override) add(name, input[name]);
  for (const path of route.entity ? pathsOf(route.entity) : []) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    // Whose address it is, the id in the answer tells as well.
    if (!personal.test(name)) for (const value of valuesAt(input, path)) add(name, value);
  }
  if (isWholeNumber(output)) add('result', output);
  else if (isPlainObject(output)) {
    // An entity that is named by a secret, such as a gift card, is told by its own id: `account_id`.
    const isMasked = [...found].some((part) => part.endsWith(`=${MASK}`));
    const field =
      ['id', 'entity_id'].find((one) => isScalar(output[one])) ??
      (isMasked ? Object.keys(output).find((one) => one.endsWith('_id') && isScalar(output[one])) : undefined);
    if (field) add(field, output[field]);
  }
  return lineOf([...found]);
}

/** Names of arguments that identify an entity, and are no secret. */
const identifying = /(^|_)(id|uid|sku)$|(Id|Uid|Sku)$/;

/** As `entitiesOf`, of a mutation: the ids and SKUs among its arguments and the fields of its inputs. */
export function entitiesOfMutation(input: Readonly<Record<string, unknown>>): string {
  const found = new Set<string>();
  const visit = (fields: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(fields)) {
      const text = identifying.test(name) ? textOf(name, value) : undefined;
      if (text !== undefined) found.add(`${name}=${text}`);
      for (const inner of Array.isArray(value) ? value : [value]) if (isPlainObject(inner)) visit(inner);
    }
  };
  visit(input);
  return lineOf([...found]);
}

function lineOf(parts: readonly string[]): string {
  const rest = parts.length - MOST;
  const line = parts.slice(0, MOST).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** A value for people; undefined for a value that identifies nothing. */
function textOf(name: string, value: unknown): string | undefined {
  if (!isScalar(value)) return undefined;
  const text = String(value);
  if (name !== 'sku' && opaque.test(text)) return `${text.slice(0, 6)}…`;
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value);
}
