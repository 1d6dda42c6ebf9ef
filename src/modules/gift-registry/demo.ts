import type { CallRoute, Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { addItem } from './items.ts';
import { createRegistry } from './save.ts';

const OWNER = 'amira.haddad@example.com';

/** Wanted units of each product; the first ones were already given. */
const wishes = [
  ['BOWL-STONEWARE-OLIVE', 6],
  ['PLATE-STONEWARE-OLIVE', 6],
  ['KETTLE-COPPER-SAFFRON', 1],
] as const;

const giver = {
  email: 'robin.vega@example.com',
  firstname: 'Robin',
  lastname: 'Vega',
  street: ['21 Orchard Avenue'],
  city: 'Oakland',
  postcode: '94607',
  country_id: 'US',
  region_id: 12,
  telephone: '+1 555 0100',
};

/** Creates a wedding registry, and an order by a guest. */
export async function demoRegistry({ customerIds, callRoute, call }: Demo): Promise<void> {
  const { id } = await call.transaction(async (inside) => {
    const registry = await createRegistry(inside, valueAt(customerIds, OWNER), 'wedding', {
      title: 'Amira and Samir',
      message: 'We are so glad that you come.',
      event: {
        event_date: '2030-06-15',
        event_country: 'US',
        event_location: 'Santa Monica',
        number_of_guests: '80',
      },
      registrants: [
        { firstname: 'Amira', lastname: 'Haddad', email: OWNER, values: { role: 'bride' } },
        { firstname: 'Samir', lastname: 'Nassar', email: 'samir.nassar@example.com', values: { role: 'groom' } },
      ],
    });
    for (const [sku, qty] of wishes) await addItem(inside, registry, { sku, qty });
    return registry;
  });
  await give(callRoute, id);
}

async function give(callRoute: CallRoute, registryId: number): Promise<void> {
  const cartId = Number(await callRoute('quoteCartManagementV1', 'createEmptyCart'));
  const quoteId = String(cartId);
  const cartItem = { quote_id: quoteId, sku: wishes[0][0], qty: 2 };
  await callRoute('quoteCartItemRepositoryV1', 'save', { quoteId, cartItem });
  await callRoute('checkoutShippingInformationManagementV1', 'saveAddressInformation', {
    cartId,
    addressInformation: {
      shipping_address: { country_id: 'US', extension_attributes: { gift_registry_id: registryId } },
      billing_address: giver,
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
    },
  });
  await callRoute('quoteCartManagementV1', 'placeOrder', { cartId, paymentMethod: { method: 'checkmo' } });
}
