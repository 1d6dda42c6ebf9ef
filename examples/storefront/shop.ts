// What the storefront asks of the shop by GraphQL.
const { SOUK_URL = 'http://127.0.0.1:8080' } = process.env;

const SHOWN = `uid name sku url_key __typename small_image { url label }
  price_range { minimum_price { final_price { value currency } } }`;

/** A product as lists show it. */
export interface ShownProduct {
  readonly uid: string;
  readonly name: string;
  readonly sku: string;
  readonly url_key: string;
  readonly __typename: string;
  readonly small_image: { readonly url: string; readonly label: string };
  readonly price_range: { readonly minimum_price: { readonly final_price: Money } };
}
export interface Money {
  readonly value: number;
  readonly currency: string;
}
export interface CategoryLink {
  readonly uid: string;
  readonly name: string;
}

/** Sends a document; throws with what the shop says against it. */
async function ask<T>(query: string, variables: object = {}): Promise<T> {
  const answer = await fetch(`${SOUK_URL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: T; errors?: { message: string }[] };
  if (errors || !data)
    throw new Error(errors?.map(({ message }) => message).join(' ') ?? `the shop answers ${answer.status}`);
  return data;
}

/** The categories that the menu has. */
export async function readMenu(): Promise<CategoryLink[]> {
  const { categoryList } = await ask<{ categoryList: { children: CategoryLink[] }[] }>(
    '{ categoryList { children { uid name } } }',
  );
  return categoryList[0]?.children ?? [];
}

/** A page of the products of a category. */
export async function readCategory(uid: string, page: number): Promise<{ items: ShownProduct[]; pages: number }> {
  const { products } = await ask<{ products: { items: ShownProduct[]; page_info: { total_pages: number } } }>(
    `query($uid: String!, $page: Int!) { products(filter: { category_uid: { eq: $uid } }, pageSize: 12, currentPage: $page) {
      items { ${SHOWN} } page_info { total_pages } } }`,
    { uid, page },
  );
  return { items: products.items, pages: products.page_info.total_pages };
}

/** A product by the key of its address; undefined where there is none. */
export async function readProduct(
  urlKey: string,
): Promise<(ShownProduct & { readonly description: { readonly html: string } }) | undefined> {
  const { products } = await ask<{ products: { items: (ShownProduct & { description: { html: string } })[] } }>(
    `query($urlKey: String!) { products(filter: { url_key: { eq: $urlKey } }) { items { ${SHOWN} description { html } } } }`,
    { urlKey },
  );
  return products.items[0];
}

/** Puts a product into a cart, a new one where there is none yet; gives the cart, and what the shop has against it. */
export async function addToCart(
  cartId: string | undefined,
  sku: string,
): Promise<{ cartId: string; problem?: string | undefined }> {
  const id = cartId ?? (await ask<{ createEmptyCart: string }>('mutation { createEmptyCart }')).createEmptyCart;
  const { addProductsToCart } = await ask<{ addProductsToCart: { user_errors: { message: string }[] } }>(
    `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
      user_errors { message } } }`,
    { id, items: [{ sku, quantity: 1 }] },
  );
  return { cartId: id, problem: addProductsToCart.user_errors[0]?.message };
}

/** What is in a cart, and what it comes to. */
export async function readCart(id: string) {
  const { cart } = await ask<{
    cart: {
      items: { quantity: number; product: { name: string } }[];
      prices: { grand_total: Money };
    };
  }>(
    `query($id: String!) { cart(cart_id: $id) { items { quantity product { name } } prices { grand_total { value currency } } } }`,
    { id },
  );
  return cart;
}
