import type { LoadedProduct, ProductOption, StoredProduct } from '../../catalog/service.ts';
import { VIEW_TITLE } from '../products/structures.ts';
import type { ExportNames } from './lookups.ts';
import { decimalText, listText, pairsText, recordsText, type FieldTexts } from './texts.ts';

/** Custom options: a record for each option, and for each value of a choice. */
export function customOptionsText(options: readonly ProductOption[]): string {
  return recordsText(
    options.flatMap((option, i): FieldTexts[] => {
      const head = {
        name: option.title,
        type: option.type,
        required: option.is_require ? 1 : 0,
        sort_order: unlessDefault(option.sort_order, i + 1),
      };
      const values = option.values?.map((value, place) => ({
        ...head,
        ...priceOf(value),
        sku: value.sku || undefined,
        option_title: value.title,
        option_sort_order: unlessDefault(value.sort_order, place + 1),
      }));
      if (values) return values;
      return [
        {
          ...head,
          ...priceOf(option),
          sku: option.sku || undefined,
          max_characters: option.max_characters ?? undefined,
          file_extension: option.file_extension || undefined,
          image_size_x: option.image_size_x ?? undefined,
          image_size_y: option.image_size_y ?? undefined,
        },
      ];
    }),
  );
}

function priceOf({ price, price_type }: { readonly price: number | null; readonly price_type: string | null }) {
  return { price: decimalText(price ?? 0, 4), price_type: price_type ?? 'fixed' };
}

/** A place in a list, where it is not the one that the order of records means. */
function unlessDefault(place: number, expected: number): number | undefined {
  return place === expected ? undefined : place;
}

/** A store view whose own values are exported. */
export interface ExportedView {
  readonly id: number;
  readonly code: string;
}

/** Options of a bundle: a record for each selection, with the titles that store views have of their own. */
export function bundleText({ extensions: { bundle } }: LoadedProduct, views: readonly ExportedView[]): string {
  return recordsText(
    (bundle?.options ?? []).flatMap((option, i) =>
      option.links.map((link, place) => ({
        name: option.titles[0] ?? '',
        ...Object.fromEntries(views.map(({ id, code }) => [`${VIEW_TITLE}${code}`, option.titles[id]])),
        type: option.type,
        required: option.required,
        sku: link.sku,
        price: decimalText(link.price, 4),
        default: link.is_default,
        default_qty: decimalText(link.qty, 4),
        price_type: link.price_type === 1 ? 'percent' : 'fixed',
        can_change_qty: link.can_change_quantity,
        position: unlessDefault(link.position, place + 1),
        option_position: unlessDefault(option.position, i + 1),
      })),
    ),
  );
}

/** Variants of a configurable product with the labels of their options, and the labels of the attributes. */
export function variationsText(
  { extensions: { configuration } }: LoadedProduct,
  variants: ReadonlyMap<number, StoredProduct>,
  names: ExportNames,
): { readonly variations: string; readonly labels: string } {
  const options = (configuration?.options ?? []).flatMap(({ attribute_id, label }) => {
    const attribute = [...names.attributes.byCode.values()].find(({ id }) => id === Number(attribute_id));
    return attribute ? [{ attribute, label: label ?? attribute.label ?? attribute.code }] : [];
  });
  const records = (configuration?.children ?? []).flatMap((id) => {
    const variant = variants.get(id);
    if (!variant) return [];
    const values = options.map(({ attribute }) => [
      attribute.code,
      names.value(attribute, variant.values[attribute.code] ?? ''),
    ]);
    return [{ sku: variant.sku, ...Object.fromEntries(values) }];
  });
  return {
    variations: recordsText(records),
    labels: pairsText(Object.fromEntries(options.map(({ attribute, label }) => [attribute.code, label]))),
  };
}

/** Links and samples of a downloadable product. */
export function downloadsText({ extensions: { downloads }, values }: LoadedProduct): {
  readonly links: string;
  readonly samples: string;
} {
  const links = (downloads?.links ?? []).map((link, i) => ({
    group_title: i === 0 ? textOf(values.links_title) : undefined,
    title: link.title ?? '',
    price: decimalText(link.price, 4),
    downloads: link.number_of_downloads || 'unlimited',
    shareable: { 0: 'no', 1: 'yes' }[Number(link.is_shareable)] ?? 'config',
    url: link.link_type === 'url' ? (link.link_url ?? '') : undefined,
    file: link.link_type === 'url' ? undefined : (link.link_file ?? ''),
    sample_url: link.sample_type === 'url' ? link.sample_url || undefined : undefined,
    sample: link.sample_type === 'file' ? link.sample_file || undefined : undefined,
    sortorder: link.sort_order,
    purchased_separately: i === 0 ? textOf(values.links_purchased_separately) : undefined,
  }));
  const samples = (downloads?.samples ?? []).map((sample, i) => ({
    group_title: i === 0 ? textOf(values.samples_title) : undefined,
    title: sample.title ?? '',
    url: sample.sample_type === 'url' ? (sample.sample_url ?? '') : undefined,
    file: sample.sample_type === 'url' ? undefined : (sample.sample_file ?? ''),
    sortorder: sample.sort_order,
  }));
  return { links: recordsText(links), samples: recordsText(samples) };
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** The files of downloads, by their paths. */
export function downloadFiles({ extensions: { downloads } }: LoadedProduct): string[] {
  const { links = [], samples = [] } = downloads ?? {};
  return [
    ...links.flatMap((link) => [
      link.link_type === 'file' ? (link.link_file ?? []) : [],
      link.sample_type === 'file' ? (link.sample_file ?? []) : [],
    ]),
    ...samples.map((sample) => (sample.sample_type === 'file' ? (sample.sample_file ?? []) : [])),
  ].flat();
}

/** Columns of links to other products. */
export function linkCells({ links = [] }: LoadedProduct): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, code] of [
    ['related', 1],
    ['crosssell', 5],
    ['upsell', 4],
  ] as const) {
    const own = inOrder(links.filter((link) => link.link_type_id === code));
    cells[`${name}_skus`] = listText(own.map((link) => link.linked_product_sku));
    cells[`${name}_position`] = own.map((link) => link.position).join(',');
  }
  const associated = inOrder(links.filter((link) => link.link_type_id === 3));
  cells.associated_skus = associated
    .map((link) => `${link.linked_product_sku}=${decimalText(link.qty ?? 0, 4)}`)
    .join(',');
  return cells;
}

function inOrder<T extends { readonly position: number; readonly linked_product_sku: string }>(
  links: readonly T[],
): T[] {
  return links.toSorted((a, b) => a.position - b.position || (a.linked_product_sku < b.linked_product_sku ? -1 : 1));
}

/** Columns of images: those with a role, and all of them with their labels. */
export function imageCells({ media = [] }: LoadedProduct): Record<string, string> {
  const images = media.filter(({ media_type }) => media_type === 'image');
  const fileOf = (role: string): string => images.find(({ roles }) => roles.includes(role))?.file ?? '';
  const labels = images.map(({ label }) => label ?? '');
  return {
    base_image: fileOf('image'),
    small_image: fileOf('small_image'),
    thumbnail_image: fileOf('thumbnail'),
    swatch_image: fileOf('swatch_image'),
    additional_images: listText(images.map(({ file }) => file)),
    additional_image_labels: labels.some((label) => label !== '') ? listText(labels) : '',
    hide_from_product_page: listText(images.flatMap(({ file, disabled }) => (disabled ? [file] : []))),
  };
}
