import { defineErrors } from '../kernel/errors.ts';

/** Errors of reading and changing the platform configuration. */
export const configurationErrors = defineErrors('configuration', {
  malformedPath: [
    'input',
    'The "%1" path is not valid. Use section/group/field.',
    'a setting is written under a path that is none',
  ],
  unknownPath: [
    'noSuchEntity',
    'The "%1" path doesn\'t exist. Verify and try again.',
    'settings are asked for under a path that has none',
  ],
  unknownScope: [
    'input',
    'The "%1" scope is not valid. Use default, websites or stores.',
    'a setting is written or read in a scope that does not exist',
  ],
  scopeCodeRequired: [
    'input',
    'The "%1" scope requires the code of a website or store view.',
    'a scope other than default came without a code',
  ],
  scopeCodeUnexpected: ['input', 'The default scope takes no code.', 'the default scope came with a code'],
  unknownScopeCode: [
    'noSuchEntity',
    'The "%1" value doesn\'t exist. Enter another value and try again.',
    'a scope code names no website or store view',
  ],
  notChangeable: [
    'forbidden',
    'Changing the setting "%path" needs the permission %permission.',
    'a setting was changed or reset by a caller without the permission that its declaration asks for',
  ],
  scopeTooNarrow: [
    'input',
    'The setting "%path" has no effect in the scope "%scope". Set it for %widest.',
    'a setting of the whole installation, or of websites, is set for a narrower scope',
  ],
  invalidValue: [
    'input',
    'The "%value" value is not valid for %path. Enter %expected.',
    'a setting with a known set of values got another one',
  ],
});
