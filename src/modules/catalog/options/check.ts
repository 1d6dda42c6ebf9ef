import type { PlatformError } from '../../../kernel/errors.ts';
import type { In } from '../../../kernel/types.ts';
import type { CustomOption, CustomOptionValue } from '../products/types.ts';
import { optionErrors, optionFaults } from './errors.ts';
import { groupOf } from './option.ts';

/** The input of a custom option. */
export type OptionInput = In<typeof CustomOption>;
/** The input of a custom option's value. */
export type OptionValueInput = In<typeof CustomOptionValue>;

/** An input with a title. */
type Titled<T> = T & { readonly title: string };

/** An option of the input without faults. */
export interface CheckedOption {
  readonly input: Titled<OptionInput> & { readonly type: string };
  readonly group: string;
  /** The values of an option with a list; otherwise empty. */
  readonly values: readonly Titled<OptionValueInput>[];
}

const priceTypes = new Set(['fixed', 'percent']);

/**
 * Returns an option if it is right. Throws a 400 with all faults of an option: a missing title or type, an unknown type, a wrong value. An option of unknown type
 * is checked as one with a price of its own.
 */
export function checkOption(option: OptionInput): CheckedOption {
  const { title, type } = option;
  const group = groupOf(type ?? '');
  const values = group === 'Select' ? rightValues(option) : hasRightFields(option, group) ? [] : undefined;
  if (title && type && group !== undefined && values) return { input: { ...option, title, type }, group, values };
  const faults: PlatformError[] = [];
  if (!title || !type) faults.push(optionErrors.requiredFields());
  if (group === undefined) faults.push(optionErrors.invalidType());
  if (!values) faults.push(optionErrors.invalidValue());
  throw optionFaults(faults);
}

/** The values of an option with a list; undefined if one is wrong, or there is none. */
function rightValues(option: OptionInput): readonly Titled<OptionValueInput>[] | undefined {
  const values = option.values ?? [];
  return values.length > 0 && values.every(isRightValue) ? values : undefined;
}

function isRightValue(value: OptionValueInput): value is Titled<OptionValueInput> {
  return Boolean(value.title) && hasRightPrice(value);
}

/** Whether an option without a list has a right price and right limits. */
function hasRightFields(option: OptionInput, group: string | undefined): boolean {
  if (!priceTypes.has(option.price_type ?? '') || typeof option.price !== 'number') return false;
  if (group === 'Text') return (option.max_characters ?? 0) >= 0;
  if (group === 'File') return (option.image_size_x ?? 0) >= 0 && (option.image_size_y ?? 0) >= 0;
  return true;
}

/** A value may have neither price nor price type: then it is free. */
function hasRightPrice({ price, price_type }: OptionValueInput): boolean {
  return (!price && !price_type) || priceTypes.has(price_type ?? '');
}
