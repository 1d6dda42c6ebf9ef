// node server.ts: a shop window of a category, its products and a cart, on the port PORT (3000). Pages are made here, so that browsers
// need no permission to call the shop (SOUK_CORS_ORIGINS), and no script.
import { createServer, type IncomingMessage } from 'node:http';
import { addToCart, readCart, readCategory, readMenu, readProduct, type Money, type ShownProduct } from './shop.ts';

/** A page, or where to go instead; `cartId`: the cart that the browser is to remember. */
interface Answer {
  readonly status: number;
  readonly title?: string;
  readonly body?: string;
  readonly location?: string;
  readonly cartId?: string;
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url!, 'http://here');
  const [, kind, name = ''] = pathname.split('/').map(decodeURIComponent);
  const cartId = /\bcart=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  if (request.method === 'POST' && kind === 'cart') return postToCart(cartId, await readForm(request));
  switch (kind) {
    case '':
      return { status: 200, title: 'Welcome', body: '<p>Choose a category.</p>' };
    case 'category':
      return categoryPage(name, Number(searchParams.get('page') ?? 1));
    case 'product':
      return productPage(name);
    case 'cart':
      return cartPage(cartId);
    default:
      return { status: 404, title: 'Not here', body: '' };
  }
}

async function categoryPage(uid: string, page: number): Promise<Answer> {
  const { items, pages } = await readCategory(uid, page);
  const next = page < pages ? `<a href="?page=${page + 1}">More</a>` : '';
  return { status: 200, title: 'Products', body: `<ul class="grid">${items.map(tile).join('')}</ul>${next}` };
}

async function productPage(urlKey: string): Promise<Answer> {
  const product = await readProduct(urlKey);
  if (!product) return { status: 404, title: 'No such product', body: '' };
  const { name, sku, description, __typename } = product;
  // What is chosen or put together first has a page of its own in a real shop.
  const buy =
    __typename === 'SimpleProduct'
      ? `<form method="post" action="/cart"><input type="hidden" name="sku" value="${text(sku)}"><button>Add to cart</button></form>`
      : '';
  return {
    status: 200,
    title: name,
    // Descriptions are HTML of the shop's own editors.
    body: `${picture(product)}<p class="price">${price(product)}</p>${buy}<div>${description.html}</div>`,
  };
}

async function postToCart(known: string | undefined, form: URLSearchParams): Promise<Answer> {
  const { cartId, problem } = await addToCart(known, form.get('sku') ?? '');
  return problem
    ? { status: 422, title: 'Not added', body: `<p>${text(problem)}</p>`, cartId }
    : { status: 303, location: '/cart', cartId };
}

async function cartPage(cartId: string | undefined): Promise<Answer> {
  if (!cartId) return { status: 200, title: 'Your cart', body: '<p>It is empty.</p>' };
  const { items, prices } = await readCart(cartId);
  const lines = items.map(({ quantity, product }) => `<li>${quantity} × ${text(product.name)}</li>`);
  return {
    status: 200,
    title: 'Your cart',
    body: `<ul>${lines.join('')}</ul><p class="price">${amount(prices.grand_total)}</p>`,
  };
}

const text = (value: string): string => value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const amount = ({ value, currency }: Money): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
const price = ({ price_range }: ShownProduct): string => amount(price_range.minimum_price.final_price);
const picture = ({ small_image: { url, label } }: ShownProduct): string =>
  `<img src="${text(url)}" alt="${text(label)}" width="240">`;
const tile = (product: ShownProduct): string =>
  `<li><a href="/product/${encodeURIComponent(product.url_key)}">${picture(product)}${text(product.name)}</a> ${price(product)}</li>`;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > 10_000) throw new Error('the form is too long');
  }
  return new URLSearchParams(body);
}

async function page({ title = '', body = '' }: Answer): Promise<string> {
  const menu = (await readMenu()).map(
    ({ uid, name }) => `<a href="/category/${encodeURIComponent(uid)}">${text(name)}</a>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>body{font:16px/1.5 system-ui;max-width:60rem;margin:auto;padding:1rem}nav a{margin-right:1rem}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));list-style:none;padding:0}img{display:block;height:auto}</style>
<nav>${menu.join('')}<a href="/cart">Cart</a></nav><h1>${text(title)}</h1>${body}</html>`;
}

const server = createServer((request, response) => {
  answer(request)
    .catch((error: Error): Answer => ({
      status: 502,
      title: 'The shop does not answer',
      body: `<p>${text(error.message)}</p>`,
    }))
    .then(async (given) => {
      const cookie = given.cartId ? { 'set-cookie': `cart=${given.cartId}; HttpOnly; SameSite=Lax; Path=/` } : {};
      const location = given.location ? { location: given.location } : {};
      const html = given.location ? '' : await page(given);
      response
        .writeHead(given.status, { 'content-type': 'text/html; charset=utf-8', ...cookie, ...location })
        .end(html);
    })
    .catch((error: Error) => response.writeHead(502).end(error.message));
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/`);
});
