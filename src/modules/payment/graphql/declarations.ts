import { extendInput } from '../../../kernel/graphql.ts';
import { braintreeDeclarations } from './braintree.ts';
import { paymentServicesDeclarations } from './payment-services.ts';
import { paypalDeclarations } from './paypal.ts';
import { vaultDeclarations } from './vault.ts';
import { providerFields } from './settings.ts';

/** Provider data of a payment method's input, by method. */
const paymentData = extendInput('PaymentMethodInput', {
  braintree: 'BraintreeInput',
  braintree_ach_direct_debit: 'BraintreeInput',
  braintree_ach_direct_debit_vault: 'BraintreeVaultInput',
  braintree_applepay_vault: 'BraintreeVaultInput',
  braintree_cc_vault: 'BraintreeCcVaultInput',
  braintree_googlepay_vault: 'BraintreeVaultInput',
  braintree_paypal: 'BraintreeInput',
  braintree_paypal_vault: 'BraintreeVaultInput',
  hosted_pro: 'HostedProInput',
  payflow_express: 'PayflowExpressInput',
  payflow_link: 'PayflowLinkInput',
  payflowpro: 'PayflowProInput',
  payflowpro_cc_vault: 'VaultTokenInput',
  payment_services_paypal_apple_pay: 'ApplePayMethodInput',
  payment_services_paypal_google_pay: 'GooglePayMethodInput',
  payment_services_paypal_hosted_fields: 'HostedFieldsInput',
  payment_services_paypal_smart_buttons: 'SmartButtonMethodInput',
  payment_services_paypal_vault: 'VaultMethodInput',
  paypal_express: 'PaypalExpressInput',
});

/** Schema declarations of payment providers. */
export const paymentGraphql = [
  ...braintreeDeclarations,
  ...paypalDeclarations,
  ...paymentServicesDeclarations,
  ...vaultDeclarations,
  paymentData,
  providerFields,
];
