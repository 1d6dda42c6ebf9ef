import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { accountSettings } from '../configuration.ts';
import { findCustomerByEmail, getCustomer, getCustomerByEmail, websiteOf } from '../customers/load.ts';
import { showCustomer } from '../customers/show.ts';
import { Customer, ValidationResults } from '../customers/types.ts';
import { activate, confirmationStatus, resendConfirmation } from './confirm.ts';
import { createAccount } from './create.ts';
import { changePassword, checkResetToken, requestPasswordReset, resetPassword } from './passwords.ts';
import { validateCustomer } from './validate.ts';

const service = 'customerAccountManagementV1';
const manage = acl('Magento_Customer::manage');

const createCustomer = route({
  method: 'POST',
  path: '/V1/customers',
  service,
  operation: 'createAccount',
  summary: 'Create an account; without a password the customer chooses one by the link in the welcome mail.',
  access: anonymous,
  attempts: 'accounts',
  captcha: 'user_create',
  recaptcha: 'customer_create',
  entity: entity('customer', 'customer.id', { or: 'customer.email' }),
  input: { customer: Customer, password: t.optional(t.secret(t.string)), redirectUrl: t.optional(t.string) },
  output: Customer,
  // Hashing the password takes long.
  transaction: false,
  async handle({ customer, password, redirectUrl }, call) {
    const account = await createAccount(call, {
      customer,
      password: password ?? undefined,
      redirectUrl: redirectUrl ?? undefined,
    });
    // The creator of an account must not learn the key that proves its e-mail address.
    return { ...(await showCustomer(call, account)), confirmation: null };
  },
});

const validateCustomerRoute = route({
  method: 'PUT',
  path: '/V1/customers/validate',
  reads: true,
  service,
  operation: 'validate',
  summary: 'Check a customer without saving it.',
  access: manage,
  entity: entity('customer', 'customer.id', { or: 'customer.email' }),
  input: { customer: Customer },
  output: ValidationResults,
  handle: ({ customer }, call) => validateCustomer(call, customer),
});

const isEmailAvailable = route({
  method: 'POST',
  path: '/V1/customers/isEmailAvailable',
  reads: true,
  service,
  operation: 'isEmailAvailable',
  summary:
    'Tell whether no account has an e-mail address, where the configuration lets that be known; else always yes.',
  access: anonymous,
  entity: entity('customer', 'customerEmail'),
  input: { customerEmail: t.string, websiteId: t.optional(t.integer) },
  output: t.boolean,
  async handle({ customerEmail, websiteId }, call) {
    const website = websiteId ?? websiteOf(call);
    if (!call.config.of(accountSettings.tellsGuests, { websiteId: website })) return true;
    return (await findCustomerByEmail(call, customerEmail, website)) === undefined;
  },
});

const isCustomerReadonly = route({
  method: 'GET',
  path: '/V1/customers/:customerId/permissions/readonly',
  service,
  operation: 'isReadonly',
  summary: 'Tell whether a customer cannot be changed.',
  access: acl('Magento_Customer::customer'),
  input: { customerId: t.integer },
  output: t.boolean,
  async handle({ customerId }, call) {
    await getCustomer(call, customerId);
    return false;
  },
});

const getConfirmationStatus = route({
  method: 'GET',
  path: '/V1/customers/:customerId/confirm',
  service,
  operation: 'getConfirmationStatus',
  summary: 'Tell whether a customer has confirmed the e-mail address.',
  access: manage,
  input: { customerId: t.integer },
  output: t.string,
  handle: async ({ customerId }, call) => confirmationStatus(call, await getCustomer(call, customerId)),
});

const resendConfirmationRoute = route({
  method: 'POST',
  path: '/V1/customers/confirm',
  service,
  operation: 'resendConfirmation',
  summary: 'Send a customer the mail for confirming the e-mail address once more.',
  access: manage,
  entity: entity('customer', 'email'),
  input: { email: t.string, websiteId: t.integer, redirectUrl: t.optional(t.string) },
  output: t.boolean,
  async handle({ email, websiteId, redirectUrl }, call) {
    await resendConfirmation(call, email, websiteId, redirectUrl ?? undefined);
    return true;
  },
});

/**
 * Confirms an account by its address. Recorded behaviour of the interface: the response has no extension attributes.
 */
async function activateByEmail(call: Call, email: string, key: string) {
  const { extension_attributes: _, ...view } = await showCustomer(
    call,
    await activate(call, await getCustomerByEmail(call, email), key),
  );
  return view;
}

const activateRoute = route({
  method: 'PUT',
  path: '/V1/customers/:email/activate',
  service,
  operation: 'activate',
  summary: 'Confirm an account by its e-mail address and the key that was sent there.',
  access: manage,
  entity: entity('customer', 'email'),
  input: { email: t.string, confirmationKey: t.secret(t.string) },
  output: Customer,
  handle: ({ email, confirmationKey }, call) => activateByEmail(call, email, confirmationKey),
});

const activateByBody = route({
  method: 'POST',
  path: '/V1/customers/activate',
  release: '2.4.9',
  service,
  operation: 'activate',
  summary: 'Confirm an account by its e-mail address and the key that was sent there, neither of them in the path.',
  access: manage,
  entity: entity('customer', 'email'),
  input: { email: t.string, confirmationKey: t.secret(t.string) },
  output: Customer,
  handle: ({ email, confirmationKey }, call) => activateByEmail(call, email, confirmationKey),
});

const activateMe = route({
  method: 'PUT',
  path: '/V1/customers/me/activate',
  service,
  operation: 'activateById',
  summary: 'Confirm your own account by the key that was sent to its address.',
  access: self,
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer, confirmationKey: t.secret(t.string) },
  forced: { customerId: 'customer_id' },
  output: Customer,
  async handle({ customerId, confirmationKey }, call) {
    return showCustomer(call, await activate(call, await getCustomer(call, customerId), confirmationKey));
  },
});

const changeMyPassword = route({
  method: 'PUT',
  path: '/V1/customers/me/password',
  service,
  operation: 'changePasswordById',
  summary: 'Change your own password; other sessions of the account end.',
  access: self,
  // Successful changes also count: each hashes two passwords.
  attempts: 'all',
  captcha: 'user_edit',
  recaptcha: ['customer_forgot_password', 'customer_edit'],
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer, currentPassword: t.secret(t.string), newPassword: t.secret(t.string) },
  forced: { customerId: 'customer_id' },
  output: t.boolean,
  transaction: false,
  async handle({ customerId, currentPassword, newPassword }, call) {
    await changePassword(call, customerId, currentPassword, newPassword);
    return true;
  },
});

const initiatePasswordReset = route({
  method: 'PUT',
  path: '/V1/customers/password',
  service,
  operation: 'initiatePasswordReset',
  summary: 'Send a customer the link for choosing a new password.',
  access: anonymous,
  attempts: 'all',
  captcha: 'user_forgotpassword',
  recaptcha: 'customer_forgot_password',
  entity: entity('customer', 'email'),
  input: { email: t.string, template: t.string, websiteId: t.optional(t.integer) },
  output: t.boolean,
  // Rejected requests also count.
  transaction: false,
  async handle({ email, template, websiteId }, call) {
    await requestPasswordReset(call, email, template, websiteId ?? undefined);
    return true;
  },
});

const validateResetToken = route({
  method: 'GET',
  path: '/V1/customers/:customerId/password/resetLinkToken/:resetPasswordLinkToken',
  service,
  operation: 'validateResetPasswordLinkToken',
  summary: 'Check the token of a reset link without using it up.',
  access: anonymous,
  attempts: 'failed',
  input: { customerId: t.integer, resetPasswordLinkToken: t.secret(t.string) },
  output: t.boolean,
  async handle({ customerId, resetPasswordLinkToken }, call) {
    await checkResetToken(call, customerId, resetPasswordLinkToken);
    return true;
  },
});

const resetPasswordRoute = route({
  method: 'POST',
  path: '/V1/customers/resetPassword',
  service,
  operation: 'resetPassword',
  summary: 'Choose a new password with the token of a reset link; every session of the account ends.',
  access: anonymous,
  attempts: 'failed',
  captcha: 'user_forgotpassword',
  recaptcha: 'customer_forgot_password',
  entity: entity('customer', 'email'),
  input: { email: t.string, resetToken: t.secret(t.string), newPassword: t.secret(t.string) },
  output: t.boolean,
  transaction: false,
  async handle({ email, resetToken, newPassword }, call) {
    await resetPassword(call, email, resetToken, newPassword);
    return true;
  },
});

/** Routes of accounts. */
export const accountRoutes = [
  createCustomer,
  validateCustomerRoute,
  isEmailAvailable,
  isCustomerReadonly,
  getConfirmationStatus,
  resendConfirmationRoute,
  activateRoute,
  activateByBody,
  activateMe,
  changeMyPassword,
  initiatePasswordReset,
  validateResetToken,
  resetPasswordRoute,
];

/** The routes of accounts that others do the same as. */
export const accountRoute = {
  create: createCustomer,
  changePassword: changeMyPassword,
  requestReset: initiatePasswordReset,
  reset: resetPasswordRoute,
} as const;
