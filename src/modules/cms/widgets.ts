import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import type { RoutedType } from '../url-rewrite/extensions.ts';
import type { Directive } from './directives.ts';
import type { ContentWidget } from './extensions.ts';
import { escapeMarkup } from '../../kernel/markup.ts';
import { shownTitles } from './pages-shown.ts';
import { productListOf } from './product-lists.ts';

type Parameters = Directive['parameters'];
type Widget = ContentWidget['render'];

const path = {
  PRODUCT: pathLoader('PRODUCT'),
  CATEGORY: pathLoader('CATEGORY'),
  CMS_PAGE: pathLoader('CMS_PAGE'),
} as const satisfies Record<RoutedType, unknown>;

/** Loads the addresses of the pages of things; undefined where the store view shows none. */
function pathLoader(type: RoutedType) {
  return loader<number, string | undefined>(async (ids, call) => {
    const { store, urlRewrite } = call.services;
    const found = await urlRewrite.rewritesOf(call, type, ids);
    const view = store.view(call.scope.storeId) ?? store.defaultStoreView();
    const { base_link_url: base } = store.storeConfig(call, view);
    return ids.map((id) => {
      const [own] = found.get(id) ?? [];
      return own && base + own.url;
    });
  });
}

const categoryName = loader<number, string | undefined>(async (ids, call) => {
  const names = await call.services.listing.categoryNames(call, ids);
  return ids.map((id) => names.get(id)?.name);
});
const pageTitle = loader<number, string | undefined>(async (ids, call) => {
  const titles = await shownTitles(call, ids);
  return ids.map((id) => titles.get(id));
});
const productName = async (call: Call, id: number): Promise<string | undefined> => {
  const source = await call.services.storefront.product(call, id);
  return source && String(source.values.name ?? source.product.sku);
};

/** A link to the page of an entity, with the text of the widget or the entity's name; empty if it has no page. */
function linkTo(
  type: RoutedType,
  idOf: (parameters: Parameters) => string | undefined,
  nameOf: (call: Call, id: number) => Promise<string | undefined>,
): Widget {
  return async (call, parameters) => {
    const id = Number(idOf(parameters) ?? Number.NaN);
    const [url, name] = Number.isSafeInteger(id) ? await Promise.all([path[type](call, id), nameOf(call, id)]) : [];
    if (url === undefined) return undefined;
    const { anchor_text: words, title, template = '' } = parameters;
    const hint = title ? ` title="${escapeMarkup(title)}"` : '';
    const link = `<a href="${escapeMarkup(url)}"${hint}><span>${escapeMarkup(words || title || name || url)}</span></a>`;
    return template.includes('block') ? `<div class="widget">${link}</div>` : link;
  };
}

/** The id in `product/12`, `product/12/4` and `category/4`. */
const inPath =
  (kind: string) =>
  ({ id_path: path = '' }: Parameters): string | undefined => {
    const [named, id] = path.split('/');
    return named === kind ? id : undefined;
  };

const productList: Widget = async (call, parameters) => {
  const products = await productListOf(call, parameters);
  const items = await Promise.all(
    products.map(async ({ id, name, price }) => {
      const url = await path.PRODUCT(call, id);
      const label = escapeMarkup(name);
      const link = url === undefined ? label : `<a class="product-item-link" href="${escapeMarkup(url)}">${label}</a>`;
      return (
        '<li class="product-item"><div class="product-item-details">' +
        `<strong class="product-item-name">${link}</strong> <span class="price">${escapeMarkup(price)}</span></div></li>`
      );
    }),
  );
  if (items.length === 0) return undefined;
  const title = parameters.title ? `<h2>${escapeMarkup(parameters.title)}</h2>` : '';
  return `<div class="widget products-list">${title}<ul>${items.join('')}</ul></div>`;
};

/** The supported widgets besides blocks, by the interface's names. */
export const widgets: ReadonlyMap<string, Widget> = new Map([
  ['Magento\\Cms\\Block\\Widget\\Page\\Link', linkTo('CMS_PAGE', ({ page_id: id }) => id, pageTitle)],
  ['Magento\\Catalog\\Block\\Category\\Widget\\Link', linkTo('CATEGORY', inPath('category'), categoryName)],
  ['Magento\\Catalog\\Block\\Product\\Widget\\Link', linkTo('PRODUCT', inPath('product'), productName)],
  ['Magento\\CatalogWidget\\Block\\Product\\ProductsList', productList],
]);
