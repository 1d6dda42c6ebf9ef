import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import { readSetting } from '../../kernel/settings.ts';
import type { ProductValues } from '../catalog/service.ts';
import { cardTerms } from './configuration.ts';
import { giftCardErrors } from './errors.ts';
import { cardKinds } from './types.ts';

/** The range of amounts that buyers may enter, in the base currency; null: no limit. */
export interface OpenRange {
  readonly least: Decimal | null;
  readonly most: Decimal | null;
}

/** The delivery type of a gift card; see `cardKinds`. */
export function kindOf({ giftcard_type }: ProductValues): number {
  return Number(giftcard_type ?? cardKinds.virtual);
}

/** The range of amounts that buyers may enter; undefined if they can only choose an offered amount. */
export function openRange(values: ProductValues): OpenRange | undefined {
  return Number(values.allow_open_amount ?? 0) === 1 ? limitsOf(values) : undefined;
}

function limitsOf({ open_amount_min, open_amount_max }: ProductValues): OpenRange {
  const limit = (value: string | number = 0) => (Number(value) > 0 ? decimal(value) : null);
  return { least: limit(open_amount_min), most: limit(open_amount_max) };
}

/** A term of a gift card: its own, or the configured default. */
export function termOf<Term extends keyof typeof cardTerms>(
  call: Call,
  values: ProductValues,
  term: Term,
  storeId: number,
): (typeof cardTerms)[Term]['default'] {
  const own = values[term];
  const usesConfig = Number(values[`use_config_${term}`] ?? 0) === 1;
  if (!usesConfig && own !== undefined && own !== '') return readSetting(cardTerms[term], String(own));
  return call.config.of(cardTerms[term], { storeId });
}

const flags = [
  'allow_open_amount',
  'is_redeemable',
  'allow_message',
  'use_config_is_redeemable',
  'use_config_lifetime',
  'use_config_email_template',
  'use_config_allow_message',
] as const;

/** Throws 400 for invalid values of a gift card. */
export function checkTerms(values: ProductValues): void {
  for (const name of flags) requireOneOf(values, name, [0, 1]);
  requireOneOf(values, 'giftcard_type', Object.values(cardKinds));
  const { lifetime } = values;
  if (lifetime !== undefined && lifetime !== '' && !/^\d{1,6}$/.test(String(lifetime))) {
    throw platformErrors.invalidValue({ fieldName: 'lifetime', value: lifetime });
  }
  const { least, most } = limitsOf(values);
  if (least && most && least.gt(most)) throw giftCardErrors.openRange();
}

function requireOneOf(values: ProductValues, name: string, allowed: readonly number[]): void {
  const value = values[name];
  if (value === undefined || value === '') return;
  if (!allowed.includes(Number(value))) throw platformErrors.invalidValue({ fieldName: name, value });
}
