import { events } from '@dropins/tools/event-bus.js';
import { Button, provider as UI } from '@dropins/tools/components.js';
import * as cartApi from '@dropins/storefront-cart/api.js';
import * as api from '@dropins/storefront-pdp/api.js';
import ProductAttributes from '@dropins/storefront-pdp/containers/ProductAttributes.js';
import ProductDescription from '@dropins/storefront-pdp/containers/ProductDescription.js';
import ProductDownloadableOptions from '@dropins/storefront-pdp/containers/ProductDownloadableOptions.js';
import ProductGallery from '@dropins/storefront-pdp/containers/ProductGallery.js';
import ProductGiftCardOptions from '@dropins/storefront-pdp/containers/ProductGiftCardOptions.js';
import ProductHeader from '@dropins/storefront-pdp/containers/ProductHeader.js';
import ProductOptions from '@dropins/storefront-pdp/containers/ProductOptions.js';
import ProductPrice from '@dropins/storefront-pdp/containers/ProductPrice.js';
import ProductQuantity from '@dropins/storefront-pdp/containers/ProductQuantity.js';
import ProductShortDescription from '@dropins/storefront-pdp/containers/ProductShortDescription.js';
import { render } from '@dropins/storefront-pdp/render.js';
import * as recommendationsApi from '@dropins/storefront-recommendations/api.js';
import ProductList from '@dropins/storefront-recommendations/containers/ProductList.js';
import { render as renderRecommendations } from '@dropins/storefront-recommendations/render.js';
import WishlistToggle from '@dropins/storefront-wishlist/containers/WishlistToggle.js';
import { render as renderWishlist } from '@dropins/storefront-wishlist/render.js';
import { place, productPath, start, useCatalogService } from './connection.js';

/** The page of a product, whatever its type. */
export async function product(main, [sku], query) {
  useCatalogService(api);
  const optionsUIDs = query.get('optionsUIDs')?.split(',');
  const initialData = await api.fetchProductData(sku, { optionsUIDs, skipTransform: true });
  if (!initialData) {
    main.textContent = 'There is no such product.';
    return;
  }
  await start(api, { sku, optionsUIDs, persistURLParams: true, models: { ProductDetails: { initialData } } });
  main.classList.add('two-columns');
  await render.render(ProductGallery, { controls: 'thumbnailsRow', loop: false })(place(main, 'gallery'));
  const column = place(main, 'column');
  const containers = {
    heading: ProductHeader,
    price: ProductPrice,
    'short-description': ProductShortDescription,
    options: ProductOptions,
    downloads: ProductDownloadableOptions,
    'gift-card': ProductGiftCardOptions,
    quantity: ProductQuantity,
  };
  for (const [name, container] of Object.entries(containers)) await render.render(container, {})(place(column, name));
  await buttons(column);
  await render.render(ProductDescription, {})(place(column, 'description'));
  await render.render(ProductAttributes, {})(place(column, 'attributes'));
  await recommendations(place(main, 'recommendations wide'), sku);
}

async function buttons(column) {
  const alert = place(column, 'alert');
  const button = await UI.render(Button, {
    children: 'Add to Cart',
    onClick: async () => {
      alert.textContent = '';
      await cartApi
        .addProductsToCart([api.getProductConfigurationValues()])
        .catch((error) => (alert.textContent = error.message));
    },
  })(place(column, 'add'));
  events.on('pdp/valid', (isValid) => button.setProps((props) => ({ ...props, disabled: !isValid })), { eager: true });
  const toggle = await renderWishlist.render(WishlistToggle, { product: wished() })(place(column, 'wish'));
  events.on('pdp/values', () => toggle.setProps((props) => ({ ...props, product: wished() })), { eager: true });
}

function wished() {
  const { sku, optionsUIDs } = api.getProductConfigurationValues() ?? {};
  return { ...events.lastPayload('pdp/data'), sku, optionUIDs: optionsUIDs };
}

async function recommendations(element, currentSku) {
  useCatalogService(recommendationsApi);
  await start(recommendationsApi);
  const unit = { recId: 'related-products', currentSku, cartSkus: [], userViewHistory: [], userPurchaseHistory: [] };
  await renderRecommendations.render(ProductList, { ...unit, routeProduct: productPath })(element);
}
