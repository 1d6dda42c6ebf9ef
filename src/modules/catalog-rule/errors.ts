import { defineErrors } from '../../kernel/errors.ts';

/** Errors of catalog price rules. */
export const catalogRuleErrors = defineErrors('catalog-rule', {
  noRule: [
    'noSuchEntity',
    'There is no catalog price rule %1.',
    'a command or the console names an unknown catalog price rule',
    'filled',
  ],
  notJson: ['input', 'The rule is not a JSON object.', 'a command saves a catalog price rule with malformed input'],
  missing: ['input', '"%1" is required.', 'a new catalog price rule lacks a field', 'filled'],
  invalid: ['input', 'Invalid value "%1" of "%2": expected %3.', 'a catalog price rule has an invalid field', 'filled'],
  unknownField: ['input', '%1 has no field "%2".', 'a catalog price rule has an unknown field', 'filled'],
  unknown: [
    'input',
    'There is no %1 "%2" (in "%3").',
    'a catalog price rule names an unknown website or group',
    'filled',
  ],
  dates: ['input', '"to_date" is before "from_date".', 'a catalog price rule ends before it begins'],
  tooDeep: [
    'input',
    'Conditions can be nested at most %1 levels deep.',
    'the conditions of a catalog price rule are nested too deep',
    'filled',
  ],
});
