import { events } from '@dropins/tools/event-bus.js';
import { account } from './account.js';
import { cartPage } from './cart.js';
import { checkout } from './checkout.js';
import { connect, isSignedIn, startCart } from './connection.js';
import { list } from './list.js';
import { order } from './order.js';
import { product } from './product.js';
import { wishlist } from './wishlist.js';

const pages = { search: list, category: list, product, cart: cartPage, checkout, account, order, wishlist };

/** Renders the page of the address; `ready` on the document says that everything has been drawn. */
async function show() {
  await connect();
  await startCart();
  const [, name, ...path] = location.pathname.split('/').map(decodeURIComponent);
  const page = pages[name];
  if (page) await page(document.querySelector('main'), path, new URLSearchParams(location.search));
  document.documentElement.dataset.ready = name || 'home';
}

// What the test asks of the packages.
globalThis.shop = {
  events,
  isSignedIn,
  api: (name) => import(`@dropins/storefront-${name}/api.js`),
};

await show();
