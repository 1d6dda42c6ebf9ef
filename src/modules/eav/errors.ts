import { defineErrors } from '../../kernel/errors.ts';

/** Errors of attributes, options, attribute sets and groups. */
export const eavErrors = defineErrors('eav', {
  attributeNotFound: [
    'noSuchEntity',
    'The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.',
    'no attribute of the entity has this code',
  ],
  attributeInput: [
    'input',
    'Missing attribute_code or entity_type for the input %1.',
    'a GraphQL query for attributes does not name one',
    'filled',
  ],
  attributeUntold: ['noSuchEntity', '%1', 'a GraphQL query names an unknown attribute', 'filled'],
  attributeExists: ['alreadyExists', '%1 already exists.', 'the entity has an attribute with this code'],
  systemAttribute: [
    'state',
    "The system attribute can't be deleted.",
    'a system attribute is deleted or removed from a set',
  ],
  defaultDate: [
    'input',
    'The default date is invalid. Verify the date and try again.',
    'the default value of a date attribute is not a date',
  ],
  defaultDecimal: [
    'input',
    'The default decimal value is invalid. Verify the value and try again.',
    'the default value of a decimal attribute is not a number',
  ],
  valueEmpty: [
    'input',
    'The "%1" attribute value is empty. Set the attribute and try again.',
    'a required attribute has no value',
    'filled',
  ],
  valueNotUnique: [
    'input',
    'The value of the "%1" attribute isn\'t unique. Set a unique value and try again.',
    'another entity has this value of a unique attribute',
    'filled',
  ],

  noOptions: ['state', 'The "%1" attribute doesn\'t work with options.', 'the attribute has no options of its own'],
  optionLabelEmpty: [
    'input',
    'The attribute option label is empty. Enter the value and try again.',
    'an option has no label',
  ],
  optionIdEmpty: [
    'input',
    'The option id is empty. Enter the value and try again.',
    'an option is changed without an id',
  ],
  optionExists: [
    'input',
    'Admin store attribute option label "%1" is already exists.',
    'the attribute has an option with this label',
  ],
  optionLabelTaken: [
    'input',
    "Admin store attribute option label '%1' is already exists.",
    'an option is renamed to the label of another one',
  ],
  optionUnknown: [
    'input',
    "The '%1' attribute doesn't include an option id '%2'.",
    'an option that the attribute does not have is changed',
  ],
  optionNotFound: [
    'noSuchEntity',
    'The "%1" attribute doesn\'t include an option with "%2" ID.',
    'an option that the attribute does not have is deleted',
  ],

  entityType: ['input', 'Invalid entity_type specified: %1', 'attribute sets are read by an unknown entity type'],
  newSetType: [
    'input',
    'Invalid entity_type specified: %1',
    'an attribute set is created for an unknown entity type',
    'filled',
  ],
  setNameEmpty: [
    'input',
    'The attribute set name is empty. Enter the name and try again.',
    'an attribute set has no name',
  ],
  setExists: [
    'input',
    'A "%1" attribute set name already exists. Create a new name and try again.',
    'the entity type has an attribute set with this name',
    'filled',
  ],
  setEntityType: ['input', 'Do not change entity type.', 'an attribute set is moved to another entity type'],
  defaultSet: [
    'couldNotDelete',
    "The default attribute set can't be deleted.",
    'the default attribute set of an entity type is deleted',
  ],
  setUnknown: [
    'noSuchEntity',
    'The AttributeSet with a "%1" ID doesn\'t exist. Verify the attributeSet and try again.',
    'an attribute is assigned to an unknown set',
  ],
  setNotFound: [
    'noSuchEntity',
    'The "%1" attribute set wasn\'t found. Verify and try again.',
    'an attribute is removed from an unknown set',
  ],
  setOfOtherEntity: [
    'input',
    'The attribute set ID is incorrect. Verify the ID and try again.',
    'an attribute is assigned to the set of another entity type',
  ],
  groupNotFound: [
    'noSuchEntity',
    'The group with the "%1" ID doesn\'t exist. Verify the ID and try again.',
    'no attribute group has this id',
  ],
  groupOfOtherSet: [
    'input',
    "The attribute group doesn't belong to the attribute set.",
    'the group of an attribute set stands in another set',
  ],
  groupNotSaved: ['state', "The attributeGroup can't be saved.", 'the set has a group with this name'],
  groupHasSystemAttributes: [
    'state',
    "The attribute group can't be deleted because it contains system attributes.",
    'a group with system attributes is deleted',
  ],
  notInSet: [
    'input',
    'The "%1" attribute wasn\'t found in the "%2" attribute set. Enter the attribute and try again.',
    'an attribute is removed from a set that does not have it',
  ],
});
