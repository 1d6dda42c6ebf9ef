import { cachedSettings } from '../../../platform/configuration/cached-settings.ts';
import type { Call } from '../../../kernel/call.ts';
import { elementAt, firstOf, zip } from '../../../kernel/lists.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';
import { defaultTaxPlace, taxCalculation, taxDisplay } from '../../tax/configuration.ts';
import type { StoredCustomer } from '../../customer/service.ts';
import type { AppliedTax, AppliedTaxes, TaxRequest } from '../../tax/service.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';
import { shippingOrigin } from '../configuration.ts';
import { isVirtualCart } from '../items/tree.ts';
import { readSettings } from '../read-settings.ts';
import type { TaxSettings } from './totals.ts';

/** The place where tax is due. */
type TaxPlace = { readonly countryId: string; readonly regionId: number; readonly postcode: string };

/** A cart with the tax classes of its products. */
interface TaxedCart {
  readonly cart: StoredCart;
  readonly classIds: readonly number[];
}

/** The tax settings of the call's store view. */
const ownSettings = cachedSettings(({ config, scope: { storeId } }) => {
  const scope = { storeId };
  const common = {
    algorithm: config.of(taxCalculation.algorithm, scope),
    pricesIncludeTax: config.of(taxCalculation.pricesIncludeTax, scope),
    shippingIncludesTax: config.of(taxCalculation.shippingIncludesTax, scope),
    applyAfterDiscount: config.of(taxCalculation.appliesAfterDiscount, scope),
    discountsIncludeTax: config.of(taxCalculation.discountsIncludeTax, scope),
    crossBorder: config.of(taxCalculation.crossesBorders, scope),
    shippingTaxClassId: config.of(taxCalculation.shippingClass, scope),
  } as const;
  const storeClassId = config.of(taxCalculation.customerClass, scope);
  return { common, storeClassId, basedOn: config.of(taxCalculation.basedOn, scope) };
});

/** The tax settings of a cart, with the rates for these tax classes; see `taxSettingsOf`. */
export async function taxSettings(call: Call, cart: StoredCart, classIds: readonly number[]): Promise<TaxSettings> {
  return firstOf(await taxSettingsOf(call, [{ cart, classIds }]));
}

/**
 * The tax settings of carts of the call's store view, in their order. Up to two queries for the buyers' rates, one for the rates
 * in prices with tax, and one for customers' addresses, however many carts there are.
 */
export async function taxSettingsOf(call: Call, carts: readonly TaxedCart[]): Promise<TaxSettings[]> {
  const { common, storeClassId, basedOn } = ownSettings(call);
  const { shippingTaxClassId } = common;
  const places = await placesOf(
    call,
    carts.map(({ cart }) => cart),
    basedOn,
  );
  const requests = carts.map(({ cart, classIds }, i) => ({
    productClassIds: [...new Set([...classIds, shippingTaxClassId])].filter((id) => id > 0),
    storeId: call.scope.storeId,
    customerClassId: call.services.customer.taxClassIdOf(cart.customer_group_id),
    ...elementAt(places, i),
  }));
  const taxes = await appliedTaxes(call, requests);
  const isStoreNeeded = common.pricesIncludeTax || common.shippingIncludesTax;
  const ofStore = (request: TaxRequest): TaxRequest => {
    const customerClassId = storeClassId || request.customerClassId;
    return { ...request, ...originOf(call), customerClassId };
  };
  const storeTaxes = isStoreNeeded ? await appliedTaxes(call, requests.map(ofStore)) : [];
  return carts.map((_, i) => ({
    ...common,
    taxes: elementAt(taxes, i),
    storePercents: new Map([...(storeTaxes[i] ?? none)].map(([id, list]) => [id, percentOf(list)])),
  }));
}

/**
 * Whether prices outside of totals (shipping rates, labels of items) appear with and without tax. The reference
 * computes both only if prices are displayed differently from their entry (`tax/display/type`). Source: recorded carts
 * of the reference.
 */
export function needsConversion(call: Call, pricesIncludeTax: boolean): boolean {
  const display = call.config.of(taxDisplay.prices, { storeId: call.scope.storeId });
  return display !== (pricesIncludeTax ? 'withTax' : 'withoutTax');
}

/** The taxes of product classes at the shop's default place; the buyer's address has no effect. */
export async function taxesAtDefault(call: Call, cart: StoredCart, classIds: readonly number[]): Promise<AppliedTaxes> {
  const productClassIds = [...new Set(classIds)].filter((id) => id > 0);
  const customerClassId = call.services.customer.taxClassIdOf(cart.customer_group_id);
  const request = { productClassIds, storeId: call.scope.storeId, customerClassId, ...defaultPlace(call) };
  return firstOf(await appliedTaxes(call, [request]));
}

/** The taxes of requests, in their order; a request without classes has none. */
async function appliedTaxes(call: Call, requests: readonly TaxRequest[]): Promise<AppliedTaxes[]> {
  const taxable = requests.filter(({ productClassIds }) => productClassIds.length > 0);
  const found = taxable.length > 0 ? await call.services.tax.appliedTaxesOf(call, taxable) : [];
  const byRequest = new Map(zip(taxable, found));
  return requests.map((request) => byRequest.get(request) ?? none);
}

const none: AppliedTaxes = new Map();

function percentOf(taxes: readonly AppliedTax[]): Decimal {
  return taxes.reduce((sum, tax) => sum.plus(tax.percent), decimal(0));
}

/** The place that the shop ships from. */
function originOf(call: Call): TaxPlace {
  const setting = readSettings(call);
  return {
    countryId: setting(shippingOrigin.country),
    regionId: Number(setting(shippingOrigin.region)) || 0,
    postcode: setting(shippingOrigin.postcode),
  };
}

/**
 * The places where the taxes of carts are due: the address that `tax/calculation/based_on` names (the billing address for virtual
 * carts); if that is not set, the customer's default address; otherwise the shop's default place (`tax/defaults`).
 */
async function placesOf(call: Call, carts: readonly StoredCart[], basedOn: string): Promise<TaxPlace[]> {
  if (basedOn === 'origin') return carts.map(() => originOf(call));
  const isBilling = (cart: StoredCart): boolean => basedOn === 'billing' || isVirtualCart(call, cart.items);
  const addressOf = (cart: StoredCart): CartAddress => (isBilling(cart) ? cart.billing : cart.shipping);
  const unknown = carts.filter((cart) => !addressOf(cart).country_id);
  const accountIds = [...new Set(unknown.flatMap((cart) => cart.customer_id ?? []))];
  const accounts = accountIds.length > 0 ? await call.services.customer.customers(call, accountIds) : undefined;
  return carts.map((cart) => {
    const address = addressOf(cart);
    if (address.country_id) return placeAt(address.country_id, address);
    const fallback = defaultAddress(accounts?.get(cart.customer_id ?? 0), isBilling(cart));
    return fallback?.country_id ? placeAt(fallback.country_id, fallback) : defaultPlace(call);
  });
}

function defaultPlace(call: Call): TaxPlace {
  const scope = { storeId: call.scope.storeId };
  return {
    countryId: call.config.of(defaultTaxPlace.country, scope),
    regionId: call.config.of(defaultTaxPlace.region, scope),
    postcode: call.config.of(defaultTaxPlace.postcode, scope),
  };
}

function placeAt(countryId: string, { region_id, postcode }: Pick<CartAddress, 'region_id' | 'postcode'>): TaxPlace {
  return { countryId, regionId: region_id ?? 0, postcode: postcode ?? '' };
}

function defaultAddress(customer: StoredCustomer | undefined, isBilling: boolean) {
  const id = isBilling ? customer?.default_billing : customer?.default_shipping;
  return customer?.addresses.find((address) => address.id === id);
}
