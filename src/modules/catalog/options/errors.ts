import { defineErrors, PlatformError } from '../../../kernel/errors.ts';

/** Errors of custom options. */
export const optionErrors = defineErrors('catalog/options', {
  productSkuEmpty: [
    'couldNotSave',
    'The ProductSku is empty. Set the ProductSku and try again.',
    'a custom option does not name its product',
  ],
  optionMissing: ['noSuchEntity', 'No such entity.', 'the changed option does not belong to the product'],
  requiredFields: [
    'couldNotSave',
    'Missed values for option required fields',
    'a custom option has no title or no type',
  ],
  invalidType: ['couldNotSave', 'Invalid option type', 'the type of a custom option does not exist'],
  invalidValue: [
    'couldNotSave',
    'Invalid option value',
    'a price, price type, size or value of a custom option is missing or wrong',
  ],
});

/** Several faults of one option in one message, one a line, as in the interface. */
export function optionFaults(faults: readonly PlatformError[]): PlatformError {
  return new PlatformError('couldNotSave', faults.map((fault) => fault.message).join('\n'));
}
