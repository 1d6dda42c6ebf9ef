import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { formatUrlKey } from '../../../kernel/url-key.ts';
import { anyText } from '../../../kernel/any-text.ts';
import type { Attribute, EntityAttributes } from '../../eav/service.ts';
import { categoryErrors } from './errors.ts';
import type { CategoryInput } from './types.ts';
import { MAX_URL_KEY_LENGTH } from './url-keys.ts';

/** New values by attribute code; null: no value, or the inherited one. An absent value stays unchanged. */
export type CategoryChange = Record<string, string | null>;

/** Attributes that have fields of their own in a category. */
export const fieldAttributes: ReadonlySet<string> = new Set([
  'name',
  'is_active',
  'include_in_menu',
  'available_sort_by',
]);

/** Attributes that follow from the category's place in the tree; they are ignored among custom attributes. */
const computed = new Set(['children', 'all_children', 'path_in_store', 'url_path']);

/** Whether an attribute's value is one of the category's own values. */
export function isCategoryValue(attribute: Attribute): boolean {
  return attribute.backendType !== 'static' && !computed.has(attribute.code);
}

/** The values of the input, in their stored form. Throws the platform's error for an invalid value. */
export function readCategoryChange(call: Call, attributes: EntityAttributes, input: CategoryInput): CategoryChange {
  const { eav } = call.services;
  const change: CategoryChange = {};
  if (input.name !== undefined) change.name = input.name;
  if (input.is_active !== undefined) change.is_active = flag(input.is_active);
  if (input.include_in_menu !== undefined) change.include_in_menu = flag(input.include_in_menu);
  // An empty list is a value too: with it the configuration applies, and not the inherited value.
  if (input.available_sort_by !== undefined) change.available_sort_by = input.available_sort_by?.join(',') ?? null;
  for (const { attribute_code: code, value } of input.custom_attributes ?? []) {
    const attribute = attributes.byCode.get(code);
    // If an attribute has a field of its own in the category, the field wins over the custom attribute.
    if (!attribute || fieldAttributes.has(code) || !isCategoryValue(attribute)) continue;
    change[code] = code === 'url_key' ? readCategoryUrlKey(value) : eav.checkValue(attribute, single(attribute, value));
  }
  return change;
}

function flag(value: boolean | null): string | null {
  return value === null ? null : value ? '1' : '0';
}

/** Clients send the attribute by which products are sorted as a list of one. */
function single({ code }: Attribute, value: unknown): unknown {
  return code === 'default_sort_by' && Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
}

/** A URL key in its stored form: formatted, so that it is one part of a path. An empty key is made from the name. */
function readCategoryUrlKey(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = anyText(value).trim();
  const key = formatUrlKey(text);
  if (text !== '' && key === '') throw categoryErrors.urlKeyInvalid([text]);
  if (Math.max(text.length, key.length) > MAX_URL_KEY_LENGTH) {
    throw platformErrors.invalidValue({ value: text, fieldName: 'url_key' });
  }
  return key;
}
