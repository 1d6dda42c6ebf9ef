import { events } from '@dropins/tools/event-bus.js';
import { Button, provider as UI } from '@dropins/tools/components.js';
import * as cartApi from '@dropins/storefront-cart/api.js';
import * as api from '@dropins/storefront-product-discovery/api.js';
import Facets from '@dropins/storefront-product-discovery/containers/Facets.js';
import Pagination from '@dropins/storefront-product-discovery/containers/Pagination.js';
import SearchResults from '@dropins/storefront-product-discovery/containers/SearchResults.js';
import SortBy from '@dropins/storefront-product-discovery/containers/SortBy.js';
import { render } from '@dropins/storefront-product-discovery/render.js';
import { WishlistToggle } from '@dropins/storefront-wishlist/containers/WishlistToggle.js';
import { render as renderWishlist } from '@dropins/storefront-wishlist/render.js';
import { place, productPath, start, useCatalogService } from './connection.js';

const visibility = { attribute: 'visibility', in: ['Search', 'Catalog, Search'] };

/** A category by its path, or a search. */
export async function list(main, path, query) {
  useCatalogService(api);
  await start(api);
  main.classList.add('with-facets');
  const heading = document.createElement('h1');
  heading.className = 'wide';
  heading.textContent = path.length > 0 ? path.at(-1) : `“${query.get('q')}”`;
  main.append(heading);
  const facets = place(main, 'facets');
  const column = place(main, 'results');
  const places = ['count', 'sort', 'products', 'pages'].map((name) => place(column, name));
  const [count, sort, products, pages] = places;
  events.on('search/result', ({ result }) => (count.textContent = `${result?.totalCount ?? 0} products`), {
    eager: true,
  });
  await ask(path, query);
  await Promise.all([
    render.render(Facets, {})(facets),
    render.render(SortBy, {})(sort),
    render.render(Pagination, {})(pages),
    render.render(SearchResults, { routeProduct: productPath, slots: { ProductActions: actions } })(products),
  ]);
}

function ask(path, query) {
  const page = { currentPage: Number(query.get('page') ?? 1), pageSize: 9 };
  if (path.length === 0) return api.search({ ...page, phrase: query.get('q') ?? '', filter: [visibility] });
  return api.search({
    ...page,
    phrase: '',
    sort: [{ attribute: 'position', direction: 'ASC' }],
    filter: [{ attribute: 'categoryPath', eq: path.join('/') }, visibility],
  });
}

function actions(slot) {
  const { product } = slot;
  const buttons = document.createElement('div');
  const button = place(buttons, 'add');
  if (product.typename === 'SimpleProductView') {
    UI.render(Button, {
      children: 'Add to Cart',
      'aria-label': `Add ${product.name} to cart`,
      disabled: !product.inStock,
      onClick: () => cartApi.addProductsToCart([{ sku: product.sku, quantity: 1 }]),
    })(button);
  } else {
    UI.render(Button, { children: 'Choose', href: productPath(product) })(button);
  }
  renderWishlist.render(WishlistToggle, { product })(place(buttons, 'wish'));
  slot.replaceWith(buttons);
}
