import type { Call } from '../../../kernel/call.ts';
import { showAddress } from '../addresses/address.ts';
import { showItem } from '../items/show.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import type { CartOutput } from '../types.ts';
import type { CustomerOutput } from '../../customer/customers/types.ts';
import { isVirtualCart, ownItems, type Cart } from './cart.ts';
import { currenciesOf, showCurrencies } from './currency.ts';
import { itemsQty } from './save.ts';

/** A cart as the wire has it. */
export async function showCart(call: Call, cart: Cart): Promise<CartOutput> {
  return (await showCarts(call, [cart])).get(cart.id)!;
}

/** Carts as the wire has them, by id. Items of carts that are no more active are not shown. */
export async function showCarts(call: Call, carts: readonly Cart[]): Promise<Map<number, CartOutput>> {
  const { customer } = call.services;
  const ids = [...new Set(carts.flatMap((cart) => cart.customer_id ?? []))];
  const stored = ids.length > 0 ? await customer.customers(call, ids) : new Map();
  const shown = stored.size > 0 ? await customer.showMany(call, [...stored.values()]) : new Map();
  const result = new Map<number, CartOutput>();
  for (const cart of carts) {
    const evaluated = cart.is_active && cart.items.length > 0 ? await evaluate(call, cart) : undefined;
    result.set(cart.id, show(call, cart, shown.get(cart.customer_id ?? 0), evaluated));
  }
  return result;
}

function show(
  call: Call,
  cart: Cart,
  customer: CustomerOutput | undefined,
  evaluated: EvaluatedCart | undefined,
): CartOutput {
  const items = evaluated?.nodes.map((node) =>
    showItem(evaluated, node, { quoteId: String(cart.id), withOptions: false }),
  );
  const isVirtual = isVirtualCart(cart.items);
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
    currency: showCurrencies(evaluated?.currencies ?? currenciesOf(call, cart.store_id)),
    customer_is_guest: cart.is_guest,
    customer_note: cart.customer_note,
    customer_note_notify: cart.customer_note_notify,
    customer_tax_class_id: call.services.customer.taxClassIdOf(cart.customer_group_id),
    store_id: cart.store_id,
    extension_attributes: !cart.is_active
      ? null
      : {
          shipping_assignments: isShipped
            ? [
                {
                  shipping: { address: showAddress(cart.shipping), method: cart.shipping_method },
                  items: items ?? [],
                },
              ]
            : [],
        },
  };
}

/** The customer of a cart without an account. */
const unknownCustomer: CustomerOutput = { email: null, firstname: null, lastname: null };
