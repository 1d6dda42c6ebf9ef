import { events } from '@dropins/tools/event-bus.js';
import {
  removeFetchGraphQlHeader,
  setEndpoint,
  setFetchGraphQlHeader,
  setFetchGraphQlHeaders,
} from '@dropins/tools/fetch-graphql.js';
import { initializers } from '@dropins/tools/initializer.js';
import * as authApi from '@dropins/storefront-auth/api.js';
import * as cartApi from '@dropins/storefront-cart/api.js';
import MiniCart from '@dropins/storefront-cart/containers/MiniCart.js';
import { render as renderCart } from '@dropins/storefront-cart/render.js';
import * as personalizationApi from '@dropins/storefront-personalization/api.js';
import * as wishlistApi from '@dropins/storefront-wishlist/api.js';

/** What a shop's configuration names: the addresses, and the headers of each. */
export const settings = await (await fetch('/settings.json')).json();

/** The store view that the buyer has chosen. */
export const storeView = sessionStorage.getItem('store-view') ?? settings.storeView;

const cookie = (name) => new Map(document.cookie.split('; ').map((one) => one.split('='))).get(name);

export const isSignedIn = () => cookie('auth_dropin_user_token') !== undefined;

/** Sends the queries of a component to the catalogue service; everything else goes to the core. */
export function useCatalogService(api) {
  api.setEndpoint(settings.catalogService);
  api.setFetchGraphQlHeaders({ ...settings.catalogHeaders, 'Magento-Store-View-Code': storeView });
}

function authorize(isAuthenticated) {
  if (isAuthenticated) {
    setFetchGraphQlHeader('Authorization', `Bearer ${decodeURIComponent(cookie('auth_dropin_user_token'))}`);
  } else {
    removeFetchGraphQlHeader('Authorization');
    authApi.removeFetchGraphQlHeader('Authorization');
  }
}

export const start = (api, options = {}) =>
  initializers.mountImmediately(api.initialize, { langDefinitions: { default: {} }, ...options });

/** Tells the components where the server is, and who asks. */
export async function connect() {
  setEndpoint(settings.core);
  setFetchGraphQlHeaders({ Store: storeView });
  events.on('authenticated', authorize);
  authorize(isSignedIn());
  await start(authApi);
}

/** The cart in the header of each page, and the components that listen to it. */
export async function startCart() {
  const count = document.querySelector('#cart-count');
  events.on('cart/data', (cart) => (count.textContent = String(cart?.totalQuantity ?? 0)), { eager: true });
  await start(personalizationApi);
  await start(wishlistApi, { isGuestWishlistEnabled: true, storeCode: storeView });
  const isCartKnown = new Promise((resolve) => {
    events.on('cart/initialized', resolve, { eager: true });
  });
  await start(cartApi);
  await isCartKnown;
  const drawer = document.querySelector('#mini-cart');
  await renderCart.render(MiniCart, {
    routeProduct: ({ url, topLevelSku }) => productPath({ urlKey: url?.urlKey, sku: topLevelSku }),
    routeCart: () => '/cart',
    routeCheckout: () => '/checkout',
  })(drawer);
  document.querySelector('#open-cart').addEventListener('click', () => (drawer.hidden = !drawer.hidden));
}

export const productPath = ({ sku }) => `/product/${encodeURIComponent(sku)}`;

/** A place for a component, below `parent`. */
export function place(parent, name) {
  const element = document.createElement('div');
  element.className = name;
  parent.append(element);
  return element;
}
