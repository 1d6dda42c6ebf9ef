import { valueAt } from '../../../kernel/lookup.ts';
import { decimal } from '../../../kernel/money.ts';
import type { CustomAttribute } from '../../../kernel/types.ts';
import type { Attribute, EavService } from '../../eav/service.ts';
import { catalogErrors } from '../errors.ts';
import { isFixedTax, readFixedTaxes } from './fixed-taxes.ts';
import { columnAttributes, isColumnAttribute, type ProductMetadata, type ProductValue } from './product.ts';
import type { ProductInput } from './types.ts';
import { readProductUrlKey } from './url-keys.ts';

/** New values by attribute code; null: no value, or the inherited one. An absent value stays unchanged. */
export type ProductChange = Record<string, ProductValue | null>;

/** Greatest length of a name in the interface's own tables. */
const MAX_TEXT_LENGTH = 255;

/**
 * Attributes whose values are stored elsewhere and have fields of their own, or are computed. They are ignored among custom
 * attributes, except `category_ids`, which sets the product's categories.
 */
const storedElsewhere = new Set(['media_gallery', 'gallery', 'tier_price', 'quantity_and_stock_status']);

/** Whether an attribute's value is one of the product's own values. */
export function isOwnValue(attribute: Attribute): boolean {
  if (isFixedTax(attribute)) return true;
  return attribute.backendType !== 'static' && !storedElsewhere.has(attribute.code);
}

/** Whether products of a type have the attribute. */
export function appliesTo(attribute: Attribute, typeId: string): boolean {
  return attribute.applyTo.length === 0 || attribute.applyTo.includes(typeId);
}

function isAmountOf({ backendType }: Attribute, value: unknown): value is number {
  return typeof value === 'number' && backendType === 'decimal';
}

/**
 * The values of the input, in their stored form. As in the interface, attributes that the set or the type does not have
 * are ignored. Throws the platform's error for an invalid value.
 */
export function readChange(
  eav: EavService,
  { attributes }: ProductMetadata,
  input: ProductInput,
  setId: number,
  typeId: string,
): ProductChange {
  const inSet = attributes.inSet(setId);
  const change: ProductChange = {};
  for (const code of columnAttributes) {
    const value = input[code];
    const attribute = inSet.get(code);
    if (value === undefined || !attribute || !appliesTo(attribute, typeId)) continue;
    change[code] = isAmountOf(attribute, value) ? amount(value) : value;
  }
  for (const { attribute_code: code, value } of input.custom_attributes ?? []) {
    const attribute = inSet.get(code);
    // If an attribute has a field of its own in the product, the field wins over the custom attribute.
    if (!attribute || isColumnAttribute(code) || !isOwnValue(attribute) || !appliesTo(attribute, typeId)) continue;
    change[code] = isFixedTax(attribute) ? readFixedTaxes(attribute, value) : eav.checkValue(attribute, value);
    if (isPrice(attribute)) requirePositive(change[code]);
  }
  for (const [code, value] of Object.entries(change)) requireRoom(valueAt(attributes.byCode, code), value);
  requirePositive(change.price);
  requirePositive(change.weight);
  fitTexts(change);
  return change;
}

function fitTexts(change: ProductChange): void {
  if (typeof change.url_key === 'string') change.url_key = readProductUrlKey(change.url_key);
  if (typeof change.name === 'string') change.name = change.name.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

/** The input values with the defaults of a new product's attributes. */
export function addDefaults(
  eav: EavService,
  { attributes }: ProductMetadata,
  change: ProductChange,
  setId: number,
  typeId: string,
): void {
  for (const attribute of attributes.inSet(setId).values()) {
    const { code, defaultValue } = attribute;
    if (defaultValue === null || defaultValue === '' || (change[code] ?? null) !== null) continue;
    if (!isOwnValue(attribute) || isFixedTax(attribute) || !appliesTo(attribute, typeId)) continue;
    const value = eav.checkValue(attribute, defaultValue);
    change[code] = isColumnAttribute(code) && value !== null ? Number(value) : value;
  }
}

/** The input's custom attribute with a code; undefined when it is missing. */
export function sentAttribute(input: readonly CustomAttribute[] | null | undefined, code: string): unknown {
  return input?.find((attribute) => attribute.attribute_code === code)?.value;
}

function isPrice(attribute: Attribute): boolean {
  return attribute.frontendInput === 'price' || attribute.frontendInput === 'weight';
}

function requirePositive(value: ProductValue | null | undefined): void {
  if (value !== null && value !== undefined && Number(value) < 0) throw catalogErrors.numberNegative();
}

/** The interface's own tables have room for 14 digits before the decimal point. */
const TOO_MUCH = 1e14;

/** Throws 400 for an amount that is too large for its column. */
function requireRoom({ backendType }: Attribute, value: ProductValue | null): void {
  if (backendType === 'decimal' && Math.abs(Number(value)) >= TOO_MUCH) throw catalogErrors.productNotSaved();
}

/** Throws 400 for a text that is too long for its column. */
export function requireLength(value: ProductValue | null | undefined, length: number): void {
  if (typeof value === 'string' && value.length > length) throw catalogErrors.productNotSaved();
}

/** An amount rounded to the six decimals that are stored. */
function amount(value: number): number {
  return Number(decimal(value).toFixed(6));
}
