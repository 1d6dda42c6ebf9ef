import type { RegisteredRoute } from '../kernel/registry.ts';

/** Fields that tell which entity an object is or belongs to; the owner (a cart, an order) before the part. */
const identifyingFields = [
  'quote_id',
  'cart_id',
  'order_id',
  'sku',
  'id',
  'entity_id',
  'identifier',
  'email',
  'code',
  'attribute_code',
];

/**
 * Names what an operation changes, as far as its arguments tell. Operations with the same key take effect in the order in
 * which they were accepted, however many consumers there are and whatever has to be tried again. Null: the operation makes
 * something new without a key of its own and concerns no other.
 */
export function entityKey(registered: RegisteredRoute, input: Readonly<Record<string, unknown>>): string | null {
  for (const { name, override } of registered.parameters) {
    if (!override && isScalar(input[name])) return keyOf(registered, name, input[name]);
  }
  const values = Object.values(input);
  for (const value of values) {
    const field = isObject(value) ? identifyingFields.find((name) => isScalar(value[name])) : undefined;
    if (field) return keyOf(registered, field, (value as Record<string, unknown>)[field]);
  }
  for (const [name, value] of Object.entries(input)) {
    if (isScalar(value) && /(id|code|sku|email)$/i.test(name)) return keyOf(registered, name, value);
  }
  // A list names many entities at once: such calls follow one another.
  return values.some(Array.isArray) ? registered.route.service : null;
}

/** A SKU means the same product in every service and in any case; other keys are a service's own. */
function keyOf({ route }: RegisteredRoute, name: string, value: unknown): string {
  return /sku$/i.test(name) ? `sku/${String(value).trim().toLowerCase()}` : `${route.service}/${name}/${String(value)}`;
}

function isScalar(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
