import type { RegisteredRoute } from '../kernel/registry.ts';

/** Fields that tell which entity an object is, the plainest first. */
const identifying = ['id', 'entity_id', 'sku', 'increment_id', 'code', 'attribute_code', 'identifier', 'name'] as const;
/** Arguments that name entities by themselves. */
const naming = /(?:^|_|[a-z])(?:ids?|codes?|skus?)$/i;
/** Arguments whose values open something to whoever knows them. */
const secret = /token|password|secret|key|giftcard/i;
/** Tokens, and the ids by which guests own their carts. */
const opaque = /^[A-Za-z0-9]{32,}$/;

const MOST = 20;
const LONGEST_VALUE = 80;
const LONGEST = 500;

/**
 * Says in a line which entities a call has changed, from the names in its path, its arguments and its answer: `sku=24-MB01`,
 * `cartId=7, id=12`. Nothing else of the body is in it, and nothing that is a secret.
 */
export function entitiesOf(
  { parameters }: Pick<RegisteredRoute, 'parameters'>,
  input: Readonly<Record<string, unknown>>,
  output: unknown,
): string {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    const text = textOf(name, value);
    if (text !== undefined) found.set(`${name}=${text}`, name);
  };
  for (const { name, override } of parameters) if (!override) add(name, input[name]);
  for (const [name, value] of Object.entries(input)) addArgument(add, name, value);
  if (isObject(output)) addIdentity(add, output, ['id', 'entity_id']);
  else if (isWholeNumber(output)) add('result', output);
  const parts = [...found.keys()];
  const rest = parts.length - MOST;
  const line = parts.slice(0, MOST).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

type Add = (name: string, value: unknown) => void;

function addArgument(add: Add, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isObject(item)) addIdentity(add, item, identifying);
      else if (naming.test(name)) add(name, item);
    }
  } else if (isObject(value)) addIdentity(add, value, identifying);
  else if (naming.test(name)) add(name, value);
}

function addIdentity(add: Add, value: Readonly<Record<string, unknown>>, fields: readonly string[]): void {
  const field = fields.find((one) => isScalar(value[one]));
  if (field) add(field, value[field]);
}

/** A value as it is shown; undefined for what names nothing. */
function textOf(name: string, value: unknown): string | undefined {
  if (!isScalar(value)) return undefined;
  const text = String(value);
  if (secret.test(name)) return '***';
  if (name !== 'sku' && opaque.test(text)) return `${text.slice(0, 6)}…`;
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
