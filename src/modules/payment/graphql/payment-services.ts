import {
  deprecated,
  enumTypes,
  inputTypes,
  interfaceType,
  mutations,
  objectType,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { paymentErrors } from '../errors.ts';

const values = valueTypes({
  ButtonStyles: {
    color: 'String',
    height: 'Int',
    label: 'String',
    layout: 'String',
    shape: 'String',
    tagline: 'Boolean',
    use_default_height: 'Boolean',
  },
  Card: {
    bin_details: 'CardBin',
    card_expiry_month: 'String',
    card_expiry_year: 'String',
    last_digits: 'String',
    name: 'String',
  },
  CardBin: { bin: 'String' },
  CardPaymentSourceOutput: { brand: 'String', expiry: 'String', last_digits: 'String' },
  CreatePaymentOrderOutput: {
    amount: 'Float',
    currency_code: 'String',
    id: 'String',
    mp_order_id: 'String',
    status: 'String',
  },
  CreateVaultCardPaymentTokenOutput: { payment_source: 'PaymentSourceOutput!', vault_token_id: 'String! @credential' },
  CreateVaultCardSetupTokenOutput: { setup_token: 'String! @credential' },
  GetPaymentSDKOutput: { sdkParams: '[PaymentSDKParamsItem]' },
  GooglePayButtonStyles: { color: 'String', height: 'Int', type: 'String' },
  MessageStyleLogo: { type: 'String' },
  MessageStyles: { layout: 'String', logo: 'MessageStyleLogo' },
  PaymentConfigOutput: {
    apple_pay: 'ApplePayConfig',
    google_pay: 'GooglePayConfig',
    hosted_fields: 'HostedFieldsConfig',
    smart_buttons: 'SmartButtonsConfig',
  },
  PaymentOrderOutput: {
    id: 'String',
    mp_order_id: 'String',
    payment_source_details: 'PaymentSourceDetails',
    status: 'String',
  },
  PaymentSDKParamsItem: { code: 'String', params: '[SDKParams]' },
  PaymentSourceDetails: { card: 'Card' },
  PaymentSourceOutput: { card: 'CardPaymentSourceOutput!' },
  SDKParams: { name: 'String', value: 'String' },
  VaultConfigOutput: { credit_card: 'VaultCreditCardConfig' },
  VaultCreditCardConfig: { is_vault_enabled: 'Boolean', sdk_params: '[SDKParams]', three_ds_mode: 'ThreeDSMode' },
});

const inputs = inputTypes({
  BillingAddressPaymentSourceInput: {
    address_line_1: 'String',
    address_line_2: 'String',
    city: 'String',
    country_code: 'String!',
    postal_code: 'String',
    region: 'String',
  },
  CardPaymentSourceInput: { billing_address: 'BillingAddressPaymentSourceInput!', name: 'String' },
  CompleteOrderInput: { cartId: 'String!', id: 'String!' },
  CreatePaymentOrderInput: {
    cartId: 'String!',
    location: 'PaymentLocation!',
    methodCode: 'String!',
    paymentSource: 'String!',
    vaultIntent: 'Boolean',
  },
  CreateVaultCardPaymentTokenInput: { card_description: 'String', setup_token_id: 'String! @credential' },
  CreateVaultCardSetupTokenInput: { setup_token: 'VaultSetupTokenInput!', three_ds_mode: 'ThreeDSMode' },
  PaymentSourceInput: { card: 'CardPaymentSourceInput!' },
  SyncPaymentOrderInput: { cartId: 'String!', id: 'String!' },
  VaultSetupTokenInput: { payment_source: 'PaymentSourceInput!' },
  ApplePayMethodInput: { payment_source: 'String', payments_order_id: 'String', paypal_order_id: 'String' },
  GooglePayMethodInput: { payment_source: 'String', payments_order_id: 'String', paypal_order_id: 'String' },
  HostedFieldsInput: {
    cardBin: 'String',
    cardExpiryMonth: 'String',
    cardExpiryYear: 'String',
    cardLast4: 'String',
    holderName: 'String',
    is_active_payment_token_enabler: 'Boolean',
    payment_source: 'String',
    payments_order_id: 'String',
    paypal_order_id: 'String',
  },
  SmartButtonMethodInput: { payment_source: 'String', payments_order_id: 'String', paypal_order_id: 'String' },
  VaultMethodInput: {
    payment_source: 'String',
    payments_order_id: 'String',
    paypal_order_id: 'String',
    public_hash: 'String @credential',
  },
});

const enums = enumTypes({
  PaymentLocation: ['ADMIN', 'CART', 'CHECKOUT', 'MINICART', 'PRODUCT_DETAIL'],
  ThreeDSMode: ['OFF', 'SCA_ALWAYS', 'SCA_WHEN_REQUIRED'],
});

/** Configuration of a payment method of the provider; its type determines the fields. */
interface ConfigItem {
  readonly typename: string;
  readonly cc_vault_code?: string;
  readonly code?: string;
  readonly display_message?: boolean;
  readonly display_venmo?: boolean;
  readonly is_vault_enabled?: boolean;
  readonly is_visible?: boolean;
  readonly message_styles?: GraphQLTypes['MessageStyles'];
  readonly payment_intent?: string;
  readonly payment_source?: string;
  readonly requires_card_details?: boolean;
  readonly sdk_params?: readonly GraphQLTypes['SDKParams'][];
  readonly sort_order?: string;
  readonly three_ds?: boolean;
  readonly three_ds_mode?: GraphQLTypes['ThreeDSMode'];
  readonly title?: string;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs>, EnumTypesOf<typeof enums> {
    ApplePayConfig: ConfigItem & { readonly button_styles?: GraphQLTypes['ButtonStyles'] };
    GooglePayConfig: ConfigItem & { readonly button_styles?: GraphQLTypes['GooglePayButtonStyles'] };
    HostedFieldsConfig: ConfigItem;
    PaymentCommonConfig: ConfigItem;
    PaymentConfigItem: ConfigItem;
    SmartButtonsConfig: ConfigItem & { readonly button_styles?: GraphQLTypes['ButtonStyles'] };
  }
}

const configItems = [
  objectType('ApplePayConfig', () => ({ button_styles: 'ButtonStyles', payment_source: 'String' }), [
    'PaymentConfigItem',
  ]),
  objectType(
    'GooglePayConfig',
    () => ({ button_styles: 'GooglePayButtonStyles', payment_source: 'String', three_ds_mode: 'ThreeDSMode' }),
    ['PaymentConfigItem'],
  ),
  objectType(
    'HostedFieldsConfig',
    () => ({
      cc_vault_code: 'String',
      is_vault_enabled: 'Boolean',
      payment_source: 'String',
      requires_card_details: 'Boolean',
      three_ds: deprecated('Use `three_ds_mode`.', 'Boolean'),
      three_ds_mode: 'ThreeDSMode',
    }),
    ['PaymentConfigItem'],
  ),
  objectType('PaymentCommonConfig', () => ({}), ['PaymentConfigItem']),
  interfaceType(
    'PaymentConfigItem',
    () => ({
      code: 'String',
      is_visible: 'Boolean',
      payment_intent: 'String',
      sdk_params: '[SDKParams]',
      sort_order: 'String',
      title: 'String',
    }),
    ({ typename }) => typename,
  ),
  objectType(
    'SmartButtonsConfig',
    () => ({
      button_styles: 'ButtonStyles',
      display_message: 'Boolean',
      display_venmo: 'Boolean',
      message_styles: 'MessageStyles',
    }),
    ['PaymentConfigItem'],
  ),
];

/** The schema includes the provider, but no installation has it: modules offer the payment methods of gateways. */
function notSetUp(): never {
  throw paymentErrors.providerNotSetUp();
}

const providerQueries = queries((t) => ({
  getPaymentConfig: t.field('PaymentConfigOutput', { location: 'PaymentLocation!' }, notSetUp),
  getPaymentOrder: t.field('PaymentOrderOutput', { cartId: 'String!', id: 'String!' }, notSetUp),
  getPaymentSDK: t.field('GetPaymentSDKOutput', { location: 'PaymentLocation!' }, notSetUp),
  getVaultConfig: t.field('VaultConfigOutput', {}, notSetUp),
}));

const providerMutations = mutations((t) => ({
  completeOrder: t.field('PlaceOrderOutput', { input: 'CompleteOrderInput' }, notSetUp),
  createPaymentOrder: t.field('CreatePaymentOrderOutput', { input: 'CreatePaymentOrderInput!' }, notSetUp),
  createVaultCardPaymentToken: t.field(
    'CreateVaultCardPaymentTokenOutput',
    { input: 'CreateVaultCardPaymentTokenInput!' },
    notSetUp,
  ),
  createVaultCardSetupToken: t.field(
    'CreateVaultCardSetupTokenOutput',
    { input: 'CreateVaultCardSetupTokenInput!' },
    notSetUp,
  ),
  syncPaymentOrder: t.field('Boolean', { input: 'SyncPaymentOrderInput' }, notSetUp),
}));

/** Schema declarations of payment services. */
export const paymentServicesDeclarations = [values, inputs, enums, providerQueries, providerMutations, ...configItems];
