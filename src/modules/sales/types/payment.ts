import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';

/** The billing or the shipping address of an order. */
export const OrderAddress = t.object('sales-data-order-address-interface', {
  address_type: t.string,
  city: t.string,
  company: t.optional(t.string),
  country_id: t.string,
  customer_address_id: t.optional(t.integer),
  customer_id: t.optional(t.integer),
  email: t.optional(t.string),
  entity_id: t.optional(t.integer),
  fax: t.optional(t.string),
  firstname: t.string,
  lastname: t.string,
  middlename: t.optional(t.string),
  parent_id: t.optional(t.integer),
  postcode: t.string,
  prefix: t.optional(t.string),
  region: t.optional(t.string),
  region_code: t.optional(t.string),
  region_id: t.optional(t.integer),
  street: t.optional(t.array(t.string)),
  suffix: t.optional(t.string),
  telephone: t.string,
  vat_id: t.optional(t.string),
  vat_is_valid: t.optional(t.integer),
  vat_request_date: t.optional(t.string),
  vat_request_id: t.optional(t.string),
  vat_request_success: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('sales-data-order-address-extension-interface', {})),
});

/** A payment method that a customer has saved. */
const VaultDataPaymentToken = t.object('vault-data-payment-token-interface', {
  entity_id: t.optional(t.integer),
  customer_id: t.optional(t.integer),
  public_hash: t.secret(t.string),
  payment_method_code: t.string,
  type: t.string,
  created_at: t.optional(t.time),
  expires_at: t.optional(t.time),
  gateway_token: t.secret(t.string),
  token_details: t.secret(t.string),
  is_active: t.boolean,
  is_visible: t.boolean,
  website_id: t.integer,
});

const OrderPaymentExtension = t.extension('sales-data-order-payment-extension-interface', {
  notification_message: t.optional(t.string),
  vault_payment_token: t.optional(VaultDataPaymentToken),
});

/** The payment of an order: how it is paid, and how much is. */
export const OrderPayment = t.object('sales-data-order-payment-interface', {
  account_status: t.string,
  additional_data: t.optional(t.secret(t.string)),
  additional_information: t.array(t.string),
  address_status: t.optional(t.string),
  amount_authorized: t.optional(t.number),
  amount_canceled: t.optional(t.number),
  amount_ordered: t.optional(t.number),
  amount_paid: t.optional(t.number),
  amount_refunded: t.optional(t.number),
  anet_trans_method: t.optional(t.string),
  base_amount_authorized: t.optional(t.number),
  base_amount_canceled: t.optional(t.number),
  base_amount_ordered: t.optional(t.number),
  base_amount_paid: t.optional(t.number),
  base_amount_paid_online: t.optional(t.number),
  base_amount_refunded: t.optional(t.number),
  base_amount_refunded_online: t.optional(t.number),
  base_shipping_amount: t.optional(t.number),
  base_shipping_captured: t.optional(t.number),
  base_shipping_refunded: t.optional(t.number),
  cc_approval: t.optional(t.string),
  cc_avs_status: t.optional(t.string),
  cc_cid_status: t.optional(t.string),
  cc_debug_request_body: t.optional(t.secret(t.string)),
  cc_debug_response_body: t.optional(t.secret(t.string)),
  cc_debug_response_serialized: t.optional(t.secret(t.string)),
  cc_exp_month: t.optional(t.secret(t.string)),
  cc_exp_year: t.optional(t.secret(t.string)),
  cc_last4: t.string,
  cc_number_enc: t.optional(t.secret(t.string)),
  cc_owner: t.optional(t.secret(t.string)),
  cc_secure_verify: t.optional(t.secret(t.string)),
  cc_ss_issue: t.optional(t.secret(t.string)),
  cc_ss_start_month: t.optional(t.secret(t.string)),
  cc_ss_start_year: t.optional(t.secret(t.string)),
  cc_status: t.optional(t.string),
  cc_status_description: t.optional(t.string),
  cc_trans_id: t.optional(t.string),
  cc_type: t.optional(t.string),
  echeck_account_name: t.optional(t.secret(t.string)),
  echeck_account_type: t.optional(t.string),
  echeck_bank_name: t.optional(t.string),
  echeck_routing_number: t.optional(t.secret(t.string)),
  echeck_type: t.optional(t.string),
  entity_id: t.optional(t.integer),
  last_trans_id: t.optional(t.string),
  method: t.string,
  parent_id: t.optional(t.integer),
  po_number: t.optional(t.string),
  protection_eligibility: t.optional(t.string),
  quote_payment_id: t.optional(t.integer),
  shipping_amount: t.optional(t.number),
  shipping_captured: t.optional(t.number),
  shipping_refunded: t.optional(t.number),
  extension_attributes: t.optional(OrderPaymentExtension),
});

/** A comment in the history of an order. */
export const OrderStatusHistory = t.object('sales-data-order-status-history-interface', {
  comment: t.string,
  created_at: t.optional(t.time),
  entity_id: t.optional(t.integer),
  entity_name: t.optional(t.string),
  is_customer_notified: t.integer,
  is_visible_on_front: t.integer,
  parent_id: t.integer,
  status: t.optional(t.string),
  extension_attributes: t.optional(t.extension('sales-data-order-status-history-extension-interface', {})),
});

/** An entry of the additional information of a payment method. */
export const PaymentAdditionalInfo = t.object('payment-data-payment-additional-info-interface', {
  key: t.string,
  value: t.string,
});

/** A page of entries in the history of orders. */
export const StatusHistorySearchResults = searchResults(
  'sales-data-order-status-history-search-result-interface',
  OrderStatusHistory,
);
/** A billing or shipping address of an order, as sent and as stored. */
export type OrderAddressFields = t.In<typeof OrderAddress>;
/** An entry in the history of an order, as sent and as stored. */
export type StatusHistoryFields = t.In<typeof OrderStatusHistory>;
/** The payment of an order, as sent and as stored. */
export type OrderPaymentFields = t.In<typeof OrderPayment>;
