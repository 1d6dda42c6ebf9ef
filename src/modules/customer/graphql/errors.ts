import { defineErrors } from '../../../kernel/errors.ts';

/** Account errors with texts specific to storefronts; source: recorded responses and documentation of the interface. */
export const graphqlCustomerErrors = defineErrors('customer/graphql', {
  emailEmpty: ['input', 'Email must be specified', 'the e-mail address to check is missing'],
  resetEmailEmpty: ['input', 'You must specify an email address.', 'a password is reset without an e-mail address'],
  resetEmailWrong: [
    'input',
    'The email address has an invalid format.',
    'a password is reset with a malformed e-mail address',
  ],
  emailWrong: ['input', 'Email is invalid', 'the e-mail address to check is malformed'],
  notValidEmail: [
    'input',
    '"%1" is not a valid email address.',
    'the e-mail address of an account is malformed',
    'filled',
  ],
  taken: [
    'input',
    'A customer with the same email address already exists in an associated website.',
    'an account is created with the e-mail address of another',
  ],
  emailTaken: [
    'alreadyExists',
    'A customer with the same email address already exists in an associated website.',
    'an account gets the e-mail address of another',
  ],
  missing: ['input', 'Required parameters are missing: %1', 'an account or address lacks fields', 'filled'],
  inputEmpty: ['input', '"input" value should be specified', 'an account or address is changed with an empty input'],
  passwordWrong: ['authentication', 'Invalid login or password.', 'the current password is wrong'],
  passwordNeeded: [
    'input',
    'Provide the current "password" to change "email".',
    'the e-mail address of an account is changed without its password',
  ],
  passwordMissing: ['input', 'Specify the "%1" value.', 'a password or e-mail address is empty', 'filled'],
  regionMissing: [
    'input',
    'A region_id is required for the specified country code',
    'an address has no region, and its country requires one',
  ],
  regionWrong: [
    'input',
    'The region_id does not match the selected country or region',
    'an address has a region of another country, or with another code',
  ],
  noAddress: ['noSuchEntity', 'Could not find a address with ID "%1"', 'no address has this id', 'filled'],
  notOwnAddress: [
    'unauthorized',
    'Current customer does not have permission to address with ID "%1"',
    'an address is of another customer',
    'filled',
  ],
  defaultAddress: [
    'input',
    'Customer Address %1 is set as default %2 address and can not be deleted',
    'an address is deleted that the customer uses unless another is named',
    'filled',
  ],
  groupHidden: [
    'input',
    'Sharing customer group information is disabled or not configured.',
    'a storefront reads the group of its visitor, and the shop does not share groups',
  ],
  gender: ['input', '"%1" is not a valid gender value.', 'a gender is not one of the options', 'filled'],
});
