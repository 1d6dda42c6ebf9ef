import { sql } from 'kysely';
import type { Database } from '../../kernel/call.ts';
import type { Migration } from '../../kernel/module.ts';

/** How release 0.1.0 began keys, before the value: by the service and by the argument that it took for the key. */
const formerPrefixes: Readonly<Record<string, readonly string[]>> = {
  'attribute set': [
    'catalogAttributeSetRepositoryV1/attributeSetId',
    'catalogProductAttributeManagementV1/attributeSetId',
    'eavAttributeSetRepositoryV1/attributeSetId',
  ],
  category: [
    'catalogCategoryManagementV1/categoryId',
    'catalogCategoryRepositoryV1/categoryId',
    'catalogCategoryRepositoryV1/id',
  ],
  'attribute group': ['catalogProductAttributeGroupRepositoryV1/groupId'],
  'product attribute': [
    'catalogProductAttributeIsFilterableManagementV1/attributeCode',
    'catalogProductAttributeOptionManagementV1/attributeCode',
    'catalogProductAttributeOptionUpdateV1/attributeCode',
    'catalogProductAttributeRepositoryV1/attributeCode',
    'catalogProductAttributeRepositoryV1/attribute_code',
  ],
  cart: [
    'checkoutGuestPaymentInformationManagementV1/cartId',
    'checkoutGuestShippingInformationManagementV1/cartId',
    'checkoutGuestTotalsInformationManagementV1/cartId',
    'checkoutPaymentInformationManagementV1/cartId',
    'checkoutShippingInformationManagementV1/cartId',
    'checkoutTotalsInformationManagementV1/cartId',
    'giftMessageCartRepositoryV1/cartId',
    'giftMessageGuestCartRepositoryV1/cartId',
    'giftMessageGuestItemRepositoryV1/cartId',
    'giftMessageItemRepositoryV1/cartId',
    'quoteBillingAddressManagementV1/cartId',
    'quoteCartItemRepositoryV1/cartId',
    'quoteCartItemRepositoryV1/quote_id',
    'quoteCartManagementV1/cartId',
    'quoteCartRepositoryV1/id',
    'quoteCartTotalManagementV1/cartId',
    'quoteCouponManagementV1/cartId',
    'quoteGuestBillingAddressManagementV1/cartId',
    'quoteGuestCartItemRepositoryV1/cartId',
    'quoteGuestCartItemRepositoryV1/quote_id',
    'quoteGuestCartManagementV1/cartId',
    'quoteGuestCartTotalManagementV1/cartId',
    'quoteGuestCouponManagementV1/cartId',
    'quoteGuestPaymentMethodManagementV1/cartId',
    'quoteGuestShipmentEstimationV1/cartId',
    'quotePaymentMethodManagementV1/cartId',
    'quoteShipmentEstimationV1/cartId',
    'quoteShippingMethodManagementV1/cartId',
  ],
  block: ['cmsBlockRepositoryV1/blockId', 'cmsBlockRepositoryV1/id', 'cmsBlockRepositoryV1/identifier'],
  page: ['cmsPageRepositoryV1/id', 'cmsPageRepositoryV1/identifier', 'cmsPageRepositoryV1/pageId'],
  customer: [
    'customerAccountManagementV1/customerEmail',
    'customerAccountManagementV1/customerId',
    'customerAccountManagementV1/email',
    'customerAccountManagementV1/id',
    'customerCustomerRepositoryV1/customerId',
    'customerCustomerRepositoryV1/id',
    'integrationCustomerTokenServiceV1/customerId',
    'quoteCartManagementV1/customerId',
  ],
  'customer address': ['customerAddressRepositoryV1/addressId'],
  'customer group': ['customerGroupRepositoryV1/code', 'customerGroupRepositoryV1/id'],
  'downloadable link': ['downloadableLinkRepositoryV1/id'],
  'downloadable sample': ['downloadableSampleRepositoryV1/id'],
  'credit memo': ['salesCreditmemoManagementV1/id'],
  order: [
    'salesCreditmemoManagementV1/order_id',
    'salesCreditmemoRepositoryV1/order_id',
    'salesInvoiceOrderV1/orderId',
    'salesInvoiceRepositoryV1/order_id',
    'salesOrderManagementV1/id',
    'salesOrderRepositoryV1/entity_id',
    'salesRefundOrderV1/orderId',
    'salesShipOrderV1/orderId',
    'salesShipmentRepositoryV1/order_id',
    'salesShipmentTrackRepositoryV1/order_id',
  ],
  invoice: ['salesInvoiceManagementV1/id', 'salesRefundInvoiceV1/invoiceId'],
  coupon: ['salesRuleCouponRepositoryV1/code', 'salesRuleCouponRepositoryV1/couponId'],
  'sales rule': ['salesRuleRuleRepositoryV1/ruleId'],
  shipment: ['salesShipmentManagementV1/id'],
  'shipment track': ['salesShipmentTrackRepositoryV1/id'],
  'tax class': ['taxTaxClassRepositoryV1/taxClassId'],
  'tax rate': ['taxTaxRateRepositoryV1/code', 'taxTaxRateRepositoryV1/id', 'taxTaxRateRepositoryV1/rateId'],
  'tax rule': ['taxTaxRuleRepositoryV1/code', 'taxTaxRuleRepositoryV1/id', 'taxTaxRuleRepositoryV1/ruleId'],
};

/** Rewrites the keys of open operations of release 0.1.0, so that they stay in order with those that are accepted from now on. */
export const entityKeysMigration: Migration = {
  name: '005-entity-keys',
  async up(db) {
    const { rows: open } =
      await sql`select 1 from operation where status = 4 and entity_key is not null limit 1`.execute(db);
    if (open.length === 0) return;
    for (const [kind, prefixes] of Object.entries(formerPrefixes)) {
      for (const guest of ['', 'guest/']) {
        for (const prefix of prefixes) await rewrite(db, `${guest}${prefix}/`, `${guest}${kind}/`);
      }
    }
  },
};

async function rewrite(db: Database, from: string, to: string): Promise<void> {
  const length = sql.raw<number>(String(from.length));
  await sql`update operation set entity_key = ${to} || fold_text(substr(entity_key, ${length} + 1))
    where status = 4 and substr(entity_key, 1, ${length}) = ${from}`.execute(db);
}
