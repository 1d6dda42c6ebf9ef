import type { PlatformError } from '../../../kernel/errors.ts';
import type { In } from '../../../kernel/types.ts';
import type { CustomOption, CustomOptionValue } from '../products/types.ts';
import { optionErrors, optionFaults } from './errors.ts';
import { groupOf } from './option.ts';

/** The input of a custom option. */
export type OptionInput = In<typeof CustomOption>;
/** The input of a custom option's value. */
export type OptionValueInput = In<typeof CustomOptionValue>;

const priceTypes = new Set(['fixed', 'percent']);

/**
 * Throws a 400 with all faults of an option: a missing title or type, an unknown type, a wrong value. An option of unknown type
 * is checked as one with a price of its own.
 */
export function checkOption(option: OptionInput): void {
  const faults: PlatformError[] = [];
  if (!option.title || !option.type) faults.push(optionErrors.requiredFields());
  const group = groupOf(option.type ?? '');
  if (group === undefined) faults.push(optionErrors.invalidType());
  if (!hasRightValue(option, group)) faults.push(optionErrors.invalidValue());
  if (faults.length > 0) throw optionFaults(faults);
}

function hasRightValue(option: OptionInput, group: string | undefined): boolean {
  if (group === 'Select') {
    const values = option.values ?? [];
    return values.length > 0 && values.every((value) => Boolean(value.title) && hasRightPrice(value));
  }
  if (!priceTypes.has(option.price_type ?? '') || typeof option.price !== 'number') return false;
  if (group === 'Text') return (option.max_characters ?? 0) >= 0;
  if (group === 'File') return (option.image_size_x ?? 0) >= 0 && (option.image_size_y ?? 0) >= 0;
  return true;
}

/** A value may have neither price nor price type: then it is free. */
function hasRightPrice({ price, price_type }: OptionValueInput): boolean {
  return (!price && !price_type) || priceTypes.has(price_type ?? '');
}
