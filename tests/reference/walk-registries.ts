import { guestCart, makeRegistry } from '../gift-registry/shop.ts';
import type { Client, Souk } from '../support/souk.ts';
import type { Walk } from './walk.ts';

/** Estimates for carts that are shipped to a gift registry. */
export async function walkRegistries({ good, guest }: Walk, souk: Souk, shopper: Client): Promise<void> {
  const { id: registryId, skus } = await makeRegistry(souk);
  await good(shopper, 'POST /V1/carts/mine');
  await good(shopper, 'POST /V1/giftregistry/mine/estimate-shipping-methods', { registryId });
  const cart = await guestCart(guest, skus);
  await good(guest, `POST /V1/guest-giftregistry/${cart}/estimate-shipping-methods`, { registryId });
}
