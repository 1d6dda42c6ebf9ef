/** Files of a shop's module, as its author writes them. */

/** A payment method and a carrier, each with its settings. */
export const additions = `import { decimal, settings } from '@souk/kit';
import { settingsOfCarrier, singleMethod, type Carrier, type PaymentMethod } from '@souk/kit/quote';
import { settingsOfMethod } from '@souk/kit/sales';

export const account: PaymentMethod = { code: 'acmeaccount', isOffline: true };

export const pickup: Carrier = {
  code: 'acmepickup',
  pricesTo: (_, context) => singleMethod('pickup', context, () => decimal(4)),
};

export const configuration = settings([
  ...settingsOfMethod('acmeaccount', { title: 'On account', isActive: true }),
  ...settingsOfCarrier('acmepickup', { title: 'Acme', methodTitle: 'Pickup', isActive: true }),
]);
`;

/** The route of fees, with further columns of their table. */
export function feeRoute(columns: readonly string[]): string {
  return `import { acl, route, t } from '@souk/kit';

const Fee = t.object('AcmeLoyaltyFeeInterface', { amount: t.number, ${columns.map((one) => `${one}: t.string`).join(', ')} });

export const getFee = route({
  method: 'GET',
  path: '/V1/acme/loyalty/fees/:sku',
  service: 'acmeLoyaltyFeesV1',
  operation: 'get',
  summary: 'Reads the handling fee of a product.',
  access: acl('Magento_Catalog::products'),
  input: { sku: t.string },
  output: Fee,
  async handle({ sku }, call) {
    const { id } = await call.services.catalog.requireProduct(call, sku, 0);
    const row = await call.db
      .selectFrom('acme_loyalty_fee')
      .selectAll()
      .where('product_id', '=', id)
      .executeTakeFirst();
    return { amount: row?.amount ?? 0, ${columns.map((one) => `${one}: row?.${one} ?? ''`).join(', ')} };
  },
});
`;
}

const clients = `import { createClient } from './shop-client.ts';

const [baseUrl = '', token] = process.argv.slice(2);
const admin = createClient({ baseUrl, token });
`;

/** A program that places an order of a guest and invoices it, by the typed client. */
export const checkout = `${clients}
const guest = createClient({ baseUrl });
const stock_item = { qty: 100, is_in_stock: true };
await admin.products.save({
  product: {
    sku: 'mug',
    name: 'Mug',
    price: 10,
    attribute_set_id: 4,
    extension_attributes: { website_ids: [1], stock_item, acme_loyalty_fee: 1.5 },
  },
});
const email = 'ada@example.com';
const address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St'],
  city: 'Los Angeles',
  country_id: 'US',
  region_id: 12,
  postcode: '90001',
  telephone: '555-0100',
  email,
};
const cartId = (await guest.guestCarts.createEmptyCart()) ?? '';
await guest.guestCartItems.save({ cartId, cartItem: { sku: 'mug', qty: 2 } });
await guest.guestShippingInformation.saveAddressInformation({
  cartId,
  addressInformation: {
    shipping_carrier_code: 'acmepickup',
    shipping_method_code: 'pickup',
    shipping_address: address,
    billing_address: address,
  },
});
const orderId = await guest.guestPaymentInformation.savePaymentInformationAndPlaceOrder({
  cartId,
  email,
  paymentMethod: { method: 'acmeaccount' },
});
const invoiceId = await admin.invoiceOrder.execute({ orderId, capture: true });
const order = await admin.orders.get({ id: orderId });
const invoice = await admin.invoices.get({ id: Number(invoiceId) });
const fee = await admin.acmeLoyaltyFees.get({ sku: 'mug' });
// @ts-expect-error -- the column of a later version
void fee.details;
console.log(JSON.stringify({ order, invoice, fee }));
`;

/** A program that reads the fee of the product, with a column of the second version, and those of all orders. */
export const reader = `${clients}
const { amount, reason, details } = await admin.acmeLoyaltyFees.get({ sku: 'mug' });
const fees: (number | null | undefined)[] = [];
for await (const order of admin.orders.list()) fees.push(order.extension_attributes?.acme_loyalty_fee_amount);
console.log(JSON.stringify({ fee: { amount, reason, details }, fees }));
`;
