import type { Call } from '../../kernel/call.ts';
import type { CallRoute } from '../../kernel/demo.ts';

/** The purchaser of the demo's company. */
export const DEMO_PURCHASER = 'mei.tanaka@example.com';

const address = {
  email: DEMO_PURCHASER,
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

/** A new cart of the purchaser with SKUs in quantities, ready for the checkout; returns its id. */
export async function fillPurchasersCart(
  callRoute: CallRoute,
  customerId: number,
  lines: readonly (readonly [sku: string, qty: number])[],
): Promise<number> {
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
  return cartId;
}

/** A call of the demo by one of its customers. */
export const asCustomer = (call: Call, id: number): Call =>
  call.with({ caller: { type: 'customer', id, resources: new Set() } });
