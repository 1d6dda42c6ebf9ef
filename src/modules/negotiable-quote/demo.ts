import type { Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { requestPrice } from './begin.ts';

const PURCHASER = 'mei.tanaka@example.com';

const lines = [
  ['PLATE-STONEWARE-CHARCOAL', 48],
  ['CARAFE-STONEWARE-INDIGO', 24],
] as const;

const address = {
  email: PURCHASER,
  firstname: 'Mei',
  lastname: 'Tanaka',
  company: 'Ashworth Canteens',
  street: ['12 Quay Road'],
  city: 'Mobile',
  postcode: '36601',
  country_id: 'US',
  region_id: 1,
  telephone: '+1 555 0177',
};

/** A quote that the purchaser of a company has requested, and that waits for the shop. */
export async function demoQuote({ customerIds, callRoute, call }: Demo): Promise<void> {
  const customerId = valueAt(customerIds, PURCHASER);
  const cartId = Number(await callRoute('quoteCartManagementV1', 'createEmptyCartForCustomer', { customerId }));
  for (const [sku, qty] of lines) {
    const cartItem = { quote_id: String(cartId), sku, qty };
    await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId: String(cartId), cartItem });
  }
  await callRoute('checkoutShippingInformationManagementV1', 'saveAddressInformation', {
    cartId,
    addressInformation: {
      shipping_address: address,
      billing_address: address,
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
    },
  });
  const text = 'We open a second canteen in spring. Could you do better by the crate, shipping included?';
  const asPurchaser = call.with({ caller: { type: 'customer', id: customerId, resources: new Set() } });
  await asPurchaser.transaction((inside) => requestPrice(inside, cartId, 'Tableware for Quay Road', { text }));
}
