import { defineErrors } from '../../kernel/errors.ts';

/** Errors of reading and changing the platform configuration. */
export const configurationErrors = defineErrors('configuration', {
  malformedPath: [
    'input',
    'The "%1" path is not valid. Use section/group/field.',
    'the path of a setting is malformed',
  ],
  unknownPath: [
    'noSuchEntity',
    'The "%1" path doesn\'t exist. Verify and try again.',
    'no setting has the path or prefix',
  ],
  unknownScope: [
    'input',
    'The "%1" scope is not valid. Use default, websites or stores.',
    'a setting is written or read in a scope that does not exist',
  ],
  scopeCodeRequired: [
    'input',
    'The "%1" scope requires the code of a website or store view.',
    'a scope other than default has no code',
  ],
  scopeCodeUnexpected: ['input', 'The default scope takes no code.', 'the default scope has a code'],
  unknownScopeCode: [
    'noSuchEntity',
    'The "%1" value doesn\'t exist. Enter another value and try again.',
    'a scope code names no website or store view',
  ],
  notChangeable: [
    'forbidden',
    'Changing the setting "%path" needs the permission %permission.',
    'a caller without the permission of a setting changes or resets it',
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
