import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { elementAt, firstOf } from '../../../kernel/lists.ts';
import type { StoredCart, StoredCartItem } from '../cart/cart.ts';
import { withSentExtensions } from '../cart/extending.ts';
import { ItemIds } from '../cart/item-ids.ts';
import { quoteErrors } from '../errors.ts';
import { readCustomOptions } from '../items/extensions/custom-options.ts';
import { isInStock, isOffered, type ItemProduct, type ItemProducts } from '../items/extensions/item-product.ts';
import type { CartItemNode, CartItemType, NewCartItem } from '../items/extensions/item-type.ts';
import { plainType } from '../items/plain.ts';
import { loadProductBySku, loadProducts } from '../items/products.ts';
import { checkQuantity } from '../items/quantity.ts';
import { buildTree, itemType } from '../items/tree.ts';
import type { ProductChoices } from '../option-types.ts';
import type { CartItemInput } from '../types.ts';

/** An item that is about to be put into a cart. */
type PreparedItem = Required<NewCartItem>;

/** Throws 404 for a product that the customer group of a cart does not see. */
async function checkAssortment(call: Call, cart: StoredCart, { product }: ItemProduct): Promise<void> {
  const seen = await call.services.listing.productsSeenBy(call, cart.customer_group_id, [product.id]);
  if (!seen.has(product.id)) throw quoteErrors.productNotFound();
}

/**
 * The items of a cart with new items added; writes nothing. `grantedBy`: the rule that grants the new items, which must
 * be a single one.
 */
export async function itemsWith(
  call: Call,
  cart: StoredCart,
  input: CartItemInput,
  grantedBy?: number,
): Promise<{ changes: Pick<StoredCart, 'items' | 'spare_item_ids'>; ids: readonly number[]; nodes: CartItemNode[] }> {
  const qty = readQty(input.qty);
  const product = await loadProductBySku(call, input.sku ?? '');
  if (!product) throw quoteErrors.productNotFound();
  if (grantedBy === undefined) await checkAssortment(call, cart, product);
  if (!isOffered(product, cart.website_id) || !isInStock(product)) throw quoteErrors.notAvailable();
  const added = await prepareItems(call, product, input, qty);
  if (grantedBy !== undefined && added.length !== 1) throw quoteErrors.notAvailable();
  let items = [...cart.items];
  const newIds = new ItemIds(call, cart);
  const ids: number[] = [];
  for (const item of added) {
    const { product_type, choices } = item;
    const newItem = { product_id: item.product.product.id, product_type, choices };
    const known = grantedBy === undefined ? items.find((one) => isSameItem(call, one, newItem)) : undefined;
    const result = known
      ? raise(items, known, item)
      : append(items, item, await newIds.take(1 + item.components.length), grantedBy);
    items = result.items;
    ids.push(result.itemId);
  }
  items = await withSentExtensions(call, items, ids, input.extension_attributes);
  const nodes = await checkItems(call, items, productsOf(added), new Set(ids));
  return { changes: { items, ...newIds.change }, ids, nodes };
}

/** The items that a product becomes in a cart, with all fields filled in. */
export async function prepareItems(
  call: Call,
  product: ItemProduct,
  { product_option }: CartItemInput,
  qty: number,
): Promise<PreparedItem[]> {
  const prepare: NonNullable<CartItemType['prepare']> =
    itemType(call, product.product.type_id).prepare ?? plainType.prepare;
  const items = await prepare(call, product, product_option, qty);
  return items.map((item) => {
    const { product_type = item.product.product.type_id, components = [], choices = {} } = item;
    const custom_options = item.product === product ? readCustomOptions(product.options, product_option) : [];
    const all = custom_options.length > 0 ? { ...choices, custom_options } : choices;
    return { product: item.product, qty: item.qty, product_type, components, choices: all };
  });
}

/** The quantity in a request. Throws unless it is above 0. */
export function readQty(qty: number | null | undefined): number {
  if (qty === null || qty === undefined) throw platformErrors.invalidValue({ fieldName: 'qty', value: null });
  if (qty <= 0) throw platformErrors.invalidValue({ fieldName: 'qty', value: qty });
  return qty;
}

/** Whether an item of a cart is of the same product with the same choices as another: then both are one item. */
export function isSameItem(
  call: Call,
  item: StoredCartItem,
  other: Pick<StoredCartItem, 'product_id' | 'product_type' | 'choices'>,
): boolean {
  return (
    item.parent_item_id === null &&
    item.granted_by === undefined &&
    item.product_id === other.product_id &&
    item.product_type === other.product_type &&
    (itemType(call, item.product_type).keepsChoices || sameChoices(item.choices, other.choices))
  );
}

/** Whether the choices are the same; the order of custom options does not matter, nor that of fields, which databases change. */
function sameChoices(one: ProductChoices, other: ProductChoices): boolean {
  return isDeepStrictEqual(asStored(ordered(one)), asStored(ordered(other)));
}

function asStored(choices: ProductChoices): unknown {
  return JSON.parse(JSON.stringify(choices));
}

function ordered({ custom_options, ...others }: ProductChoices): ProductChoices {
  if (!custom_options) return others;
  return { ...others, custom_options: custom_options.toSorted((a, b) => Number(a.option_id) - Number(b.option_id)) };
}

function raise(
  items: StoredCartItem[],
  known: StoredCartItem,
  { qty, choices }: PreparedItem,
): { items: StoredCartItem[]; itemId: number } {
  const more = { ...known, qty: known.qty + qty, choices: { ...known.choices, ...choices } };
  const raised = items.map((one) => (one === known ? more : one));
  return { items: raised, itemId: known.item_id };
}

function append(
  items: StoredCartItem[],
  item: PreparedItem,
  ids: readonly number[],
  grantedBy: number | undefined,
): { items: StoredCartItem[]; itemId: number } {
  const [own, ...components] = rowsOf(item, ids);
  const granted = grantedBy === undefined ? own : { ...own, granted_by: grantedBy };
  return { items: [...items, granted, ...components], itemId: own.item_id };
}

/** A new item to store, with its components. `ids`: that of the item, followed by those of the components. */
export function rowsOf(item: PreparedItem, ids: readonly number[]): [StoredCartItem, ...StoredCartItem[]] {
  const itemId = firstOf(ids);
  const own: StoredCartItem = {
    item_id: itemId,
    product_id: item.product.product.id,
    product_type: item.product_type,
    qty: item.qty,
    choices: item.choices,
    parent_item_id: null,
  };
  const components = item.components.map((component, i) => ({
    item_id: elementAt(ids, i + 1),
    product_id: component.product.product.id,
    product_type: component.product.product.type_id,
    qty: component.qty,
    choices: {},
    parent_item_id: itemId,
    ...(component.selection_id === undefined ? {} : { selection_id: component.selection_id }),
  }));
  return [own, ...components];
}

function productsOf(items: readonly PreparedItem[]): Map<number, ItemProduct> {
  return new Map(
    items.flatMap((item) =>
      [item.product, ...item.components.map((component) => component.product)].map((one) => [one.product.id, one]),
    ),
  );
}

/**
 * Checks the quantities of changed items; all units of a product in the cart count together. Returns the items with
 * their products.
 */
export async function checkItems(
  call: Call,
  items: readonly StoredCartItem[],
  known: ItemProducts,
  changed: ReadonlySet<number>,
): Promise<CartItemNode[]> {
  const concerned = items.filter((item) => changed.has(item.item_id) || changed.has(item.parent_item_id ?? 0));
  const missing = concerned.map((item) => item.product_id).filter((id) => !known.has(id));
  const products = new Map([...known, ...(await loadProducts(call, missing))]);
  const nodes = buildTree(call, concerned, products);
  for (const node of nodes) {
    for (const one of node.components.length > 0 ? node.components : [node]) {
      checkQuantity(one.product.stock, piecesOf(items, one.item.product_id));
    }
  }
  return nodes;
}

/** Units of a product in a cart, including components of composite items. */
export function piecesOf(items: readonly StoredCartItem[], productId: number): number {
  const wholes = ({ parent_item_id: id }: StoredCartItem): number =>
    id === null ? 1 : (items.find(({ item_id }) => item_id === id)?.qty ?? 1);
  return items.reduce((sum, item) => (item.product_id === productId ? sum + item.qty * wholes(item) : sum), 0);
}
