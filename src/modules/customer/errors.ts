import { defineErrors } from '../../kernel/errors.ts';

/** Errors of accounts, addresses and groups. */
export const customerErrors = defineErrors('customer', {
  emailMissing: [
    'input',
    'The customer email is missing. Enter and try again.',
    'a customer is saved without an e-mail address',
  ],
  emailTaken: [
    'alreadyExists',
    'A customer with the same email address already exists in an associated website.',
    'another account has the e-mail address: on the same website, or on any where accounts are shared',
  ],
  existsInStore: [
    'input',
    'This customer already exists in this store.',
    'an account is created with the id and e-mail address of one that is there',
  ],
  websiteNotFound: [
    'noSuchEntity',
    "The website with id %1 that was requested wasn't found. Verify the website and try again.",
    'a customer is saved on an unknown website',
    'filled',
  ],
  storeNotFound: [
    'noSuchEntity',
    "The store that was requested wasn't found. Verify the store and try again.",
    'a customer is saved in an unknown store view',
  ],
  storeNotInWebsite: [
    'input',
    'The store view is not in the associated website.',
    "a customer's store view belongs to another website, where accounts are per website, or a new one's is unknown",
  ],
  groupUnknown: [
    'input',
    'The specified customer group id does not exist.',
    'a customer is assigned to an unknown group',
  ],
  groupExists: ['state', 'Customer Group already exists.', 'another customer group has the code, ignoring case'],
  groupNotDeletable: [
    'state',
    'Cannot delete group.',
    'a customer group is deleted that visitors or new customers need',
  ],
  requiredValue: ['input', '"%1" is a required value.', 'a required attribute of a customer or address is empty'],
  textLength: [
    'input',
    '"%1" length must be equal or less than %2 characters.',
    'the text of an attribute of a customer or address is too long',
  ],
  emailInvalid: ['input', '"%1" is not a valid email address.', 'an e-mail address is malformed'],
  dateInvalid: ['input', '"%1" is not a valid date.', 'a date of a customer or address is malformed'],
  birthInFuture: ['input', 'The Date of Birth should not be greater than today.', 'a date of birth lies in the future'],
  nameInvalid: ['input', '%1 is not valid!', 'a name has a forbidden character'],
  optionUnknown: [
    'input',
    'Attribute %1 does not contain option with Id %2',
    'the value of an attribute is not one of its options',
  ],
  noFileAttribute: ['input', 'No attribute takes such files.', 'a file is uploaded for an attribute that is not there'],
  fileEndingUnknown: [
    'input',
    'The file %1 is of a type that is not allowed.',
    'an upload has an ending that no attribute takes',
  ],
  fileEnding: ['input', '"%1" does not take the file %2.', 'the ending of a file is not one of its attribute'],
  fileContent: [
    'input',
    'The file of "%1" is malformed: it needs base64_encoded_data and name.',
    'the value of an attribute that holds files is neither a file nor an upload',
  ],
  fileOutsideBook: [
    'input',
    'The file of "%1" is uploaded for the address book. Name the path of such a file.',
    'an address of a cart has a file',
  ],
  fileEmpty: ['input', 'The file of "%1" is empty.', 'a file of an attribute has no content'],
  fileSize: [
    'input',
    '"%1" exceeds the allowed file size of %2 bytes.',
    'a file is larger than its attribute or the setting allows',
  ],
  noImage: ['input', '"%1" is not a valid image.', 'the content of an image attribute is no PNG, JPEG or GIF'],
  imageWidth: ['input', '"%1" width exceeds allowed value of %2 px.', 'an image is wider than its attribute allows'],
  imageHeight: ['input', '"%1" height exceeds allowed value of %2 px.', 'an image is higher than its attribute allows'],
  lines: [
    'input',
    '"%1" cannot contain more than %2 lines.',
    'an attribute of several lines (the street) has more of them than the configuration allows',
  ],
  addressOfOther: [
    'input',
    'Provided customer ID "%customer_id" isn\'t related to current customer address.',
    'a customer is saved with the address of another customer',
  ],

  passwordLong: ['input', 'Please enter a password with at most %1 characters.', 'a password is too long'],
  passwordShort: [
    'input',
    'The password needs at least %1 characters. Create a new password and try again.',
    'a password is too short',
  ],
  passwordSpaces: [
    'input',
    "The password can't begin or end with a space. Verify the password and try again.",
    'a password begins or ends with a space',
  ],
  passwordClasses: [
    'input',
    'Minimum of different classes of characters in password is %1. Classes of characters: Lower Case, Upper Case, Digits, Special Characters.',
    'a password has too few kinds of characters',
  ],
  passwordIsEmail: [
    'input',
    "The password can't be the same as the email address. Create a new password and try again.",
    'a password is the e-mail address of the account',
  ],
  passwordWrong: [
    'unauthorized',
    "The password doesn't match this account. Verify the password and try again.",
    'a password is changed and the current one is wrong',
  ],
  accountLocked: ['unauthorized', 'The account is locked.', 'the current password was wrong and the account is locked'],
  notConfirmed: [
    'unauthorized',
    "This account isn't confirmed. Verify and try again.",
    'a customer signs in before confirming the e-mail address',
  ],
  alreadyActive: ['state', 'The account is already active.', 'an account is confirmed a second time'],
  confirmationWrong: [
    'input',
    'The confirmation token is invalid. Verify the token and try again.',
    'an account is confirmed with a wrong key',
  ],
  confirmationNotNeeded: ['state', "Confirmation isn't needed.", 'a confirmation is requested for an active account'],
  resetTokenWrong: [
    'input',
    'The password token is mismatched. Reset and try again.',
    'the token of a reset link is wrong or was used before',
  ],
  resetTokenExpired: [
    'input',
    'The password token is expired. Reset and try again.',
    'the token of a reset link is too old',
  ],
  resetTemplate: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field. Possible values: %template1 or %template2.',
    'a password reset names an unknown e-mail template',
  ],
  resetRequests: [
    'input',
    'We received too many requests for password resets. Please wait and try again later or contact %1.',
    'passwords are reset more often than the configuration allows',
    'temporary',
  ],
});
