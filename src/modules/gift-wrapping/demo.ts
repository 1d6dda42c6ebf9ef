import type { Demo } from '../../kernel/demo.ts';

const designs = [
  { design: 'Brown Paper and String', status: 1, base_price: 3.5, website_ids: [1] },
  { design: 'Indigo Cloth', status: 1, base_price: 9, website_ids: [1] },
];

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

/** Creates two designs, and an order wrapped in one of them. */
export async function demoWrapping({ callRoute, call }: Demo): Promise<void> {
  const designIds: number[] = [];
  for (const data of designs) {
    const { wrapping_id } = await callRoute<{ readonly wrapping_id: number }>(
      'giftWrappingWrappingRepositoryV1',
      'save',
      { data },
    );
    designIds.push(wrapping_id);
  }
  const cartId = Number(await callRoute('quoteCartManagementV1', 'createEmptyCart'));
  const quoteId = String(cartId);
  const cartItem = { quote_id: quoteId, sku: 'MUG-STONEWARE-INDIGO', qty: 4 };
  await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId, cartItem });
  // Gift messages, which wrapping depends on, are off by default.
  await call.transaction(async (inside) => {
    const { quote } = inside.services;
    await quote.changeCart(inside, await quote.cart(inside, cartId), {
      gw_id: designIds[1],
      gw_allow_gift_receipt: true,
    });
  });
  const addressInformation = {
    shipping_address: buyer,
    billing_address: buyer,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  await callRoute('checkoutShippingInformationManagementV1', 'saveAddressInformation', { cartId, addressInformation });
  await callRoute('quoteCartManagementV1', 'placeOrder', { cartId, paymentMethod: { method: 'checkmo' } });
}
