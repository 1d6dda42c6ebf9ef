import type { Call } from '../../../kernel/call.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import type { AppliedTax } from '../../tax/service.ts';
import { isVirtualCart, type Cart, type CartAddress } from '../cart/cart.ts';
import type { TaxSettings } from './totals.ts';

const algorithms = ['UNIT_BASE_CALCULATION', 'ROW_BASE_CALCULATION', 'TOTAL_BASE_CALCULATION'] as const;

/** Where tax is due. */
type TaxPlace = { readonly countryId: string; readonly regionId: number; readonly postcode: string };

/** How the tax of a cart is reckoned, with the rates of these classes of products; one query, two where prices are with tax. */
export async function taxSettings(call: Call, cart: Cart, classIds: readonly number[]): Promise<TaxSettings> {
  const scope = { storeId: call.scope.storeId };
  const setting = (path: string): string => call.config.get(`tax/${path}`, scope) ?? '';
  const flag = (path: string): boolean => call.config.flag(`tax/${path}`, scope);
  const shippingTaxClassId = Number(setting('classes/shipping_tax_class')) || 0;
  const productClassIds = [...new Set([...classIds, shippingTaxClassId])].filter((id) => id > 0);
  const [pricesIncludeTax, shippingIncludesTax] = [
    flag('calculation/price_includes_tax'),
    flag('calculation/shipping_includes_tax'),
  ];
  const { tax, customer } = call.services;
  const request = { productClassIds, storeId: call.scope.storeId };
  const customerClassId = customer.taxClassIdOf(cart.customer_group_id);
  const place = await placeOf(call, cart, setting('calculation/based_on'));
  const taxes =
    productClassIds.length > 0 ? await tax.appliedTaxes(call, { ...request, ...place, customerClassId }) : none;
  const isStoreNeeded = (pricesIncludeTax || shippingIncludesTax) && productClassIds.length > 0;
  const storeTaxes = isStoreNeeded
    ? await tax.appliedTaxes(call, {
        ...request,
        ...originOf(call),
        customerClassId: Number(setting('classes/default_customer_tax_class')) || customerClassId,
      })
    : none;
  return {
    algorithm: algorithms.find((one) => one === setting('calculation/algorithm')) ?? 'TOTAL_BASE_CALCULATION',
    pricesIncludeTax,
    shippingIncludesTax,
    applyAfterDiscount: flag('calculation/apply_after_discount'),
    discountsIncludeTax: flag('calculation/discount_tax'),
    crossBorder: flag('calculation/cross_border_trade_enabled'),
    shippingTaxClassId,
    taxes,
    storePercents: new Map([...storeTaxes].map(([id, list]) => [id, percentOf(list)])),
  };
}

const none: ReadonlyMap<number, readonly AppliedTax[]> = new Map();

function percentOf(taxes: readonly AppliedTax[]): Decimal {
  return taxes.reduce((sum, tax) => sum.plus(tax.percent), decimal(0));
}

/** Where the shop ships from. */
function originOf(call: Call): TaxPlace {
  const scope = { storeId: call.scope.storeId };
  return {
    countryId: call.config.get('shipping/origin/country_id', scope) ?? '',
    regionId: call.config.number('shipping/origin/region_id', 0, scope),
    postcode: call.config.get('shipping/origin/postcode', scope) ?? '',
  };
}

/**
 * Where tax is due: at the address that `tax/calculation/based_on` names (the billing address for what is not shipped); while
 * that is not known, at the customer's default address, else at the shop's default place (`tax/defaults`).
 */
async function placeOf(call: Call, cart: Cart, basedOn: string): Promise<TaxPlace> {
  if (basedOn === 'origin') return originOf(call);
  const isBilling = basedOn === 'billing' || isVirtualCart(cart.items);
  const address = isBilling ? cart.billing : cart.shipping;
  if (address.country_id) return placeAt(address);
  const fallback = cart.customer_id === null ? undefined : await defaultAddress(call, cart.customer_id, isBilling);
  if (fallback?.country_id) return placeAt(fallback);
  const scope = { storeId: call.scope.storeId };
  return {
    countryId: call.config.get('tax/defaults/country', scope) ?? 'US',
    regionId: call.config.number('tax/defaults/region', 0, scope),
    postcode: call.config.get('tax/defaults/postcode', scope) ?? '',
  };
}

function placeAt({
  country_id,
  region_id,
  postcode,
}: Pick<CartAddress, 'country_id' | 'region_id' | 'postcode'>): TaxPlace {
  return { countryId: country_id!, regionId: region_id ?? 0, postcode: postcode ?? '' };
}

async function defaultAddress(call: Call, customerId: number, isBilling: boolean) {
  const customer = await call.services.customer.customer(call, customerId);
  const id = isBilling ? customer?.default_billing : customer?.default_shipping;
  return customer?.addresses.find((address) => address.id === id);
}
