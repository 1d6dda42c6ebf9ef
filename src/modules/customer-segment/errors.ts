import { defineErrors } from '../../kernel/errors.ts';

/** Errors of customer segments. */
export const segmentErrors = defineErrors('customer-segment', {
  hidden: [
    'input',
    'Sharing customer segment information is disabled or not configured.',
    'a storefront reads the segments of its visitor, and the shop does not share segments',
  ],
  noSegment: ['noSuchEntity', 'There is no segment %1.', 'a command or the console names an unknown segment', 'filled'],
  name: [
    'input',
    'The name of a segment is a text of 1 to 255 characters.',
    'a segment gets an empty or too long name',
  ],
  websites: [
    'input',
    'A segment needs a website of the shop.',
    'a segment is saved without websites, or with an unknown one',
  ],
  appliesTo: [
    'input',
    'A segment applies to everybody (0), customers (1) or visitors (2).',
    'a segment is saved for another audience',
  ],
  notJson: ['input', 'The conditions are not valid JSON.', 'a command creates a segment with malformed conditions'],
  notObject: ['input', 'A condition is not an object.', 'the conditions of a segment contain another value'],
  tooDeep: [
    'input',
    'Conditions can be nested at most %1 levels deep.',
    'the conditions of a segment are nested too deep',
    'filled',
  ],
  conditionType: [
    'input',
    '"%1" is not a condition_type here. Use %2.',
    'a condition of a segment has an unknown type, or one that its parent does not allow',
    'filled',
  ],
  aggregatorType: [
    'input',
    'The aggregator_type is neither "all" nor "any".',
    'a condition of a segment has another aggregator_type',
  ],
  notList: [
    'input',
    'The conditions of a condition are not a list.',
    'a condition of a segment contains another value',
  ],
  attributeName: [
    'input',
    '"%1" is not an attribute_name of %2. Use %3.',
    'a condition of a segment names an unknown attribute',
    'filled',
  ],
  operator: ['input', '"%1" is not an operator.', 'a condition of a segment has an unknown operator', 'filled'],
  value: [
    'input',
    'The value of a condition is neither a text nor a number.',
    'a condition of a segment compares with another value',
  ],
});
