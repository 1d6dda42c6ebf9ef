import type { Call } from '../../../kernel/call.ts';
import { showAddress } from '../addresses/address.ts';
import { showPrice, withExtensions } from '../items/show.ts';
import { priceCarts, type PricedCart } from '../totals/prices.ts';
import type { AddressOutput, CartOutput } from '../types.ts';
import type { CustomerOutput } from '../../customer/customers/types.ts';
import { isVirtualCart } from '../items/tree.ts';
import { ownItems, type Cart } from './cart.ts';
import { currenciesOf, showCurrencies } from './currency.ts';
import { loadExtensions, type ShownExtensions } from './extending.ts';
import { itemsQty } from './save.ts';

/** A cart as the wire has it. Recorded behaviour: with the store view through which it is read, whatever its own is. */
export async function showCart(call: Call, cart: Cart): Promise<CartOutput> {
  const shown = (await showCarts(call, [cart])).get(cart.id)!;
  return { ...shown, store_id: call.scope.storeId || cart.store_id };
}

/** Carts as the wire has them, by id, with as many queries as for one. Items of carts that are no more active are not shown. */
export async function showCarts(call: Call, carts: readonly Cart[]): Promise<Map<number, CartOutput>> {
  const { customer } = call.services;
  const ids = [...new Set(carts.flatMap((cart) => cart.customer_id ?? []))];
  const stored = ids.length > 0 ? await customer.customers(call, ids) : new Map();
  const shown = stored.size > 0 ? await customer.showMany(call, [...stored.values()]) : new Map();
  const priced = await priceCarts(
    call,
    carts.filter((cart) => cart.is_active && cart.items.length > 0),
  );
  const extensions = await loadExtensions(
    call,
    carts.filter((cart) => cart.is_active),
  );
  return new Map(
    carts.map((cart) => {
      const own = priced.get(cart.id);
      return [cart.id, show(call, own?.cart ?? cart, shown.get(cart.customer_id ?? 0), own, extensions)];
    }),
  );
}

function show(
  call: Call,
  cart: Cart,
  customer: CustomerOutput | undefined,
  priced: PricedCart | undefined,
  extensions: ShownExtensions,
): CartOutput {
  const items = priced?.nodes.map((node) =>
    withExtensions(showPrice(priced, node, { quoteId: String(cart.id), withOptions: false }), extensions),
  );
  const isVirtual = isVirtualCart(call, cart.items);
  const isShipped = cart.items.length > 0 && !isVirtual;
  return {
    id: cart.id,
    created_at: cart.created_at,
    updated_at: cart.updated_at,
    converted_at: cart.converted_at,
    is_active: cart.is_active,
    is_virtual: isVirtual,
    items: cart.is_active ? (items ?? []) : null,
    items_count: ownItems(cart.items).length,
    items_qty: itemsQty(cart),
    customer: customer ?? unknownCustomer,
    billing_address: showAddress(cart.billing),
    reserved_order_id: cart.reserved_order_id,
    orig_order_id: 0,
    currency: showCurrencies(priced?.currencies ?? currenciesOf(call, cart.store_id)),
    customer_is_guest: cart.is_guest,
    customer_note: cart.customer_note,
    customer_note_notify: cart.customer_note_notify,
    // Recorded behaviour: taxes are those of the customer's group all the same.
    customer_tax_class_id: cart.is_group_untold ? null : call.services.customer.taxClassIdOf(cart.customer_group_id),
    store_id: cart.store_id,
    extension_attributes: !cart.is_active
      ? null
      : {
          ...extensions.ofCart(cart.id),
          shipping_assignments: isShipped
            ? [
                {
                  shipping: { address: showShipping(cart), method: cart.shipping_method },
                  items: items ?? [],
                },
              ]
            : [],
        },
  };
}

/** Where a cart is shipped to. Recorded behaviour: as long as nothing was told, that is where it is billed. */
function showShipping({ shipping, billing }: Cart): AddressOutput {
  const shown = showAddress(shipping);
  if (shipping.country_id !== null) return shown;
  const { customer_id, customer_address_id, email } = billing;
  const untold = { ...shown, same_as_billing: 1 };
  return customer_address_id === null ? untold : { ...untold, customer_id, customer_address_id, email };
}

/** The customer of a cart without an account. */
const unknownCustomer: CustomerOutput = { email: null, firstname: null, lastname: null };
