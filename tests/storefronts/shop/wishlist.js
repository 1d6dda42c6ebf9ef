import * as cartApi from '@dropins/storefront-cart/api.js';
import * as pdpApi from '@dropins/storefront-pdp/api.js';
import Wishlist from '@dropins/storefront-wishlist/containers/Wishlist.js';
import { render } from '@dropins/storefront-wishlist/render.js';
import { place, productPath, useCatalogService } from './connection.js';

export async function wishlist(main) {
  useCatalogService(pdpApi);
  await render.render(Wishlist, {
    routeEmptyWishlistCTA: () => '/search?q=',
    routeProdDetailPage: productPath,
    moveProdToCart: cartApi.addProductsToCart,
    getProductData: pdpApi.getProductData,
    getRefinedProduct: pdpApi.getRefinedProduct,
  })(place(main, 'wishlist'));
}
