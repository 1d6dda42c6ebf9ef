import type { Call } from '../../../kernel/call.ts';
import { nextId } from '../../../storage/sequences.ts';
import type { Cart, CartAddress } from '../cart/cart.ts';
import { saveCart } from '../cart/save.ts';
import { quoteErrors } from '../errors.ts';
import type { AddressInput } from '../types.ts';
import { takeAddress } from './address.ts';

/** Makes an address the billing address of a cart, and with it the shipping address where told; gives its id. */
export async function assignBillingAddress(
  call: Call,
  cart: Cart,
  sent: AddressInput,
  useForShipping: boolean,
): Promise<number> {
  const billing = await takeAddress(call, sent, cart);
  if (billing.country_id && !call.services.directory.country(billing.country_id)) throw quoteErrors.addressNotSaved();
  const shipping: CartAddress | undefined = useForShipping
    ? { ...billing, id: await nextId(call.db, 'quote_address'), same_as_billing: 1 }
    : undefined;
  await saveCart(call, cart, { billing, ...(shipping ? { shipping } : {}) });
  return billing.id;
}
