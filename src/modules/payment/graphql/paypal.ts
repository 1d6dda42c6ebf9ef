import {
  enumTypes,
  inputTypes,
  mutations,
  queries,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { paymentErrors } from '../errors.ts';

const values = valueTypes({
  CreatePayflowProTokenOutput: {
    response_message: 'String!',
    result: 'Int!',
    result_code: 'Int!',
    secure_token: 'String! @credential',
    secure_token_id: 'String! @credential',
  },
  HostedProUrl: { secure_form_url: 'String @credential' },
  PayflowLinkToken: {
    mode: 'PayflowLinkMode',
    paypal_url: 'String',
    secure_token: 'String @credential',
    secure_token_id: 'String @credential',
  },
  PayflowProResponseOutput: { cart: 'Cart!' },
  PayflowProToken: {
    response_message: 'String!',
    result: 'Int!',
    result_code: 'Int!',
    secure_token: 'String! @credential',
    secure_token_id: 'String! @credential',
  },
  PaypalExpressToken: {
    paypal_urls: { type: 'PaypalExpressUrlList', deprecated: 'Storefronts do not need it any more.' },
    token: { type: 'String @credential', deprecated: 'Storefronts do not need it any more.' },
  },
  PaypalExpressTokenOutput: { paypal_urls: 'PaypalExpressUrlList', token: 'String @credential' },
  PaypalExpressUrlList: { edit: 'String', start: 'String' },
});

const inputs = inputTypes({
  HostedProInput: { cancel_url: 'String!', return_url: 'String!' },
  HostedProUrlInput: { cart_id: 'String!' },
  PayflowExpressInput: { payer_id: 'String!', token: 'String! @credential' },
  PayflowLinkInput: { cancel_url: 'String!', error_url: 'String!', return_url: 'String!' },
  PayflowLinkTokenInput: { cart_id: 'String!' },
  PayflowProInput: { cc_details: 'CreditCardDetailsInput!', is_active_payment_token_enabler: 'Boolean' },
  PayflowProResponseInput: { cart_id: 'String!', paypal_payload: 'String! @credential' },
  PayflowProTokenInput: { cart_id: 'String!', urls: 'PayflowProUrlInput!' },
  PayflowProUrlInput: { cancel_url: 'String!', error_url: 'String!', return_url: 'String!' },
  PaypalExpressInput: { payer_id: 'String!', token: 'String! @credential' },
  PaypalExpressTokenInput: {
    cart_id: 'String!',
    code: 'String!',
    express_button: 'Boolean',
    urls: 'PaypalExpressUrlsInput!',
    use_paypal_credit: 'Boolean',
  },
  PaypalExpressUrlsInput: {
    cancel_url: 'String!',
    pending_url: 'String',
    return_url: 'String!',
    success_url: 'String',
  },
  CreditCardDetailsInput: { cc_exp_month: 'Int!', cc_exp_year: 'Int!', cc_last_4: 'Int!', cc_type: 'String!' },
});

const enums = enumTypes({
  PayflowLinkMode: ['LIVE', 'TEST'],
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs>, EnumTypesOf<typeof enums> {}
}

/** The schema includes the provider, but no installation has it: modules offer the payment methods of gateways. */
function notSetUp(): never {
  throw paymentErrors.providerNotSetUp();
}

const providerQueries = queries((t) => ({
  getHostedProUrl: t.field('HostedProUrl', { input: 'HostedProUrlInput!' }, notSetUp),
  getPayflowLinkToken: t.field('PayflowLinkToken', { input: 'PayflowLinkTokenInput!' }, notSetUp),
}));

const providerMutations = mutations((t) => ({
  createPayflowProToken: t.field('CreatePayflowProTokenOutput', { input: 'PayflowProTokenInput!' }, notSetUp),
  createPaypalExpressToken: t.field('PaypalExpressTokenOutput', { input: 'PaypalExpressTokenInput!' }, notSetUp),
  handlePayflowProResponse: t.field('PayflowProResponseOutput', { input: 'PayflowProResponseInput!' }, notSetUp),
}));

/** Schema declarations of PayPal and Payflow. */
export const paypalDeclarations = [values, inputs, enums, providerQueries, providerMutations];
