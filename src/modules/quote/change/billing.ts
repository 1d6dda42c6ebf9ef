import type { Call } from '../../../kernel/call.ts';
import { nextId } from '../../../storage/sequences.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';
import { changeCart } from './cart.ts';
import type { QuoteAddressInput } from '../types.ts';
import { checkAddress, takeAddress } from '../addresses/address.ts';

/** Sets the billing address of a cart, and the same shipping address if requested; returns its id. */
export async function assignBillingAddress(
  call: Call,
  cart: StoredCart,
  input: QuoteAddressInput,
  useForShipping: boolean,
): Promise<number> {
  const billing = await takeAddress(call, input, cart);
  checkAddress(call, billing);
  const shipping: CartAddress | undefined = useForShipping
    ? { ...billing, id: await nextId(call.db, 'quote_address'), same_as_billing: 1 }
    : undefined;
  await changeCart(call, cart, { billing, ...(shipping ? { shipping } : {}) });
  return billing.id;
}
