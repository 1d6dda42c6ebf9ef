import { defineErrors } from '../../kernel/errors.ts';

/** Errors of tax classes, rates and rules. */
export const taxErrors = defineErrors('tax', {
  classExists: [
    'input',
    'A class with the same name already exists for ClassType %1.',
    'another tax class of the type has the name, whatever its case',
  ],
  classType: ['input', 'Updating classType is not allowed.', 'a tax class is saved with another type than it has'],
  classInRules: [
    'couldNotDelete',
    'You cannot delete this tax class because it is used in Tax Rules. You have to delete the rules it is used in first.',
    'a tax class that rules name is deleted',
  ],
  classInUse: [
    'couldNotDelete',
    'You cannot delete this tax class because it is used in existing %1(s).',
    'a tax class that products or customer groups have is deleted',
  ],
  exists: ['alreadyExists', '%1 already exists.', 'another tax rate, or tax rule, has the code, whatever its case'],
  zipRange: [
    'input',
    'Range To should be equal or greater than Range From.',
    'the range of postcodes of a tax rate ends before it begins',
  ],
  zipLength: [
    'input',
    'The ZIP Code length is invalid. Verify that the length is nine characters or fewer and try again.',
    'an end of the range of postcodes of a tax rate has more than nine digits',
  ],
  countryCode: [
    'input',
    'Please correct the country code: %1.',
    'the country of a tax rate has another code than one of two or three letters',
  ],
  rateInRules: [
    'couldNotDelete',
    "The tax rate can't be removed because it exists in a tax rule.",
    'a tax rate that rules name is deleted',
  ],
  ruleNotSaved: [
    'couldNotSave',
    '%1',
    'a tax rule is incomplete or names what does not exist; a line for each fault',
    'filled',
  ],
  atLeast: [
    'input',
    'The %fieldName value of "%value" must be greater than or equal to %minValue.',
    'the priority or position of a tax rule is negative or missing; part of the message about the rule',
  ],
});
