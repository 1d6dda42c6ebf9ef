import { valuesAt } from '../../kernel/entity.ts';
import { foldText } from '../../kernel/fold.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { isSecretAt } from '../../kernel/secrets.ts';

/** Kinds that keys write differently, so that keys of open operations of release 0.1.0 still match. */
const written: Readonly<Record<string, string>> = { product: 'sku' };

/**
 * The key of the entity that an operation changes, from its route's declaration. Operations with the same key take effect in the
 * order of acceptance, with any number of consumers and retries. Null: the operation creates something that no other
 * operation can name. `digest` stands in the key for a secret.
 */
export function entityKey(
  { route }: RegisteredRoute,
  input: Readonly<Record<string, unknown>>,
  digest: (secret: string) => string,
): string | null {
  const declared = route.entity;
  if (declared === undefined || declared.is === 'none') return null;
  if (declared.is === 'several') return route.service;
  for (const path of declared.at) {
    const value = valuesAt(input, path).find(isName);
    if (value === undefined) continue;
    // SKUs, e-mail addresses and coupon codes are the same in any case. For other values, two operations may wait for each other
    // without need.
    const name = foldText(String(value).trim());
    const isSecret = isSecretAt(route.input, path);
    return `${written[declared.kind] ?? declared.kind}/${isSecret ? digest(name) : name}`;
  }
  return null;
}

function isName(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
