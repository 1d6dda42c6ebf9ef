import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import * as t from '../../kernel/types.ts';
import { withOptionsPrice } from '../quote/items/extensions/custom-options.ts';
import type { ItemProduct } from '../quote/items/extensions/item-product.ts';
import type { ItemLabel, CartItemNode, CartItemType } from '../quote/items/extensions/item-type.ts';
import { productPrice } from '../quote/items/extensions/prices.ts';
import { linksAreShared, refusesGuests } from './configuration.ts';
import { downloadableErrors } from './errors.ts';
import type { DownloadLink } from './links.ts';
import { DOWNLOADABLE, DownloadableChoice } from './types.ts';

/** The field of a product option with the choices of a downloadable product. */
export const downloadableChoiceFields = { downloadable_option: t.optional(DownloadableChoice) };

declare module '../quote/option-types.ts' {
  interface ProductOptionFields {
    downloadable_option: (typeof downloadableChoiceFields)['downloadable_option'];
  }
  interface ProductChoices {
    readonly downloadable_option?: { readonly downloadable_links: number[] };
  }
}

/** How downloadable products behave in carts. Where links are bought separately, the chosen ones add their prices. */
export const downloadableItem: CartItemType = {
  names: [DOWNLOADABLE],
  schemaName: 'DownloadableCartItem',
  choicesOf: (keys) => {
    const links = keys.flatMap(([kind, id]) => (kind === 'downloadable' ? [Number(id)] : []));
    return { downloadable_option: { downloadable_links: links } };
  },
  prepare(_, product, input, qty) {
    const links = linksOf(product).map((link) => link.id);
    const sentLinks = input?.extension_attributes?.downloadable_option?.downloadable_links ?? [];
    const linkIds = new Set(sentLinks.map(Number));
    const downloadable_links = isSeparate(product) ? links.filter((id) => linkIds.has(id)) : links;
    if (isSeparate(product) && downloadable_links.length === 0) throw downloadableErrors.specifyLinks();
    return Promise.resolve([{ product, qty, choices: { downloadable_option: { downloadable_links } } }]);
  },
  price(node, qty, context) {
    const base = productPrice(node.product, qty, context);
    const links = isSeparate(node.product) ? chosenLinks(node) : [];
    return links.reduce((sum, link) => sum.plus(decimal(link.price)), withOptionsPrice(node, base));
  },
  labels: () => Promise.resolve(linkLabels),
  isVirtual: () => true,
  isForGuests,
};

/** Values of `is_shareable`: everybody may use the link, or the setting `linksAreShared` decides. */
const FOR_ALL = 1;
const BY_SETTING = 2;

function isSeparate({ values }: ItemProduct): boolean {
  return Number(values.links_purchased_separately ?? 0) === 1;
}

function linksOf({ extensions }: ItemProduct): readonly DownloadLink[] {
  return extensions.downloads?.links ?? [];
}

function chosenLinks({ product, item }: CartItemNode): DownloadLink[] {
  const ids = item.choices.downloadable_option?.downloadable_links ?? [];
  return linksOf(product).filter((link) => ids.includes(link.id));
}

/**
 * Guests may order downloads only if everybody may use all the chosen links, and no setting refuses them. Source: documented settings,
 * recorded carts.
 */
function isForGuests(call: Call, node: CartItemNode): boolean {
  const { storeId } = call.scope;
  if (call.config.of(refusesGuests, { storeId })) return false;
  const isSharedByDefault = call.config.of(linksAreShared, { storeId });
  return chosenLinks(node).every(
    ({ is_shareable }) => is_shareable === FOR_ALL || (is_shareable === BY_SETTING && isSharedByDefault),
  );
}

function linkLabels(node: CartItemNode): ItemLabel[] {
  const links = chosenLinks(node);
  if (links.length === 0) return [];
  return [
    {
      value: links.map((link) => link.title ?? '').join('<br />\n'),
      label: String(node.product.values.links_title || 'Links'),
    },
  ];
}
