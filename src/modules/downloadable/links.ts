import type { Call } from '../../kernel/call.ts';
import { toWire } from '../../kernel/money.ts';
import { matchRecords } from '../../kernel/match-records.ts';
import type { In, Out } from '../../kernel/types.ts';
import { downloadableErrors } from './errors.ts';
import { requireDownloadable } from './products.ts';
import { checkResource, checkType, noResource, placeResource, type DownloadResource } from './resources.ts';
import { deleteRows, findLink, findLinks, writeLink, type StoredLink } from './rows.ts';
import { titlesAfter, valueIn, withValue } from './scope.ts';
import { DOWNLOADABLE, type DownloadableLink } from './types.ts';

/** A link as it is sent. */
export type LinkInput = In<typeof DownloadableLink>;
type LinkOutput = Out<typeof DownloadableLink>;

/** The links of the product with a SKU; none for one of another type. */
export async function listLinks(call: Call, sku: string): Promise<LinkOutput[]> {
  const { id, type_id } = await call.services.catalog.requireProduct(call, sku, 0);
  if (type_id !== DOWNLOADABLE) return [];
  const links = (await findLinks(call, [id])).get(id) ?? [];
  return links.map((link) => presentLink(linkIn(call, link, call.scope.storeId)));
}

/** Changes the link with the sent id, or adds one; gives its id. The title is written for `storeId`. */
export async function saveLink(call: Call, sku: string, input: LinkInput, storeId: number): Promise<number> {
  const product = await call.services.catalog.requireProduct(call, sku, 0);
  const known = input.id ? await findLink(call, input.id) : undefined;
  if (input.id && !known) throw downloadableErrors.linkNotFound();
  if (known && known.product_id !== product.id) throw downloadableErrors.linkNotRelated();
  requireDownloadable(product);
  await call.services.catalog.touchSaved(call, product.id);
  return (await putLink(call, product.id, known, input, storeId)).id;
}

/** Deletes a link. Throws 404 when it does not exist. */
export async function deleteLink(call: Call, id: number): Promise<void> {
  const link = await findLink(call, id);
  if (!link) throw downloadableErrors.linkNotFound();
  await call.services.catalog.touchSaved(call, link.product_id);
  await deleteRows(call, 'downloadable_link', [id]);
}

/**
 * Replaces the links of a product: links with a known id are changed, and so are those without an id that have the title of a stored
 * one (D303); others are added, the rest is removed.
 */
export async function replaceLinks(
  call: Call,
  productId: number,
  before: readonly StoredLink[],
  linkInputs: readonly LinkInput[],
  storeId: number,
): Promise<StoredLink[]> {
  const after: StoredLink[] = [];
  const matched = matchRecords(linkInputs, before, {
    givenId: ({ id }) => id,
    storedId: ({ id }) => id,
    same: [({ title }, stored) => Boolean(title) && title === linkIn(call, stored, storeId).title],
  });
  for (const [i, input] of linkInputs.entries()) {
    const known = matched[i];
    if (input.id && !known) throw downloadableErrors.linkNotFound();
    after.push(await putLink(call, productId, known, input, storeId));
  }
  const removed = before.filter(({ id }) => !after.some((link) => link.id === id));
  await deleteRows(
    call,
    'downloadable_link',
    removed.map((link) => link.id),
  );
  return after.sort((a, b) => a.sort_order - b.sort_order || a.id - b.id);
}

/** Checks a link in the interface's order, and writes it. */
async function putLink(
  call: Call,
  productId: number,
  known: StoredLink | undefined,
  input: LinkInput,
  storeId: number,
): Promise<StoredLink> {
  const link_type = checkType('links', input.link_type ?? known?.link_type);
  if (input.sample_type) checkType('link_samples', input.sample_type);
  checkNumbers(input);
  const link = await checkResource(
    call,
    'links',
    { type: input.link_type, file: input.link_file, url: input.link_url, content: input.link_file_content },
    known ? linkOf(known) : noResource,
  );
  const sample = await checkResource(
    call,
    'link_samples',
    {
      type: input.sample_type || null,
      file: input.sample_file,
      url: input.sample_url,
      content: input.sample_file_content,
    },
    known ? sampleOf(known) : noResource,
  );
  const titles = titlesAfter(known?.titles, input.title, storeId);
  if (!titles) throw downloadableErrors.linkTitleEmpty();
  const placed = {
    link: await placeResource(call, 'links', link),
    sample: await placeResource(call, 'link_samples', sample),
  };
  return await writeLink(call, {
    id: known?.id ?? 0,
    product_id: productId,
    ...numbersAfter(known, input),
    link_type,
    link_file: placed.link.file,
    link_url: placed.link.url,
    sample_type: placed.sample.type,
    sample_file: placed.sample.file,
    sample_url: placed.sample.url,
    titles,
    prices: pricesAfter(call, known, input.price, storeId),
  });
}

function checkNumbers({ price, number_of_downloads, sort_order }: LinkInput): void {
  if ((price ?? 0) < 0) throw downloadableErrors.linkPrice();
  if ((number_of_downloads ?? 0) < 0) throw downloadableErrors.downloads();
  if ((sort_order ?? 0) < 0) throw downloadableErrors.sortOrder();
}

function numbersAfter(
  known: StoredLink | undefined,
  input: LinkInput,
): Pick<StoredLink, 'sort_order' | 'is_shareable' | 'number_of_downloads'> {
  return {
    sort_order: input.sort_order ?? known?.sort_order ?? 0,
    is_shareable: input.is_shareable ?? known?.is_shareable ?? 0,
    number_of_downloads: input.number_of_downloads ?? known?.number_of_downloads ?? 0,
  };
}

function pricesAfter(
  call: Call,
  known: StoredLink | undefined,
  price: number | null | undefined,
  storeId: number,
): StoredLink['prices'] {
  const prices = known?.prices ?? {};
  if (price === undefined || price === null) return prices;
  return withPrice(prices, call.services.catalog.priceWebsite(call, storeId), price);
}

/** A link's prices with that of a website; the first price counts for all websites. */
function withPrice(prices: StoredLink['prices'], website: number, price: number): StoredLink['prices'] {
  const all = prices[0] === undefined ? { ...prices, 0: toWire(price) } : prices;
  return withValue(all, website, toWire(price));
}

function linkOf({ link_type, link_file, link_url }: StoredLink): DownloadResource {
  return { type: link_type, file: link_file, url: link_url };
}

function sampleOf({ sample_type, sample_file, sample_url }: StoredLink): DownloadResource {
  return { type: sample_type, file: sample_file, url: sample_url };
}

/** A link in one store view. */
export interface DownloadLink extends StoredLink {
  readonly title: string | undefined;
  readonly price: number;
}

/** A link with the title and the price that a store view shows. */
export function linkIn(call: Call, link: StoredLink, storeId: number): DownloadLink {
  const price = valueIn(link.prices, call.services.catalog.priceWebsite(call, storeId)) ?? 0;
  return { ...link, title: valueIn(link.titles, storeId), price };
}

/** A link for an answer. */
export function presentLink(link: DownloadLink): LinkOutput {
  return {
    id: link.id,
    title: link.title,
    sort_order: link.sort_order,
    is_shareable: link.is_shareable,
    price: link.price,
    number_of_downloads: link.number_of_downloads,
    link_type: link.link_type,
    link_file: link.link_file,
    link_url: link.link_url,
    sample_type: link.sample_type,
    sample_file: link.sample_file,
    sample_url: link.sample_url,
  };
}
