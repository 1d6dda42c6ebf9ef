// What the storefront asks the shop, by typed documents.
import { createClient, type GraphQLDocument } from 'souk-client';
import * as documents from './documents.ts';

const shop = createClient({ baseUrl: process.env.SOUK_URL ?? 'http://127.0.0.1:8080' });

/** An error that the shop reports; its message is for shoppers. */
export class ShopError extends Error {}

/** Sends a document and returns its data. */
async function ask<R, V extends object>(document: GraphQLDocument<R, V>, variables: V): Promise<R> {
  const { data, errors } = await shop.graphql<R, object>(document as GraphQLDocument<R, object>, variables);
  if (errors.length > 0 || !data) throw new ShopError(errors.map(({ message }) => message).join(' '));
  return data;
}

const present = <T>(list: readonly (T | null)[] | null | undefined): T[] => (list ?? []).filter((one) => one !== null);

export type Tile = documents.TileFragment;
export type Product = NonNullable<Awaited<ReturnType<typeof readProduct>>>;
export type Cart = documents.ContentsFragment;

/** The name of the shop and the categories of its menu. */
export async function readFrame() {
  const { storeConfig, categories } = await ask(documents.FrameDocument, {});
  return { name: storeConfig?.store_name ?? 'Shop', menu: present(present(categories?.items)[0]?.children) };
}

/** A page of products, with the facets that narrow the list. `facets`: the chosen values by attribute code. */
export async function readProducts(search: string | null, facets: Map<string, string[]>, page: number) {
  const filters = [...facets].map(([code, values]) => {
    const [from, to] = values[0]?.split('_') ?? [];
    return [code, code === 'price' ? { from, to } : { in: values }];
  });
  const filter: documents.ProductAttributeFilterInput = Object.fromEntries(filters);
  const { products } = await ask(documents.ProductsDocument, { search, filter, page });
  return {
    total: products?.total_count ?? 0,
    pages: products?.page_info?.total_pages ?? 1,
    items: present(products?.items),
    facets: present(products?.aggregations),
    suggestions: present(products?.suggestions).map((suggestion) => suggestion.search),
  };
}

/** A product by its URL key; undefined if the shop does not show it. */
export async function readProduct(urlKey: string) {
  const { products } = await ask(documents.ProductDocument, { urlKey });
  return present(products?.items)[0];
}

export const readCart = async (id: string) => (await ask(documents.CartDocument, { id })).cart;
export const readCountries = async () => present((await ask(documents.CountriesDocument, {})).countries);

/** Adds a product; creates the cart if `cartId` is empty. `options`: the UIDs of chosen values. Returns the ID of the cart. */
export async function addToCart(cartId: string, sku: string, quantity: number, options: string[]) {
  const id = (cartId || (await ask(documents.NewCartDocument, {})).createEmptyCart) ?? '';
  const items = [{ sku, quantity, selected_options: options }];
  const { addProductsToCart } = await ask(documents.AddToCartDocument, { id, items });
  const errors = present(addProductsToCart?.user_errors);
  if (errors.length > 0) throw new ShopError(errors.map(({ message }) => message).join(' '));
  return id;
}

/** Changes the quantity of an item; 0 removes it. */
export const updateItem = (id: string, uid: string, quantity: number) =>
  ask(documents.UpdateItemDocument, { id, uid, quantity });

/** Ships the cart to an address, by the first shipping method, until the shopper chooses another. */
export async function setAddress(id: string, email: string, address: documents.CartAddressInput) {
  const { setShippingAddressesOnCart } = await ask(documents.SetAddressDocument, { id, email, address });
  const [to] = present(setShippingAddressesOnCart?.cart.shipping_addresses);
  const [first] = present(to?.available_shipping_methods);
  if (first?.method_code) await setShipping(id, first.carrier_code, first.method_code);
}

export const setShipping = (id: string, carrier_code: string, method_code: string) =>
  ask(documents.SetShippingDocument, { id, method: { carrier_code, method_code } });

/** Places the order; returns its number. */
export async function placeOrder(id: string, payment: string) {
  const { placeOrder } = await ask(documents.PlaceOrderDocument, { id, payment });
  const number = placeOrder?.orderV2?.number;
  if (!number)
    throw new ShopError(
      present(placeOrder?.errors)
        .map(({ message }) => message)
        .join(' '),
    );
  return number;
}
