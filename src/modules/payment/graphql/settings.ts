import { settingFamily, settings, shopSetting, text, type Setting } from '../../../kernel/settings.ts';
import { storeConfigFields } from '../../store/extensions.ts';

type FieldType = Parameters<typeof storeConfigFields>[0][string][0];
/** Field types by setting name. */
type FieldTypes = Readonly<Record<string, FieldType>>;
type Fields = Readonly<Record<string, readonly [FieldType, Setting<unknown>]>>;
type Family = ReturnType<typeof settingFamily<string | undefined>>;

/** The settings of a provider. The shop may change the look of buttons, but not the recipient of payments. */
function providerSettings(pattern: string, { isLook = false } = {}): Family {
  const description = 'Setting of a payment provider, for storefronts; the server does not use it';
  return settingFamily(pattern, text, undefined, description, isLook ? shopSetting : {});
}

/** `StoreConfig` fields with a prefix, each with its setting. */
function fieldsOf(prefix: string, family: Family, types: FieldTypes): Fields {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [prefix + name, [type, family.of(name)]]));
}

const button: FieldTypes = { color: 'String', label: 'String', shape: 'String', show: 'Boolean' };
const message: FieldTypes = {
  layout: 'String',
  logo: 'String',
  logo_position: 'String',
  show: 'Boolean',
  text_color: 'String',
};

/** Settings of the buttons' look on one kind of page. */
function buttonsOn(page: string): Fields {
  const kinds = { credit: button, messaging: message, paylater: button, paypal: button };
  const ofKinds = Object.entries(kinds).map(([kind, types]) => {
    const place = `button_location_${page}_type_${kind}_`;
    const look = providerSettings(`payment/braintree_paypal/${place}*`, { isLook: true });
    return fieldsOf(`braintree_paypal_${place}`, look, types);
  });
  return Object.assign({}, ...ofKinds);
}

const fields: Fields = {
  ...fieldsOf('braintree_', providerSettings('payment/braintree/*'), {
    '3dsecure_allowspecific': 'Boolean',
    '3dsecure_always_request_3ds': 'Boolean',
    '3dsecure_specificcountry': 'String',
    '3dsecure_threshold_amount': 'String',
    '3dsecure_verify_3dsecure': 'Boolean',
    ach_direct_debit_vault_active: 'Boolean',
    applepay_merchant_name: 'String',
    applepay_vault_active: 'Boolean',
    cc_vault_active: 'String',
    cc_vault_cvv: 'Boolean',
    environment: 'String',
    googlepay_cctypes: 'String',
    googlepay_merchant_id: 'String',
    googlepay_vault_active: 'Boolean',
    local_payment_allowed_methods: 'String',
    local_payment_redirect_on_fail: 'String',
    merchant_account_id: 'String',
  }),
  ...fieldsOf('braintree_', providerSettings('payment/braintree/*', { isLook: true }), {
    googlepay_btn_color: 'String',
    local_payment_fallback_button_text: 'String',
  }),
  ...fieldsOf('braintree_paypal_', providerSettings('payment/braintree_paypal/*'), {
    credit_uk_merchant_name: 'String',
    display_on_shopping_cart: 'Boolean',
    merchant_country: 'String',
    merchant_name_override: 'String',
    require_billing_address: 'Boolean',
    send_cart_line_items: 'Boolean',
    vault_active: 'Boolean',
  }),
  ...buttonsOn('cart'),
  ...buttonsOn('checkout'),
  ...buttonsOn('productpage'),
  ...fieldsOf('payment_payflowpro_cc_vault_', providerSettings('payment/payflowpro_cc_vault/*'), { active: 'String' }),
};

/** Fields for the settings of providers that are not installed. */
export const providerFields = storeConfigFields(
  Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))),
);

/** The declarations of these settings. */
export const providerConfiguration = settings(Object.values(fields).map(([, setting]) => setting));
