import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../../kernel/configuration.ts';
import { storeConfigFields } from '../../store/extensions.ts';

const fields = {
  braintree_3dsecure_allowspecific: ['Boolean', 'payment/braintree/3dsecure_allowspecific'],
  braintree_3dsecure_always_request_3ds: ['Boolean', 'payment/braintree/3dsecure_always_request_3ds'],
  braintree_3dsecure_specificcountry: ['String', 'payment/braintree/3dsecure_specificcountry'],
  braintree_3dsecure_threshold_amount: ['String', 'payment/braintree/3dsecure_threshold_amount'],
  braintree_3dsecure_verify_3dsecure: ['Boolean', 'payment/braintree/3dsecure_verify_3dsecure'],
  braintree_ach_direct_debit_vault_active: ['Boolean', 'payment/braintree/ach_direct_debit_vault_active'],
  braintree_applepay_merchant_name: ['String', 'payment/braintree/applepay_merchant_name'],
  braintree_applepay_vault_active: ['Boolean', 'payment/braintree/applepay_vault_active'],
  braintree_cc_vault_active: ['String', 'payment/braintree/cc_vault_active'],
  braintree_cc_vault_cvv: ['Boolean', 'payment/braintree/cc_vault_cvv'],
  braintree_environment: ['String', 'payment/braintree/environment'],
  braintree_googlepay_btn_color: ['String', 'payment/braintree/googlepay_btn_color'],
  braintree_googlepay_cctypes: ['String', 'payment/braintree/googlepay_cctypes'],
  braintree_googlepay_merchant_id: ['String', 'payment/braintree/googlepay_merchant_id'],
  braintree_googlepay_vault_active: ['Boolean', 'payment/braintree/googlepay_vault_active'],
  braintree_local_payment_allowed_methods: ['String', 'payment/braintree/local_payment_allowed_methods'],
  braintree_local_payment_fallback_button_text: ['String', 'payment/braintree/local_payment_fallback_button_text'],
  braintree_local_payment_redirect_on_fail: ['String', 'payment/braintree/local_payment_redirect_on_fail'],
  braintree_merchant_account_id: ['String', 'payment/braintree/merchant_account_id'],
  braintree_paypal_button_location_cart_type_credit_color: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_credit_color',
  ],
  braintree_paypal_button_location_cart_type_credit_label: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_credit_label',
  ],
  braintree_paypal_button_location_cart_type_credit_shape: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_credit_shape',
  ],
  braintree_paypal_button_location_cart_type_credit_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_cart_type_credit_show',
  ],
  braintree_paypal_button_location_cart_type_messaging_layout: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_messaging_layout',
  ],
  braintree_paypal_button_location_cart_type_messaging_logo: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_messaging_logo',
  ],
  braintree_paypal_button_location_cart_type_messaging_logo_position: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_messaging_logo_position',
  ],
  braintree_paypal_button_location_cart_type_messaging_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_cart_type_messaging_show',
  ],
  braintree_paypal_button_location_cart_type_messaging_text_color: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_messaging_text_color',
  ],
  braintree_paypal_button_location_cart_type_paylater_color: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_paylater_color',
  ],
  braintree_paypal_button_location_cart_type_paylater_label: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_paylater_label',
  ],
  braintree_paypal_button_location_cart_type_paylater_shape: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_paylater_shape',
  ],
  braintree_paypal_button_location_cart_type_paylater_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_cart_type_paylater_show',
  ],
  braintree_paypal_button_location_cart_type_paypal_color: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_paypal_color',
  ],
  braintree_paypal_button_location_cart_type_paypal_label: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_paypal_label',
  ],
  braintree_paypal_button_location_cart_type_paypal_shape: [
    'String',
    'payment/braintree_paypal/button_location_cart_type_paypal_shape',
  ],
  braintree_paypal_button_location_cart_type_paypal_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_cart_type_paypal_show',
  ],
  braintree_paypal_button_location_checkout_type_credit_color: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_credit_color',
  ],
  braintree_paypal_button_location_checkout_type_credit_label: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_credit_label',
  ],
  braintree_paypal_button_location_checkout_type_credit_shape: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_credit_shape',
  ],
  braintree_paypal_button_location_checkout_type_credit_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_checkout_type_credit_show',
  ],
  braintree_paypal_button_location_checkout_type_messaging_layout: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_messaging_layout',
  ],
  braintree_paypal_button_location_checkout_type_messaging_logo: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_messaging_logo',
  ],
  braintree_paypal_button_location_checkout_type_messaging_logo_position: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_messaging_logo_position',
  ],
  braintree_paypal_button_location_checkout_type_messaging_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_checkout_type_messaging_show',
  ],
  braintree_paypal_button_location_checkout_type_messaging_text_color: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_messaging_text_color',
  ],
  braintree_paypal_button_location_checkout_type_paylater_color: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_paylater_color',
  ],
  braintree_paypal_button_location_checkout_type_paylater_label: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_paylater_label',
  ],
  braintree_paypal_button_location_checkout_type_paylater_shape: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_paylater_shape',
  ],
  braintree_paypal_button_location_checkout_type_paylater_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_checkout_type_paylater_show',
  ],
  braintree_paypal_button_location_checkout_type_paypal_color: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_paypal_color',
  ],
  braintree_paypal_button_location_checkout_type_paypal_label: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_paypal_label',
  ],
  braintree_paypal_button_location_checkout_type_paypal_shape: [
    'String',
    'payment/braintree_paypal/button_location_checkout_type_paypal_shape',
  ],
  braintree_paypal_button_location_checkout_type_paypal_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_checkout_type_paypal_show',
  ],
  braintree_paypal_button_location_productpage_type_credit_color: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_credit_color',
  ],
  braintree_paypal_button_location_productpage_type_credit_label: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_credit_label',
  ],
  braintree_paypal_button_location_productpage_type_credit_shape: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_credit_shape',
  ],
  braintree_paypal_button_location_productpage_type_credit_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_productpage_type_credit_show',
  ],
  braintree_paypal_button_location_productpage_type_messaging_layout: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_messaging_layout',
  ],
  braintree_paypal_button_location_productpage_type_messaging_logo: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_messaging_logo',
  ],
  braintree_paypal_button_location_productpage_type_messaging_logo_position: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_messaging_logo_position',
  ],
  braintree_paypal_button_location_productpage_type_messaging_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_productpage_type_messaging_show',
  ],
  braintree_paypal_button_location_productpage_type_messaging_text_color: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_messaging_text_color',
  ],
  braintree_paypal_button_location_productpage_type_paylater_color: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_paylater_color',
  ],
  braintree_paypal_button_location_productpage_type_paylater_label: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_paylater_label',
  ],
  braintree_paypal_button_location_productpage_type_paylater_shape: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_paylater_shape',
  ],
  braintree_paypal_button_location_productpage_type_paylater_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_productpage_type_paylater_show',
  ],
  braintree_paypal_button_location_productpage_type_paypal_color: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_paypal_color',
  ],
  braintree_paypal_button_location_productpage_type_paypal_label: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_paypal_label',
  ],
  braintree_paypal_button_location_productpage_type_paypal_shape: [
    'String',
    'payment/braintree_paypal/button_location_productpage_type_paypal_shape',
  ],
  braintree_paypal_button_location_productpage_type_paypal_show: [
    'Boolean',
    'payment/braintree_paypal/button_location_productpage_type_paypal_show',
  ],
  braintree_paypal_credit_uk_merchant_name: ['String', 'payment/braintree_paypal/credit_uk_merchant_name'],
  braintree_paypal_display_on_shopping_cart: ['Boolean', 'payment/braintree_paypal/display_on_shopping_cart'],
  braintree_paypal_merchant_country: ['String', 'payment/braintree_paypal/merchant_country'],
  braintree_paypal_merchant_name_override: ['String', 'payment/braintree_paypal/merchant_name_override'],
  braintree_paypal_require_billing_address: ['Boolean', 'payment/braintree_paypal/require_billing_address'],
  braintree_paypal_send_cart_line_items: ['Boolean', 'payment/braintree_paypal/send_cart_line_items'],
  braintree_paypal_vault_active: ['Boolean', 'payment/braintree_paypal/vault_active'],
  payment_payflowpro_cc_vault_active: ['String', 'payment/payflowpro_cc_vault/active'],
} as const;

/** What storefronts ask of the settings of payment providers that the installation does not have. */
export const providerSettings = storeConfigFields(fields);

const declared = (paths: readonly string[]): DeclaredConfiguration =>
  Object.fromEntries(paths.map((path) => [path, null]));
const paths = Object.values(fields).map(([, path]) => path);
const isLook = (path: string): boolean => /\/(button_location_|googlepay_btn_|.*button_text$)/.test(path);

/** The paths of these settings; nothing is shipped for them. The shop chooses how buttons look, not where money goes. */
export const providerPaths: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, declared(paths.filter(isLook))),
  ...declared(paths.filter((path) => !isLook(path))),
};
