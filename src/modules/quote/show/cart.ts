import type { Call } from '../../../kernel/call.ts';
import { isWanted, wantedIn, type WantedFields } from '../../../kernel/fields-filter.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { showAddress } from '../addresses/address.ts';
import { showPrice, withExtensions } from './items.ts';
import { priceCarts, type PricedCart } from '../totals/prices.ts';
import type { QuoteAddressOutput, CartOutput } from '../types.ts';
import type { CustomerOutput } from '../../customer/customers/types.ts';
import { isVirtualCart } from '../items/tree.ts';
import { itemsQty, ownItems, type StoredCart } from '../cart/cart.ts';
import { currenciesOf, showCurrencies } from '../cart/currency.ts';
import { loadExtensions, shownShipping, type ShownExtensions } from '../cart/extending.ts';

/** A cart in a response. Recorded behaviour: its store view is that of the call, not its own. */
export async function showCart(call: Call, cart: StoredCart, requestedFields?: WantedFields): Promise<CartOutput> {
  const view = valueAt(await showCarts(call, [cart], requestedFields), cart.id);
  return { ...view, store_id: call.scope.storeId || cart.store_id };
}

/**
 * Carts in a response, by id, with as many queries as for one. Inactive carts have no items. `requestedFields`: the
 * fields of each in the response.
 */
export async function showCarts(
  call: Call,
  carts: readonly StoredCart[],
  requestedFields?: WantedFields,
): Promise<Map<number, CartOutput>> {
  const customers = isWanted(requestedFields, 'customer')
    ? await showCustomers(call, carts, wantedIn(requestedFields, 'customer'))
    : new Map<number, CustomerOutput>();
  const active = carts.filter((cart) => cart.is_active);
  const priced = await priceCarts(
    call,
    isOfItems(requestedFields) ? active.filter((cart) => cart.items.length > 0) : [],
  );
  const extensions = await loadExtensions(call, active, wantedExtensions(requestedFields));
  return new Map(
    carts.map((cart) => {
      const own = priced.get(cart.id);
      return [cart.id, show(call, own?.cart ?? cart, customers.get(cart.customer_id ?? 0), own, extensions)];
    }),
  );
}

/** The customers of carts in a response, by id. */
async function showCustomers(
  call: Call,
  carts: readonly StoredCart[],
  requestedFields: WantedFields,
): Promise<Map<number, CustomerOutput>> {
  const { customer } = call.services;
  const ids = [...new Set(carts.flatMap((cart) => cart.customer_id ?? []))];
  if (ids.length === 0) return new Map();
  const stored = await customer.customers(call, ids, { addresses: isWanted(requestedFields, 'addresses') });
  return customer.showMany(call, [...stored.values()], requestedFields);
}

/**
 * Whether one of the wanted fields depends on the products of the items, since items of deleted products are ignored.
 */
function isOfItems(requestedFields: WantedFields): boolean {
  return (
    ['items', 'items_count', 'items_qty', 'is_virtual'].some((name) => isWanted(requestedFields, name)) ||
    isWanted(wantedIn(requestedFields, 'extension_attributes'), 'shipping_assignments')
  );
}

/** The wanted extension attributes, of a cart and of its items wherever they stand. */
function wantedExtensions(requestedFields: WantedFields): WantedFields[] {
  const own = wantedIn(requestedFields, 'extension_attributes');
  const items = [requestedFields, wantedIn(own, 'shipping_assignments')].map((fields) => wantedIn(fields, 'items'));
  return [own, ...items.map((fields) => wantedIn(fields, 'extension_attributes'))];
}

function show(
  call: Call,
  cart: StoredCart,
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
    billing_address: showAddress(call, cart.billing),
    reserved_order_id: cart.reserved_order_id,
    orig_order_id: 0,
    currency: showCurrencies(priced?.currencies ?? currenciesOf(call, cart)),
    customer_is_guest: cart.is_guest,
    customer_note: cart.customer_note,
    customer_note_notify: cart.customer_note_notify,
    // Recorded behaviour: taxes are nevertheless those of the customer's group.
    customer_tax_class_id: cart.is_group_untold ? null : call.services.customer.taxClassIdOf(cart.customer_group_id),
    store_id: cart.store_id,
    extension_attributes: !cart.is_active
      ? null
      : {
          ...extensions.ofCart(cart.id),
          shipping_assignments: isShipped
            ? [
                {
                  shipping: { address: showShipping(call, cart), method: cart.shipping_method },
                  items: items ?? [],
                },
              ]
            : [],
        },
  };
}

/** The shipping address of a cart. Recorded behaviour: until one is set, the billing address. */
function showShipping(call: Call, { shipping, billing }: StoredCart): QuoteAddressOutput {
  const address = { ...showAddress(call, shipping), ...shownShipping(call, shipping) };
  if (shipping.country_id !== null) return address;
  const { customer_id, customer_address_id, email } = billing;
  const untold = { ...address, same_as_billing: 1 };
  return customer_address_id === null ? untold : { ...untold, customer_id, customer_address_id, email };
}

/** The customer of a cart without an account. */
const unknownCustomer: CustomerOutput = { email: null, firstname: null, lastname: null };
