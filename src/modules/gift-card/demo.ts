import type { Demo } from '../../kernel/demo.ts';
import { cardKinds, GIFT_CARD } from './types.ts';

const product = {
  sku: 'GIFT-CARD',
  name: 'Gift Card',
  attribute_set_id: 4,
  type_id: GIFT_CARD,
  status: 1,
  visibility: 4,
  extension_attributes: {
    website_ids: [1],
    stock_item: { qty: 500, is_in_stock: true },
    giftcard_amounts: [25, 50, 100].map((value) => ({
      attribute_id: 0,
      website_id: 0,
      value,
      website_value: value,
    })),
  },
  custom_attributes: Object.entries({
    giftcard_type: cardKinds.virtual,
    allow_open_amount: 1,
    open_amount_min: 10,
    open_amount_max: 500,
    short_description: 'An amount that you choose, by mail to whom you like.',
  }).map(([attribute_code, value]) => ({ attribute_code, value: String(value) })),
};

const buyer = {
  email: 'noor.bakker@example.com',
  firstname: 'Noor',
  lastname: 'Bakker',
  street: ['4 Canal Street'],
  city: 'Sacramento',
  postcode: '95814',
  country_id: 'US',
  region_id: 12,
  telephone: '+1 555 0142',
};

const choice = {
  giftcard_amount: '50',
  giftcard_sender_name: 'Noor Bakker',
  giftcard_sender_email: buyer.email,
  giftcard_recipient_name: 'Ida Bakker',
  giftcard_recipient_email: 'ida.bakker@example.com',
  giftcard_message: 'For the new flat.',
};

/** Creates a gift card product, and a paid order of it with a gift card account. */
export async function demoGiftCard({ callRoute }: Demo): Promise<void> {
  await callRoute('catalogProductRepositoryV1', 'save', { product });
  const cartId = Number(await callRoute('quoteCartManagementV1', 'createEmptyCart'));
  const quoteId = String(cartId);
  const product_option = { extension_attributes: { giftcard_item_option: choice } };
  const cartItem = { quote_id: quoteId, sku: product.sku, qty: 1, product_option };
  await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId, cartItem });
  await callRoute('quoteBillingAddressManagementV1', 'assign', { cartId, address: buyer });
  const paymentMethod = { method: 'checkmo' };
  const orderId = Number(await callRoute('quoteCartManagementV1', 'placeOrder', { cartId, paymentMethod }));
  await callRoute('salesInvoiceOrderV1', 'execute', { orderId, capture: true });
}
