import { groupInCall, type Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import {
  deprecated,
  enumTypes,
  inputTypes,
  mutations,
  extendType,
  objectType,
  ofReleases,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { defined } from '../../../kernel/fields.ts';
import { storefrontErrors } from '../../../kernel/graphql-errors.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { activate, resendConfirmation } from '../accounts/confirm.ts';
import { createAccount } from '../accounts/create.ts';
import { changePassword, requestPasswordReset, resetPassword } from '../accounts/passwords.ts';
import { accountRoute } from '../accounts/routes.ts';
import { findSecret, isPassword, countFailure } from '../accounts/secrets.ts';
import { updateCustomer } from '../accounts/update.ts';
import { accountSettings } from '../configuration.ts';
import { deleteCustomer } from '../customers/delete.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import { findCustomerByEmail, getCustomer, getCustomerByEmail, websiteOf } from '../customers/load.ts';
import { needsConfirmation } from '../customers/read.ts';
import type { CustomerInput } from '../customers/types.ts';
import { isEmailAddress } from '../email-address.ts';
import { customerErrors } from '../errors.ts';
import { sentValues, shownValues } from './custom-attributes.ts';
import { graphqlCustomerErrors } from './errors.ts';
import { sharesGroup } from './settings.ts';
import type { CustomerSource } from './types.ts';

const enums = enumTypes({
  ConfirmationStatusEnum: ['ACCOUNT_CONFIRMED', 'ACCOUNT_CONFIRMATION_NOT_REQUIRED'],
});

const values = valueTypes({
  CustomerGroupStorefront: { uid: 'ID!' },
  CustomerOutput: { customer: 'Customer!' },
  IsEmailAvailableOutput: { is_email_available: 'Boolean' },
});

const person = {
  date_of_birth: 'String',
  dob: 'String',
  gender: 'Int',
  is_subscribed: 'Boolean',
  middlename: 'String',
  prefix: 'String',
  suffix: 'String',
  taxvat: 'String',
} as const;
const added = {
  allow_remote_shopping_assistance: 'Boolean',
  custom_attributes: '[AttributeValueInput]',
} as const;

const inputs = inputTypes({
  ConfirmEmailInput: { confirmation_key: 'String! @credential', email: 'String!' },
  CustomerCreateInput: {
    ...person,
    ...added,
    email: 'String!',
    firstname: 'String!',
    lastname: 'String!',
    password: 'String @credential',
  },
  CustomerInput: {
    ...person,
    email: 'String',
    firstname: 'String',
    lastname: 'String',
    password: 'String @credential',
  },
  CustomerUpdateInput: { ...person, ...added, firstname: 'String', lastname: 'String' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    Customer: CustomerSource;
  }
}

const open = { isOpen: true } as const;

/** Withholds all but the open fields of colleagues. Throws for the others. */
function guardColleagues({ colleagueIn }: CustomerSource, isOpen: boolean): void {
  if (colleagueIn !== undefined && !isOpen) throw storefrontErrors.customersOnly();
}

const customerType = objectType(
  'Customer',
  (t) => {
    const text = (name: 'email' | 'firstname' | 'lastname' | 'middlename' | 'prefix' | 'suffix') =>
      t.field('String', {}, ({ customer }) => customer[name], open);
    const defaultId = (name: 'default_billing' | 'default_shipping') =>
      t.field('String', ({ customer }) => customer[name]?.toString());
    const isConfirmed = ({ customer }: CustomerSource): boolean => customer.confirmation === null;
    return {
      addresses: t.field('[CustomerAddress]', ({ customer }) =>
        customer.addresses.map((address) => ({ address, customer })),
      ),
      confirmation_status: t.field('ConfirmationStatusEnum!', ({ customer }, _, call) =>
        needsConfirmation(call, customer.website_id) ? 'ACCOUNT_CONFIRMED' : 'ACCOUNT_CONFIRMATION_NOT_REQUIRED',
      ),
      created_at: t.field('String', {}, ({ customer }) => customer.created_at, open),
      custom_attributes: t.field(
        '[AttributeValueInterface]',
        { attributeCodes: '[ID!]' },
        ({ customer }, { attributeCodes }, call) => shownValues(call, 'customer', customer.custom, attributeCodes),
      ),
      date_of_birth: t.field('String', ({ customer }) => customer.dob),
      default_billing: defaultId('default_billing'),
      default_shipping: defaultId('default_shipping'),
      dob: deprecated(
        'Use `date_of_birth`.',
        t.field('String', ({ customer }) => customer.dob),
      ),
      email: text('email'),
      firstname: text('firstname'),
      gender: t.field('Int', ({ customer }) => customer.gender),
      group: t.field('CustomerGroupStorefront', ({ customer }, _, call) =>
        sharesGroup(call) ? { uid: uidOf(groupInCall(call, customer)) } : null,
      ),
      group_id: deprecated(
        'Always null, as in the reference; use `group`.',
        t.field('Int', () => null),
      ),
      is_confirmed: t.field('Boolean!', isConfirmed),
      is_subscribed: t.field('Boolean', ({ customer }) => customer.is_subscribed),
      lastname: text('lastname'),
      middlename: text('middlename'),
      prefix: text('prefix'),
      suffix: text('suffix'),
      taxvat: t.field('String', ({ customer }) => customer.taxvat),
    };
  },
  [],
  guardColleagues,
);

type SentPerson = Partial<GraphQLTypes['CustomerInput']> & Partial<GraphQLTypes['CustomerUpdateInput']>;

/** A storefront's personal data as input of the customer module; missing fields are omitted. */
async function asInput(call: Call, input: SentPerson): Promise<Partial<CustomerInput>> {
  const {
    date_of_birth,
    dob = date_of_birth,
    is_subscribed,
    custom_attributes,
    allow_remote_shopping_assistance: helped,
    ...rest
  } = input;
  const { password: _, ...fields } = rest;
  const { gender } = fields;
  if (gender != null && (gender < 0 || gender > 3)) throw graphqlCustomerErrors.gender([gender]);
  const custom = await sentValues(call, 'customer', custom_attributes);
  const extension = {
    ...(is_subscribed != null && { is_subscribed }),
    // Of the module that knows of assistance: 2 allows it, 1 does not.
    ...(helped != null && { assistance_allowed: helped ? 2 : 1 }),
  };
  return {
    ...defined(fields),
    ...(dob !== undefined && { dob }),
    ...(custom && { custom_attributes: custom }),
    ...(Object.keys(extension).length > 0 && { extension_attributes: extension }),
  };
}

/** The fields that every account has, with their labels. */
const needed = { firstname: 'First Name', lastname: 'Last Name', email: 'Email' } as const;

/** Throws for fields of an account that are empty; `isNew`: or missing. */
function checkNeeded(input: SentPerson, isNew: boolean): void {
  const missing = keysOf(needed).filter((name) => input[name] === '' || (isNew && input[name] == null));
  if (missing.length > 0) throw graphqlCustomerErrors.missing([missing.map((name) => needed[name]).join(', ')]);
}

/** Creates an account from a storefront's input, in the store view of the call. Throws its errors. */
export async function register(call: Call, input: SentPerson): Promise<StoredCustomer> {
  checkNeeded(input, true);
  const { email } = withFields(input, 'email');
  if (!isEmailAddress(email)) throw graphqlCustomerErrors.notValidEmail([email]);
  const customer = withFields(await asInput(call, input), 'firstname', 'lastname', 'email');
  try {
    const { storeId, websiteId } = call.scope;
    const placed = { ...customer, store_id: storeId, website_id: websiteId };
    return await createAccount(call, { customer: placed, password: input.password ?? undefined });
  } catch (error) {
    const isTaken = error instanceof PlatformError && error.message === customerErrors.emailTaken.template;
    throw isTaken ? graphqlCustomerErrors.taken() : error;
  }
}

async function create(call: Call, input: SentPerson): Promise<GraphQLTypes['CustomerOutput']> {
  return { customer: { customer: await register(call, input) } };
}

async function update(call: Call, input: SentPerson): Promise<GraphQLTypes['CustomerOutput']> {
  checkNeeded(input, false);
  const { id, email, firstname, lastname, website_id } = await getCustomer(call, call.caller.id);
  const own = { id, email, firstname, lastname, website_id };
  const changes = Object.fromEntries(Object.entries(await asInput(call, input)).filter(([, value]) => value !== null));
  return { customer: { customer: await updateCustomer(call, { ...own, ...changes }) } };
}

/** Throws unless `password` is the caller's; failures count. Must not run in a transaction. */
async function checkOwnPassword(call: Call, password: string): Promise<void> {
  if (password === '') throw graphqlCustomerErrors.passwordNeeded();
  if (await isPassword(await findSecret(call, call.caller.id), password)) return;
  await countFailure(call, call.caller.id);
  throw graphqlCustomerErrors.passwordWrong();
}

async function changeEmail(call: Call, email: string, password: string): Promise<GraphQLTypes['CustomerOutput']> {
  await checkOwnPassword(call, password);
  if (!isEmailAddress(email)) throw graphqlCustomerErrors.notValidEmail([email]);
  return call.transaction((inside) => update(inside, { email }));
}

async function changeOwnPassword(call: Call, current: string, next: string): Promise<CustomerSource> {
  if (current === '') throw graphqlCustomerErrors.passwordMissing(['currentPassword']);
  if (next === '') throw graphqlCustomerErrors.passwordMissing(['newPassword']);
  try {
    await changePassword(call, call.caller.id, current, next);
  } catch (error) {
    const isWrong = error instanceof PlatformError && error.message === customerErrors.passwordWrong.template;
    throw isWrong ? graphqlCustomerErrors.passwordWrong() : error;
  }
  return { customer: await getCustomer(call, call.caller.id) };
}

function checkEmail(email: string): void {
  if (email === '') throw graphqlCustomerErrors.emailEmpty();
  if (!isEmailAddress(email)) throw graphqlCustomerErrors.emailWrong();
}

const customerIds = [
  ...ofReleases({ before: '2.4.9' }, [
    extendType('Customer', (t) => ({
      id: deprecated(
        'Storefronts do not need to know it.',
        t.field('Int', {}, ({ customer }) => customer.id, open),
      ),
    })),
  ]),
  ...ofReleases({ release: '2.4.9' }, [
    extendType('Customer', (t) => ({ id: t.field('ID!', {}, ({ customer }) => uidOf(customer.id), open) })),
  ]),
];
/** As `checkEmail`, with the error texts of mutations that reset passwords. */
function checkResetEmail(email: string): void {
  if (email === '') throw graphqlCustomerErrors.resetEmailEmpty();
  if (!isEmailAddress(email)) throw graphqlCustomerErrors.resetEmailWrong();
}

const customerQueries = queries((t) => ({
  customer: t.field('Customer', {}, async (_, __, call) => ({ customer: await getCustomer(call, call.caller.id) }), {
    customersOnly: true,
  }),
  isEmailAvailable: t.field('IsEmailAvailableOutput', { email: 'String!' }, async (_, { email }, call) => {
    checkEmail(email);
    const websiteId = websiteOf(call);
    const isTold = call.config.of(accountSettings.tellsGuests, { websiteId });
    return { is_email_available: !isTold || !(await findCustomerByEmail(call, email, websiteId)) };
  }),
}));

const own = { customersOnly: true } as const;
const customerMutations = mutations((t) => ({
  changeCustomerPassword: t.field(
    'Customer',
    { currentPassword: 'String! @credential', newPassword: 'String! @credential' },
    (_, { currentPassword, newPassword }, call) => changeOwnPassword(call, currentPassword, newPassword),
    { ...own, opensTransactions: true, like: accountRoute.changePassword },
  ),
  confirmEmail: t.field('CustomerOutput', { input: 'ConfirmEmailInput!' }, async (_, { input }, call) => {
    if (!isEmailAddress(input.email)) throw graphqlCustomerErrors.emailWrong();
    const customer = await getCustomerByEmail(call, input.email, websiteOf(call));
    return { customer: { customer: await activate(call, customer, input.confirmation_key) } };
  }),
  createCustomer: t.field('CustomerOutput', { input: 'CustomerInput!' }, (_, { input }, call) => create(call, input), {
    opensTransactions: true,
    like: accountRoute.create,
  }),
  createCustomerV2: t.field(
    'CustomerOutput',
    { input: 'CustomerCreateInput!' },
    (_, { input }, call) => create(call, input),
    { opensTransactions: true, like: accountRoute.create },
  ),
  deleteCustomer: t.field(
    'Boolean',
    {},
    async (_, __, call) => {
      await deleteCustomer(call, call.caller.id);
      return true;
    },
    own,
  ),
  requestPasswordResetEmail: t.field(
    'Boolean',
    { email: 'String!' },
    async (_, { email }, call) => {
      checkResetEmail(email);
      await requestPasswordReset(call, email, 'email_reset', undefined);
      return true;
    },
    { opensTransactions: true, like: accountRoute.requestReset },
  ),
  resendConfirmationEmail: t.field(
    'Boolean',
    { email: 'String!' },
    async (_, { email }, call) => {
      checkEmail(email);
      await resendConfirmation(call, email, websiteOf(call), undefined);
      return true;
    },
    { recaptcha: 'resend_confirmation_email' },
  ),
  resetPassword: t.field(
    'Boolean',
    { email: 'String!', newPassword: 'String! @credential', resetPasswordToken: 'String! @credential' },
    async (_, { email, newPassword, resetPasswordToken }, call) => {
      checkResetEmail(email);
      if (resetPasswordToken === '') throw graphqlCustomerErrors.passwordMissing(['resetPasswordToken']);
      if (newPassword === '') throw graphqlCustomerErrors.passwordMissing(['newPassword']);
      await resetPassword(call, email, resetPasswordToken, newPassword);
      return true;
    },
    { opensTransactions: true, like: accountRoute.reset },
  ),
  updateCustomer: t.field(
    'CustomerOutput',
    { input: 'CustomerInput!' },
    async (_, { input }, call) => {
      if (Object.keys(input).length === 0) throw graphqlCustomerErrors.inputEmpty();
      const { email, password, ...others } = input;
      const { email: before } = await getCustomer(call, call.caller.id);
      const isOther = email != null && email !== before;
      if (isOther) await checkOwnPassword(call, password ?? '');
      return call.transaction((inside) => update(inside, isOther ? { ...others, email } : others));
    },
    { ...own, opensTransactions: true, like: accountRoute.changePassword },
  ),
  updateCustomerEmail: t.field(
    'CustomerOutput',
    { email: 'String!', password: 'String! @credential' },
    (_, { email, password }, call) => changeEmail(call, email, password),
    { ...own, opensTransactions: true, like: accountRoute.changePassword },
  ),
  updateCustomerV2: t.field(
    'CustomerOutput',
    { input: 'CustomerUpdateInput!' },
    (_, { input }, call) => update(call, input),
    own,
  ),
}));

/** Accounts of customers. */
export const customerDeclarations = [
  enums,
  values,
  inputs,
  customerType,
  ...customerIds,
  customerQueries,
  customerMutations,
];
