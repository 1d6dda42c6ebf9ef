import { writeStoreId, type Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { matchRecords } from '../../kernel/match-records.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { bundleErrors } from './errors.ts';
import {
  deleteLinks,
  deleteOptions,
  insertLinks,
  insertOption,
  linkOn,
  updateLinks,
  updateOption,
  type StoredLink,
  type StoredOption,
} from './rows.ts';
import { optionTypes, type LinkInput, type OptionInput } from './types.ts';

/** The bundle whose options are written. */
interface WrittenBundle {
  readonly id: number;
  readonly sku: string;
}

/** The product that a selection names by its SKU. Throws 404 for an unknown one, 400 for one with components of its own. */
type FindComponent = (sku: string | null | undefined) => StoredProduct;

/** Reads the products that selections name, in one query. */
export async function componentFinder(call: Call, links: readonly LinkInput[]): Promise<FindComponent> {
  const fold = (sku: string | null | undefined) => call.services.catalog.foldSku(sku ?? '');
  const products = await call.services.catalog.productsBySku(
    call,
    links.map((link) => fold(link.sku)),
    0,
  );
  return (sku) => {
    const product = products.get(fold(sku));
    if (!product) throw call.services.catalog.productNotFound();
    if (call.services.catalog.productType(call, product.type_id)?.isComposite !== false) {
      throw bundleErrors.compositeChild();
    }
    return product;
  };
}

/**
 * Replaces the options of a bundle. Options with a known id are changed, and so are options without an id that have the
 * title and type of a stored one (D303). Others are added, the rest is removed. Returns the new options.
 */
export async function writeOptions(
  call: Call,
  bundle: WrittenBundle,
  before: readonly StoredOption[],
  optionInputs: readonly OptionInput[],
): Promise<StoredOption[]> {
  const findComponent = await componentFinder(
    call,
    optionInputs.flatMap((option) => option.product_links ?? []),
  );
  const after: StoredOption[] = [];
  const storeId = writeStoreId(call.scope, true);
  const matched = matchRecords(optionInputs, before, {
    givenId: ({ option_id }) => option_id,
    storedId: ({ id }) => id,
    same: [
      ({ title, type }, { titles, type: stored }) =>
        title === (titles[storeId] ?? titles[0]) && (type ?? stored) === stored,
    ],
  });
  for (const [i, input] of optionInputs.entries()) {
    const known = matched[i];
    // The first options of a bundle may have the ids of a bundle from which they were copied; these are ignored.
    if (input.option_id && !known && before.length > 0) throw bundleErrors.optionNotFound();
    after.push(await writeOption(call, bundle, known, input, findComponent));
  }
  const removed = before.filter(({ id }) => !after.some((option) => option.id === id));
  await deleteOptions(
    call,
    removed.map((option) => option.id),
  );
  return after.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** Changes an option, or adds one; without selections in the input, its selections stay unchanged. */
export async function writeOption(
  call: Call,
  bundle: WrittenBundle,
  known: StoredOption | undefined,
  input: OptionInput,
  findComponent: FindComponent,
): Promise<StoredOption> {
  const option = known ?? {
    id: 0,
    product_id: bundle.id,
    position: 0,
    required: 0,
    type: 'select',
    titles: {},
    links: [],
  };
  const next: StoredOption = {
    ...option,
    position: input.position ?? option.position,
    required: Number(input.required ?? option.required === 1),
    type: readType(input.type ?? option.type),
    titles: { ...readTitles(call, option.titles, input.title, known !== undefined), ...input.titles },
  };
  const { links, id: _, ...row } = next;
  if (known) await updateOption(call, next);
  const id = known ? known.id : await insertOption(call, row);
  const written = input.product_links
    ? await writeLinks(call, bundle, { ...next, id }, input.product_links, findComponent)
    : links;
  return { ...next, id, links: written };
}

function readType(type: string): string {
  if (!optionTypes.some(({ code }) => code === type)) {
    throw platformErrors.invalidValue({ value: type, fieldName: 'type' });
  }
  return type;
}

/**
 * The titles with the input's title: that of all store views for a new option, otherwise that of the written store
 * view. Throws for an empty title.
 */
function readTitles(
  call: Call,
  before: StoredOption['titles'],
  title: string | null | undefined,
  exists: boolean,
): StoredOption['titles'] {
  if (typeof title === 'string' && title.trim() === '') throw platformErrors.required({ fieldName: 'title' });
  const storeId = exists ? writeStoreId(call.scope, true) : 0;
  if (!title || title === (before[storeId] ?? before[0])) return before;
  return { ...before, [storeId]: title };
}

/** Replaces the selections of an option by those of the input; selections with a known id or product are changed. */
async function writeLinks(
  call: Call,
  bundle: WrittenBundle,
  option: StoredOption,
  linkInputs: readonly LinkInput[],
  findComponent: FindComponent,
): Promise<StoredLink[]> {
  const after: StoredLink[] = [];
  for (const input of linkInputs) {
    const known = input.id
      ? option.links.find((link) => String(link.id) === input.id)
      : option.links.find((link) => link.child_id === findComponent(input.sku).id);
    if (input.id && !known) throw bundleErrors.linkNotFound([input.id]);
    const link = readLink(call, option, known, input, findComponent);
    if (after.some(({ child_id }) => child_id === link.child_id)) {
      throw bundleErrors.alreadyAssigned([link.sku, bundle.sku]);
    }
    after.push(link);
  }
  const existing = after.filter((link) => link.id !== 0);
  const added = after.filter((link) => link.id === 0);
  const removed = option.links.filter(({ id }) => !existing.some((link) => link.id === id));
  await deleteLinks(
    call,
    removed.map((link) => link.id),
  );
  await updateLinks(call, existing);
  const ids = await insertLinks(call, added);
  const inserted = ids.map((id, i): StoredLink => Object.assign({}, added[i], { id }));
  return [...existing, ...inserted].sort((a, b) => a.position - b.position || a.id - b.id);
}

/**
 * A selection with the input's fields; a new one has id 0. The price goes to the written website, if prices are per
 * website.
 */
export function readLink(
  call: Call,
  option: Pick<StoredOption, 'id' | 'product_id'>,
  known: StoredLink | undefined,
  input: LinkInput,
  findComponent: FindComponent,
): StoredLink {
  const child = known && !input.sku ? { id: known.child_id, sku: known.sku } : findComponent(input.sku);
  return {
    id: known?.id ?? 0,
    option_id: option.id,
    product_id: option.product_id,
    child_id: child.id,
    sku: child.sku,
    position: input.position ?? known?.position ?? 0,
    qty: readQuantity(known, input),
    is_default: Number(input.is_default ?? known?.is_default === 1),
    ...readPrice(call, known, input),
    can_change_quantity: input.can_change_quantity ?? known?.can_change_quantity ?? 0,
  };
}

function readQuantity(known: StoredLink | undefined, { qty }: LinkInput): number {
  return readAmount(qty ?? known?.qty ?? 1, 'qty');
}

/** The prices of a selection after a change: a price that a website shows anyway does not become its own. */
function readPrice(
  call: Call,
  known: StoredLink | undefined,
  input: LinkInput,
): Pick<StoredLink, 'price' | 'price_type' | 'prices'> {
  const websiteId = call.services.catalog.priceWebsite(call, writeStoreId(call.scope, known !== undefined));
  const linkView = known && linkOn(known, websiteId);
  const price = readAmount(input.price ?? linkView?.price ?? 0, 'price');
  const price_type = input.price_type ?? linkView?.price_type ?? 0;
  if (!known || websiteId === 0) return { price, price_type, prices: known?.prices ?? {} };
  const isShown = price === linkView?.price && price_type === linkView.price_type;
  const prices = isShown ? known.prices : { ...known.prices, [websiteId]: { price, price_type } };
  return { price: known.price, price_type: known.price_type, prices };
}

function readAmount(amount: number, field: string): number {
  if (amount < 0) throw platformErrors.invalidValue({ value: amount, fieldName: field });
  return amount;
}
