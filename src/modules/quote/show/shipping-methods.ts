import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { decimal, round } from '../../../kernel/money.ts';
import { fromBook } from '../addresses/address.ts';
import { readShippingAddress, shippingTo } from '../addresses/shipping.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { quoteErrors } from '../errors.ts';
import { isVirtualCart } from '../items/tree.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import { cents } from '../totals/cents.ts';
import { taxLines } from '../totals/tax-lines.ts';
import { needsConversion } from '../totals/taxes.ts';
import { zeroPair } from '../totals/totals.ts';
import type { QuoteAddressInput, ShippingMethodOutput } from '../types.ts';
import type { ShippingRate } from '../shipping/extensions.ts';

/** The shipping methods for a cart's address; none for a cart that is empty or virtual. Throws without an address. */
export async function listShippingMethods(call: Call, cart: StoredCart): Promise<ShippingMethodOutput[]> {
  if (!isShipped(call, cart)) return [];
  if (!cart.shipping.country_id) throw quoteErrors.shippingAddressMissing();
  return methodsTo(call, cart, cart.shipping);
}

/** The shipping methods for another address; the cart does not change. */
export async function estimateShipping(
  call: Call,
  cart: StoredCart,
  input: QuoteAddressInput,
): Promise<ShippingMethodOutput[]> {
  if (!isShipped(call, cart)) return [];
  return methodsTo(call, cart, await readShippingAddress(call, input, cart));
}

/** As `estimateShipping`, to the address of a module. */
export async function estimateToPlace(
  call: Call,
  cart: StoredCart,
  place: Partial<CartAddress>,
): Promise<ShippingMethodOutput[]> {
  return isShipped(call, cart) ? methodsTo(call, cart, shippingTo(cart, place)) : [];
}

/** As `estimateShipping`, for an entry of the customer's address book. Throws for an entry of another customer. */
export async function estimateByAddressId(
  call: Call,
  cart: StoredCart,
  addressId: number,
): Promise<ShippingMethodOutput[]> {
  if (!isShipped(call, cart)) return [];
  const customer =
    cart.customer_id === null ? undefined : await call.services.customer.customer(call, cart.customer_id);
  const address = customer?.addresses.find(({ id }) => id === addressId);
  if (!customer || !address) throw quoteErrors.shippingAddressMissing();
  return methodsTo(call, cart, fromBook(call, customer, address, cart.shipping.id));
}

function isShipped(call: Call, cart: StoredCart): boolean {
  return cart.items.length > 0 && !isVirtualCart(call, cart.items);
}

async function methodsTo(call: Call, cart: StoredCart, shipping: CartAddress): Promise<ShippingMethodOutput[]> {
  const evaluated = await evaluate(call, { ...cart, shipping });
  return evaluated.totals.shippingRates.map((rate) => showRate(inStore(call, cart.store_id), evaluated, rate));
}

function showRate(call: Call, { input }: EvaluatedCart, rate: ShippingRate): ShippingMethodOutput {
  const base = round(rate.price);
  const amount = round(base.times(input.currencyRate));
  const isTaxed = needsConversion(call, input.tax.pricesIncludeTax);
  const taxed = firstOf(
    taxLines(input, [
      {
        unitPrice: { amount, base },
        qty: decimal(1),
        discount: zeroPair,
        includesTax: input.tax.shippingIncludesTax,
        taxClassId: isTaxed ? input.tax.shippingTaxClassId : 0,
      },
    ]),
  );
  return {
    carrier_code: rate.carrier,
    method_code: rate.method,
    carrier_title: rate.carrierTitle,
    method_title: rate.methodTitle,
    amount: cents(amount),
    base_amount: rate.isAvailable ? cents(base) : null,
    available: rate.isAvailable,
    error_message: rate.errorMessage,
    price_excl_tax: cents(taxed.displayed.rowTotal),
    price_incl_tax: cents(taxed.displayed.rowTotalInclTax),
  };
}
