import type { Demo } from '../../kernel/demo.ts';

/** A card for demonstrations, partly spent. */
const card = { code: 'DEMO-GIFT-CARD', balance: 75 };

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

/** Creates a gift card, and an order that it pays in part or in full. */
export async function demoCard({ callRoute }: Demo): Promise<void> {
  await callRoute('giftCardAccountApiGiftCardAccountRepositoryV1', 'create', { giftcardAccount: card });
  const cartId = Number(await callRoute('quoteCartManagementV1', 'createEmptyCart'));
  const quoteId = String(cartId);
  const cartItem = { quote_id: quoteId, sku: 'MUG-STONEWARE-INDIGO', qty: 2 };
  await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId, cartItem });
  const giftCardAccountData = { gift_cards: [card.code] };
  await callRoute('giftCardAccountGiftCardAccountManagementV1', 'saveByQuoteId', { cartId, giftCardAccountData });
  const { totals } = await callRoute<{ readonly totals: { readonly grand_total: number } }>(
    'checkoutShippingInformationManagementV1',
    'saveAddressInformation',
    {
      cartId,
      addressInformation: {
        shipping_address: buyer,
        billing_address: buyer,
        shipping_carrier_code: 'flatrate',
        shipping_method_code: 'flatrate',
      },
    },
  );
  const method = totals.grand_total === 0 ? 'free' : 'checkmo';
  await callRoute('quoteCartManagementV1', 'placeOrder', { cartId, paymentMethod: { method } });
}
