import { defineErrors } from '../../kernel/errors.ts';

/** Errors of cart price rules and coupons. */
export const salesRuleErrors = defineErrors('sales-rule', {
  notFound: ['noSuchEntity', 'No such entity.', 'a rule or coupon with this id does not exist'],
  invalidRule: ['input', '%1', 'a rule has no website or customer group, or ends before it starts', 'filled'],
  discountAmount: ['input', 'Please choose a valid discount amount.', 'the discount of a rule is negative'],
  tooSmall: [
    'input',
    'The %fieldName value of "%value" must be greater than or equal to %minValue.',
    'a limit of uses or of the discounted quantity is negative',
  ],
  couponTaken: ['alreadyExists', '%1 already exists.', 'another coupon has this code'],
  primaryTaken: ['alreadyExists', 'Unique constraint violation found', 'the rule has another primary coupon'],
  couponNotSaved: ['input', 'Error occurred when saving coupon: %1', 'the rule of a coupon does not allow it'],
  noCoupons: ['input', 'Specified rule does not allow coupons', 'a coupon is created for a rule without coupons'],
  onlyGenerated: [
    'input',
    'Specified rule only allows auto generated coupons',
    'a coupon is created by hand for a rule with generated coupons',
  ],
  noneGenerated: [
    'input',
    'Specified rule does not allow auto generated coupons',
    'a generated coupon is created for a rule with a specific coupon',
  ],
  notGenerated: ['input', 'Error occurred when generating coupons: %1', 'coupons could not be generated'],
  noGeneration: [
    'input',
    'Specified rule does not allow automatic coupon generation',
    'coupons are generated for a rule with coupons by hand, or with none',
  ],
  generationLimit: [
    'input',
    'Coupon quantity should be less than or equal to the coupon quantity in the store configuration.',
    'the number of requested coupons exceeds promo/auto_generated_coupon_codes/quantity_limit',
  ],
  codesExhausted: [
    'input',
    'We cannot create the requested Coupon Qty. Please check your settings and try again.',
    'nearly all codes in this format are used',
  ],
  someInvalid: ['input', 'Some coupons are invalid.', 'some of the coupons to be deleted do not exist'],
  couponUsedUp: [
    'noSuchEntity',
    "The coupon code isn't valid. Verify the code and try again.",
    'a coupon was used up, or deleted, between the cart and the order',
  ],
  ruleUsedUp: [
    'state',
    'The discount is no longer available. Review the cart and try again.',
    'a customer has used a rule as often as it allows, between the cart and the order',
  ],
});
