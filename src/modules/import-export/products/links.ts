import type { In } from '../../../kernel/types.ts';
import type { ProductLink } from '../../catalog/products/types.ts';
import type { LoadedProduct } from '../../catalog/service.ts';
import type { ImportRow } from '../../../platform/row-import/rows.ts';
import { linkColumns } from './columns.ts';
import type { ProductImportOptions } from './settings.ts';
import { linksOf } from './structures.ts';

type LinkInput = In<typeof ProductLink>;

/** Names of the types of links by the interface's number. */
const typeNames: ReadonlyMap<number, string> = new Map([
  [1, 'related'],
  [3, 'associated'],
  [4, 'upsell'],
  [5, 'crosssell'],
]);

/** The links that a product has, as input. */
export function storedLinks(before: LoadedProduct | undefined, sku: string): LinkInput[] {
  return (before?.links ?? []).map(({ link_type_id, linked_product_sku, position, qty }) => {
    const link: LinkInput = { sku, link_type: typeNames.get(link_type_id) ?? null, linked_product_sku, position };
    if (qty !== null) link.extension_attributes = { qty };
    return link;
  });
}

/** The links of a product after a row: those of the types that the row names are replaced. */
export function linksAfter(
  { cells }: ImportRow,
  sku: string,
  before: LoadedProduct | undefined,
  { valueSeparator: separator, emptyText }: ProductImportOptions,
): LinkInput[] {
  const replaced = new Set<string>();
  const links: LinkInput[] = [];
  for (const [column, { type, positions }] of Object.entries(linkColumns)) {
    const skus = cells.get(column);
    if (skus === undefined) continue;
    replaced.add(type);
    if (skus !== emptyText) {
      links.push(...linksOf({ column, type, separator }, { skus, positions: cells.get(positions) }, sku));
    }
  }
  return [...storedLinks(before, sku).filter(({ link_type }) => !link_type || !replaced.has(link_type)), ...links];
}

/** Whether a row names links to other products. */
export function hasLinks({ cells }: ImportRow): boolean {
  return Object.keys(linkColumns).some((column) => cells.has(column));
}
