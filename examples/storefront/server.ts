// node server.ts: a shop on the port PORT (3000). Pages are made here, so that browsers need neither scripts nor permission to call
// the shop (SOUK_CORS_ORIGINS). The browser remembers the ID of its cart in a cookie that scripts cannot read.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { html } from './html.ts';
import { cartPage, checkoutPage, listPage, productPage, type Page } from './pages.ts';
import {
  addToCart,
  placeOrder,
  readFrame,
  readProduct,
  setAddress,
  setShipping,
  ShopError,
  updateItem,
} from './shop.ts';

const style = readFileSync(new URL('style.css', import.meta.url));
const missing: Page = { title: 'Not found', body: html`<p>This shop has no such page.</p>` };

/** The page at an address; undefined if there is none. */
async function read(url: URL, cartId: string): Promise<Page | undefined> {
  const [, kind, name = ''] = url.pathname.split('/').map(decodeURIComponent);
  if (kind === '')
    return listPage(
      url,
      url.searchParams.has('q') ? `Results for “${url.searchParams.get('q')}”` : 'All products',
      undefined,
    );
  if (kind === 'category') {
    const category = (await readFrame()).menu.find(({ uid }) => uid === name);
    return category && listPage(url, category.name ?? '', category.uid);
  }
  if (kind === 'product') {
    const product = await readProduct(name);
    return product && productPage(product);
  }
  if (kind === 'checkout' && cartId) return checkoutPage(cartId);
  if (kind === 'cart') return cartPage(cartId);
  return undefined;
}

/** What follows a form: a page, or an address to go to and the cart to remember. */
type Outcome = Page | { readonly location: string; readonly cartId?: string };
type Form = Readonly<Record<string, string>>;

/** The forms by their paths. */
const actions: Readonly<Record<string, (cartId: string, form: Form, options: string[]) => Promise<Outcome>>> = {
  '/cart': async (cartId, { sku = '', quantity }, options) => ({
    location: '/cart',
    cartId: await addToCart(cartId, sku, Number(quantity), options),
  }),
  '/cart/item': async (cartId, { uid = '', quantity }) => {
    await updateItem(cartId, uid, Number(quantity));
    return { location: '/cart' };
  },
  '/checkout/address': async (cartId, { email = '', street = '', ...address }) => {
    const { firstname = '', lastname = '', city = '', country_code = '' } = address;
    await setAddress(cartId, email, { ...address, firstname, lastname, city, country_code, street: [street] });
    return { location: '/checkout' };
  },
  '/checkout/shipping': async (cartId, { method = '' }) => {
    const [carrierCode = '', methodCode = ''] = method.split('/');
    await setShipping(cartId, carrierCode, methodCode);
    return { location: '/checkout' };
  },
  '/checkout/order': async (cartId, { payment = '' }) => {
    const number = await placeOrder(cartId, payment);
    return { title: 'Thank you', body: html`<p>Your order has the number ${number}.</p>` };
  },
};

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > 10_000) throw new ShopError('The form is too long.');
  }
  return new URLSearchParams(body);
}

async function send(response: ServerResponse, status: number, { title, body }: Page): Promise<void> {
  const { name, menu } = await readFrame();
  const links = menu.map(({ uid, name }) => html`<a href="/category/${encodeURIComponent(uid)}">${name}</a>`);
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>${title} – ${name}</title
      ><link rel="stylesheet" href="/style.css">
      <header>
        <a class="name" href="/">${name}</a>
        <nav>${links}</nav>
        <form action="/"><input type="search" name="q" aria-label="Search"></form>
        <a href="/cart">Cart</a>
      </header>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>
    </html>`;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page.text);
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://shop');
  if (url.pathname === '/style.css') return void response.writeHead(200, { 'content-type': 'text/css' }).end(style);
  const cartId = /\bcart=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  if (request.method !== 'POST') {
    const page = await read(url, cartId);
    return send(response, page ? 200 : 404, page ?? missing);
  }
  const action = actions[url.pathname];
  if (!action) return send(response, 404, missing);
  const form = await readForm(request);
  const outcome = await action(cartId, Object.fromEntries(form), form.getAll('option'));
  if ('title' in outcome) {
    response.setHeader('set-cookie', 'cart=; Max-Age=0; Path=/');
    return send(response, 200, outcome);
  }
  if (outcome.cartId) response.setHeader('set-cookie', `cart=${outcome.cartId}; HttpOnly; SameSite=Lax; Path=/`);
  response.writeHead(303, { location: outcome.location }).end();
}

const server = createServer((request, response) => {
  respond(request, response)
    .catch((error: Error) => {
      const title = error instanceof ShopError ? 'This was not possible' : 'The shop does not respond';
      return send(response, error instanceof ShopError ? 422 : 502, { title, body: html`<p>${error.message}</p>` });
    })
    .catch((error: Error) => response.writeHead(502).end(error.message));
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
