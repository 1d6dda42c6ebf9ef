import type { Call } from '../../../../kernel/call.ts';
import { decimal } from '../../../../kernel/money.ts';
import { quoteErrors } from '../../errors.ts';
import { optionLabels, readCustomOptions, skuWithOptions } from '../custom-options.ts';
import type { ItemLabel, ItemNode, ItemType } from '../item-type.ts';
import type { ItemProduct } from '../products.ts';
import { finalPriceOf, ownWeight, priceWithOptions } from './plain.ts';

interface Link {
  readonly id?: number | null;
  readonly title?: string | null;
  readonly price?: number | null;
  /** 0: only for who bought it, 1: for everybody, 2: as `catalog/downloadable/shareable` says. */
  readonly is_shareable?: number | null;
}

/** Products that are downloaded; where links are bought separately, those chosen add their prices. */
export const downloadableType: ItemType = {
  names: ['downloadable'],
  prepare(_, product, sent, qty) {
    const links = linksOf(product).map((link) => Number(link.id));
    const sentLinks = sent?.extension_attributes?.downloadable_option?.downloadable_links ?? [];
    const given = new Set(sentLinks.map(Number));
    const chosen = isSeparate(product) ? links.filter((id) => given.has(id)) : links;
    if (isSeparate(product) && chosen.length === 0) throw quoteErrors.specifyLinks();
    const custom_options = readCustomOptions(product.options, sent);
    const choices = {
      downloadable_option: { downloadable_links: chosen },
      ...(custom_options.length > 0 ? { custom_options } : {}),
    };
    return Promise.resolve([{ product, product_type: product.product.type_id, qty, choices, parts: [] }]);
  },
  price(node, qty, context) {
    const base = finalPriceOf(node, qty, context);
    const links = isSeparate(node.product) ? chosenLinks(node) : [];
    return links.reduce((sum, link) => sum.plus(decimal(link.price ?? 0)), priceWithOptions(node, base));
  },
  sku: ({ product, item }) => skuWithOptions(product.product.sku, product.options, item.choices.custom_options),
  labels: (node) => [...linkLabels(node), ...optionLabels(node.product.options, node.item.choices.custom_options)],
  weight: ownWeight,
};

function isSeparate({ values }: ItemProduct): boolean {
  return Number(values.links_purchased_separately ?? 0) === 1;
}

function linksOf({ extension }: ItemProduct): readonly Link[] {
  return (extension.downloadable_product_links as readonly Link[] | null | undefined) ?? [];
}

function chosenLinks({ product, item }: ItemNode): Link[] {
  const ids = item.choices.downloadable_option?.downloadable_links ?? [];
  return linksOf(product).filter((link) => ids.includes(Number(link.id)));
}

/** Whether everybody may use the links that an item is bought with; true for what has none. */
export function hasSharedLinksOnly(call: Call, node: ItemNode): boolean {
  const isSharedByDefault = call.config.flag('catalog/downloadable/shareable', { storeId: call.scope.storeId });
  return chosenLinks(node).every(({ is_shareable }) => is_shareable === 1 || (is_shareable === 2 && isSharedByDefault));
}

function linkLabels(node: ItemNode): ItemLabel[] {
  const links = chosenLinks(node);
  if (links.length === 0) return [];
  return [
    {
      value: links.map((link) => link.title ?? '').join('<br />\n'),
      label: String(node.product.values.links_title || 'Links'),
    },
  ];
}
