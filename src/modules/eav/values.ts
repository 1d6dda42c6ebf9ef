import { platformErrors, PlatformError } from '../../kernel/errors.ts';
import { round } from '../../kernel/money.ts';
import { anyText } from '../../kernel/any-text.ts';
import { readDate } from './dates.ts';
import { hasStoredOptions } from './options.ts';
import type { Attribute, AttributeValueType, BackendType, IndexValue, StoredValue } from './metadata-types.ts';

const valueTypes: Record<BackendType, AttributeValueType> = {
  static: 'mixed',
  varchar: 'string',
  text: 'string',
  datetime: 'string',
  int: 'integer',
  decimal: 'number',
};

/**
 * Backend models whose values need not be scalars: the stock of a product comes as an object ({"qty": 5, "is_in_stock":
 * true}), the sort fields of a category as a list.
 */
const unscalar = /\\Backend\\(?:Stock|Sortby|DefaultSortby)$/;

/** The backend model of a product's categories: a list of ids, as with `website_ids`. */
const ids = /\\Product\\Attribute\\Backend\\Category$/;

/** Entities whose attributes hold files. */
const fileEntities: ReadonlySet<string> = new Set(['customer', 'customer_address']);

/** The type that values of an attribute are decoded by; source: contract of the interface, errors of custom attributes. */
export function valueType({ backendType, backendModel, frontendInput, entity }: Attribute): AttributeValueType {
  // A file is an object with its content, or the text of its path.
  if (fileEntities.has(entity) && (frontendInput === 'file' || frontendInput === 'image')) return 'mixed';
  // Runs for every value of an import; most have no model.
  if (!backendModel) return valueTypes[backendType];
  if (ids.test(backendModel)) return 'integers';
  return unscalar.test(backendModel) ? 'mixed' : valueTypes[backendType];
}

/** Whether an attribute holds any number of options, joined by commas. */
export function isMultiple(attribute: Attribute): boolean {
  return attribute.frontendInput === 'multiselect';
}

/** Brings a value into the form that the attribute stores; see `EavService.checkValue`. */
export function checkValue(attribute: Attribute, value: unknown): StoredValue {
  if (value === null || value === undefined) return null;
  if (isMultiple(attribute)) return joined(attribute, value);
  if (typeof value === 'object') throw wrongType('array', attribute.backendType === 'int' ? 'int' : 'string');
  const text = typeof value === 'boolean' ? (value ? '1' : '0') : anyText(value);
  switch (attribute.backendType) {
    case 'int':
      return text.trim() === '' ? null : String(Math.trunc(numberIn(text, 'int')));
    case 'decimal':
      return text.trim() === '' ? null : toDecimal(numberIn(text, 'float'));
    case 'datetime':
      return text.trim() === '' ? null : checkTime(text, attribute.code);
    default:
      return text;
  }
}

/** Joins the ids of options by commas. Throws 400 that names the first value that is not an id, such as a label. */
function joined(attribute: Attribute, value: unknown): StoredValue {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.some((entry) => typeof entry === 'object')) throw wrongType('array', 'string');
  const entries = list.flatMap((entry) => String(entry).split(','));
  const values = new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''));
  const wrong = hasStoredOptions(attribute) ? [...values].find((entry) => !/^\d+$/.test(entry)) : undefined;
  if (wrong !== undefined) throw platformErrors.invalidValue({ value: wrong, fieldName: attribute.code });
  return values.size > 0 ? [...values].join(',') : null;
}

function numberIn(text: string, type: string): number {
  const number = Number(text);
  if (!Number.isFinite(number)) throw wrongType(text, type);
  return number;
}

/** The stored form of decimals; adding 0 turns a rounded -0 into 0. */
function toDecimal(value: number): string {
  return round(value, 6).plus(0).toFixed(6);
}

function wrongType(value: string, type: string): PlatformError {
  return platformErrors.wrongType({ value, type });
}

/** The stored time of a date attribute. Throws 400 with the attribute's name for an invalid one. */
function checkTime(text: string, code: string): string {
  const time = readDate(text);
  if (time === undefined) throw platformErrors.invalidValue({ value: text, fieldName: code });
  return time;
}

/** Whether a value is empty: null, only blanks, an empty list. 0 is a value. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'string' && value.trim() === '';
}

/** The searchable form of a stored value; see `EavService.indexValue`. */
export function indexValue(attribute: Attribute, value: unknown): IndexValue {
  if (isEmptyValue(value)) return { text: null, number: null };
  if (isMultiple(attribute)) {
    const list = Array.isArray(value) ? value.map(String) : String(value).split(',');
    return { text: list.join(','), number: null, list };
  }
  const text = Array.isArray(value) ? value.join(',') : anyText(value);
  const { backendType } = attribute;
  const numeric = backendType === 'int' || backendType === 'decimal' || typeof value === 'number';
  const number = numeric ? Number(text) : Number.NaN;
  return { text, number: Number.isFinite(number) ? number : null };
}
