// The pages of the shop. They need no script in the browser.
import { html, Html } from './html.ts';
import { readCart, readCountries, readProducts, type Cart, type Product, type Tile } from './shop.ts';

/** A page: its heading and its content. */
export interface Page {
  readonly title: string;
  readonly body: Html;
}

type Money = { readonly value: number | null; readonly currency: string | null } | null | undefined;

const amount = (money: Money): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: money?.currency ?? 'USD' }).format(money?.value ?? 0);

function price({ price_range: { minimum_price } }: Tile): Html {
  const { regular_price: regular, final_price: final } = minimum_price;
  const isReduced = (final.value ?? 0) < (regular.value ?? 0);
  return html`<span class="price">${isReduced && html`<s>${amount(regular)}</s> `}${amount(final)}</span>`;
}

const picture = (image: { url: string | null; label: string | null } | null): Html =>
  html`<img src="${image?.url}" alt="${image?.label}" loading="lazy">`;

/** Products of a category or a search, with facets. The query parameters other than `q` and `page` are facets. */
export async function listPage(url: URL, title: string, category?: string): Promise<Page> {
  const { searchParams: query } = url;
  const codes = new Set([...query.keys()].filter((name) => name !== 'q' && name !== 'page'));
  const chosen = new Map([...codes].map((code) => [code, query.getAll(code)]));
  if (category) chosen.set('category_uid', [category]);
  const page = Number(query.get('page') ?? 1);
  const { items, facets, total, pages, suggestions } = await readProducts(query.get('q'), chosen, page);
  const link = (change: (parameters: URLSearchParams) => void): string => {
    const parameters = new URLSearchParams(query);
    parameters.delete('page');
    change(parameters);
    return `?${parameters}`;
  };
  const facet = ({ attribute_code: code, label, options }: (typeof facets)[number]): Html => {
    const values = options?.map((option) => {
      if (!option) return '';
      const isChosen = query.has(code, option.value);
      const href = link((to) => (isChosen ? to.delete(code, option.value) : to.append(code, option.value)));
      return html`<li><a href="${href}" ${isChosen && html`aria-current="true"`}>${option.label}</a> ${option.count}</li>`;
    });
    return html`<h2>${label}</h2><ul>${values}</ul>`;
  };
  const tile = (product: Tile): Html => html`<li><a href="/product/${product.url_key}">${picture(product.small_image)}
    ${product.name}</a>${price(product)}</li>`;
  const next = html`<a class="button" href="${link((to) => to.set('page', `${page + 1}`))}">Next page</a>`;
  const others = suggestions.map((word) => html`<a href="/?q=${encodeURIComponent(word)}">${word}</a> `);
  const shown = facets.filter(({ attribute_code }) => attribute_code !== 'category_uid' || !category);
  return {
    title,
    body: html`<div class="list"><aside>${shown.map(facet)}</aside><section>
      <p>${total} products. ${others.length > 0 && html`Did you mean: ${others}`}</p>
      <ul class="grid">${items.map(tile)}</ul>${page < pages && next}</section></div>`,
  };
}

/** A product. Kinds with a form of their own, such as bundles, are shown without a button. */
export function productPage(product: Product): Page {
  const options = product.__typename === 'ConfigurableProduct' ? (product.configurable_options ?? []) : [];
  const selects = options.map((option) => {
    const values = option?.values?.map((value) => html`<option value="${value?.uid}">${value?.label}</option>`);
    return html`<label>${option?.label}<select name="option" required><option value="">Choose…</option>${values}</select></label>`;
  });
  const form = html`<form method="post" action="/cart"><input type="hidden" name="sku" value="${product.sku}">${selects}
    <label>Quantity<input type="number" name="quantity" value="1" min="1" required></label><button>Add to cart</button></form>`;
  const canBuy = ['SimpleProduct', 'VirtualProduct', 'ConfigurableProduct'].includes(product.__typename);
  const isSoldOut = product.stock_status === 'OUT_OF_STOCK';
  // Descriptions are HTML of the shop's editors.
  const description = new Html(product.description?.html ?? '');
  return {
    title: product.name ?? '',
    body: html`<div class="columns"><div>${product.media_gallery?.map(picture)}</div>
      <div>${price(product)}${isSoldOut ? html`<p>Sold out</p>` : canBuy && form}${description}</div></div>`,
  };
}

function totals({ prices, shipping_addresses: [to] }: Cart): Html {
  const row = (label: string | undefined, money: Money): Html => html`<dt>${label}</dt><dd>${amount(money)}</dd>`;
  const shipping = to?.selected_shipping_method?.amount;
  const discounts = prices?.discounts?.map((discount) => row(`${discount?.label} (discount)`, discount?.amount));
  return html`<dl>${row('Subtotal', prices?.subtotal_including_tax)}${discounts}${shipping && row('Shipping', shipping)}
    ${row('Total', prices?.grand_total)}</dl>`;
}

/** The items of a cart. */
export async function cartPage(id: string): Promise<Page> {
  const cart = id ? await readCart(id) : undefined;
  const title = 'Your cart';
  if (!cart?.items?.length) return { title, body: html`<p>It is empty.</p>` };
  const items = cart.items.map((item) => {
    const options = item && 'configurable_options' in item ? item.configurable_options : [];
    return html`<li>${picture(item?.product.small_image ?? null)}
      <a href="/product/${item?.product.url_key}">${item?.product.name}</a>
      ${options.map((option) => html`<small>${option?.value_label}</small>`)}
      <form method="post" action="/cart/item"><input type="hidden" name="uid" value="${item?.uid}">
      <input type="number" name="quantity" value="${item?.quantity}" min="0" aria-label="Quantity"><button>Update</button></form>
      ${amount(item?.prices?.row_total_including_tax)}</li>`;
  });
  return {
    title,
    body: html`<ul class="items">${items}</ul>${totals(cart)}<a class="button" href="/checkout">Check out</a>`,
  };
}

const addressFields = { firstname: 'First name', lastname: 'Last name', street: 'Street', postcode: 'Postcode' };
const regionField = { city: 'City', region: 'State (its code, where the country has states)', telephone: 'Telephone' };

/** The form of the address that the cart is shipped to. */
async function addressPage(): Promise<Page> {
  const inputs = Object.entries({ ...addressFields, ...regionField }).map(
    ([name, label]) => html`<label>${label}<input name="${name}" ${name !== 'region' && 'required'}></label>`,
  );
  const options = (await readCountries()).map(
    ({ id, full_name_locale }) => html`<option value="${id}" ${id === 'US' && 'selected'}>${full_name_locale}</option>`,
  );
  return {
    title: 'Where shall we ship your order?',
    body: html`<form method="post" action="/checkout/address"><label>E-mail<input type="email" name="email" required></label>${inputs}
      <label>Country<select name="country_code">${options}</select></label><button>Use this address</button></form>`,
  };
}

/** The checkout: the address, then shipping, payment and the total. */
export async function checkoutPage(id: string): Promise<Page> {
  const cart = await readCart(id);
  const to = cart?.shipping_addresses[0];
  if (!cart || !to) return addressPage();
  const radio = (name: string, value: string, isChosen: boolean, label: string): Html =>
    html`<label><input type="radio" name="${name}" value="${value}" required ${isChosen && 'checked'}> ${label}</label>`;
  const { selected_shipping_method: selected, available_shipping_methods: methods } = to;
  const shipping = methods?.map((method) => {
    const isChosen = method?.method_code === selected?.method_code && method?.carrier_code === selected?.carrier_code;
    const label = `${method?.carrier_title}, ${method?.method_title}: ${amount(method?.amount)}`;
    return radio('method', `${method?.carrier_code}/${method?.method_code}`, isChosen, label);
  });
  const payments = cart.available_payment_methods?.map((one, i) =>
    radio('payment', `${one?.code}`, i === 0, `${one?.title}`),
  );
  return {
    title: 'Checkout',
    body: html`<div class="columns"><div><h2>Address</h2>
      <p>${to.firstname} ${to.lastname}, ${to.street.join(', ')}, ${to.postcode} ${to.city}</p>
      <form method="post" action="/checkout/shipping"><h2>Shipping</h2>${shipping}<button>Use this method</button></form></div><div>${totals(cart)}
      <form method="post" action="/checkout/order"><h2>Payment</h2>${payments}<button>Place order</button></form></div></div>`,
  };
}
