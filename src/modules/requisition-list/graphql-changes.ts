import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  mutations,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { requisitionListErrors } from './errors.ts';
import { ownLists } from './graphql.ts';
import { addItems, changeItems, checkedItems, itemsOf, removeItems, requireItems, transferItems } from './items.ts';
import { changeList, createList, deleteList, ownList, requireRequisitionLists } from './lists.ts';
import type { StoredRequisitionList } from './tables.ts';
import { addToCart } from './to-cart.ts';
import type { RequisitionListSource } from './types.ts';

const enums = enumTypes({
  AddRequisitionListItemToCartUserErrorType: ['OUT_OF_STOCK', 'UNAVAILABLE_SKU', 'OPTIONS_UPDATED', 'LOW_QUANTITY'],
});

const changed = { requisition_list: 'RequisitionList' } as const;
const values = valueTypes({
  AddProductsToRequisitionListOutput: changed,
  AddRequisitionListItemToCartUserError: {
    message: 'String!',
    type: 'AddRequisitionListItemToCartUserErrorType!',
  },
  AddRequisitionListItemsToCartOutput: {
    add_requisition_list_items_to_cart_user_errors: '[AddRequisitionListItemToCartUserError]!',
    cart: 'Cart',
    status: 'Boolean!',
  },
  ClearCustomerCartOutput: { cart: 'Cart', status: 'Boolean!' },
  CopyItemsFromRequisitionListsOutput: changed,
  CreateRequisitionListOutput: changed,
  DeleteRequisitionListItemsOutput: changed,
  DeleteRequisitionListOutput: { requisition_lists: 'RequisitionLists', status: 'Boolean!' },
  MoveLineItemToRequisitionListOutput: { quote: 'NegotiableQuote' },
  MoveItemsBetweenRequisitionListsOutput: {
    destination_requisition_list: 'RequisitionList',
    source_requisition_list: 'RequisitionList',
  },
  UpdateRequisitionListItemsOutput: changed,
  UpdateRequisitionListOutput: changed,
});

const fields = { description: 'String', name: 'String!' } as const;
const itemUids = { requisitionListItemUids: '[ID!]!' } as const;
const inputs = inputTypes({
  CopyItemsBetweenRequisitionListsInput: itemUids,
  CreateRequisitionListInput: fields,
  MoveItemsBetweenRequisitionListsInput: itemUids,
  MoveLineItemToRequisitionListInput: { quote_item_uid: 'ID!', quote_uid: 'ID!', requisition_list_uid: 'ID!' },
  RequisitionListItemsInput: {
    entered_options: '[EnteredOptionInput]',
    parent_sku: 'String',
    quantity: 'Float',
    selected_options: '[String]',
    sku: 'String!',
  },
  UpdateRequisitionListInput: fields,
  UpdateRequisitionListItemsInput: {
    entered_options: '[EnteredOptionInput]',
    item_id: 'ID!',
    quantity: 'Float',
    selected_options: '[String]',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** The caller's list with a uid. Throws as `ownList`. */
const listByUid = (call: Call, uid: string): Promise<StoredRequisitionList> => ownList(call, idOf(uid));

/** A list after a change of its items. */
async function after(call: Call, { list_id }: StoredRequisitionList): Promise<RequisitionListSource> {
  return { list: await ownList(call, list_id) };
}

const withIds = (uids: readonly string[]) => uids.map((uid) => [uid, idOf(uid)] as const);

async function create(call: Call, input: GraphQLTypes['CreateRequisitionListInput'] | null | undefined) {
  requireRequisitionLists(call);
  if (!input) throw requisitionListErrors.nameMissing();
  return { requisition_list: { list: await createList(call, call.caller.id, input) } };
}

async function addProducts(
  call: Call,
  uid: string,
  products: readonly GraphQLTypes['RequisitionListItemsInput'][],
): Promise<RequisitionListSource> {
  const list = await listByUid(call, uid);
  if (products.length === 0) throw requisitionListErrors.noItems();
  const requests = products.map(({ sku, parent_sku, quantity, selected_options, entered_options }) => ({
    sku: sku.trim(),
    quantity: quantity ?? 1,
    parentSku: parent_sku?.trim(),
    options: call.services.quote.optionsByUids(call, selected_options, entered_options),
  }));
  await addItems(call, list, await checkedItems(call, requests));
  return after(call, list);
}

async function updateItems(
  call: Call,
  uid: string,
  input: readonly GraphQLTypes['UpdateRequisitionListItemsInput'][],
): Promise<RequisitionListSource> {
  const list = await listByUid(call, uid);
  const items = await requireItems(call, list, withIds(input.map(({ item_id }) => item_id)));
  const byId = new Map(items.map((item) => [item.item_id, item]));
  const changes = input.flatMap(({ item_id, quantity, selected_options, entered_options }) => {
    const item = byId.get(idOf(item_id) ?? 0);
    const isChosen = selected_options != null || entered_options != null;
    const options = isChosen ? call.services.quote.optionsByUids(call, selected_options, entered_options) : undefined;
    return item ? [{ item, quantity, options }] : [];
  });
  await changeItems(call, list, changes);
  return after(call, list);
}

/** The lists and items of a transfer in a request. Without a target, items go to a new list of the name of the source. */
interface TransferRequest {
  readonly from: string;
  readonly to: string | null | undefined;
  readonly items: { readonly requisitionListItemUids: readonly string[] } | null | undefined;
  readonly isMove: boolean;
}

async function transfer(call: Call, request: TransferRequest) {
  // Opposite transfers lock both lists in the same order.
  const named = [request.from, ...(request.to == null ? [] : [request.to])];
  const sorted = named.toSorted((a, b) => (idOf(a) ?? 0) - (idOf(b) ?? 0));
  for (const uid of sorted) await listByUid(call, uid);
  const from = await listByUid(call, request.from);
  const uids = request.items?.requisitionListItemUids ?? [];
  if (uids.length === 0) throw requisitionListErrors.noItems();
  const items = await requireItems(call, from, withIds(uids));
  const to = request.to == null ? await createList(call, call.caller.id, from) : await listByUid(call, request.to);
  await transferItems(call, { from, to, items, isMove: request.isMove });
  return { source: await after(call, from), target: await after(call, to) };
}

/** Moves an item of the calling buyer's quote to a list of the buyer; returns the quote. Within a transaction. */
async function moveFromQuote(call: Call, input: GraphQLTypes['MoveLineItemToRequisitionListInput']) {
  const { quote_uid, quote_item_uid, requisition_list_uid } = input;
  const { negotiableQuote, catalog } = call.services;
  const list = await listByUid(call, requisition_list_uid);
  const { product_id, qty, choices } = await negotiableQuote.editableItem(call, quote_uid, quote_item_uid);
  const product = await catalog.productById(call, product_id, call.scope.storeId);
  await addItems(call, list, await checkedItems(call, [{ sku: product?.sku ?? '', quantity: qty, options: choices }]));
  return { quote: await negotiableQuote.removeItems(call, quote_uid, [quote_item_uid]) };
}

async function toCart(
  call: Call,
  uid: string,
  uids: readonly string[] | null | undefined,
): Promise<GraphQLTypes['AddRequisitionListItemsToCartOutput']> {
  const list = await listByUid(call, uid);
  const items = uids
    ? await requireItems(call, list, withIds(uids))
    : ((await itemsOf(call, [list.list_id])).get(list.list_id) ?? []).filter(({ isEnabled }) => isEnabled);
  const { cart, errors } = await addToCart(call, items);
  return {
    add_requisition_list_items_to_cart_user_errors: errors,
    cart: { cart },
    status: errors.length === 0,
  };
}

const own = { customersOnly: true } as const;
const listMutations = mutations((t) => ({
  createRequisitionList: t.field(
    'CreateRequisitionListOutput',
    { input: 'CreateRequisitionListInput' },
    (_, { input }, call) => create(call, input),
    own,
  ),
  updateRequisitionList: t.field(
    'UpdateRequisitionListOutput',
    { requisitionListUid: 'ID!', input: 'UpdateRequisitionListInput' },
    async (_, { requisitionListUid, input }, call) => {
      const list = await listByUid(call, requisitionListUid);
      if (!input) throw requisitionListErrors.nameMissing();
      return { requisition_list: { list: await changeList(call, list, input) } };
    },
    own,
  ),
  deleteRequisitionList: t.field(
    'DeleteRequisitionListOutput',
    { requisitionListUid: 'ID!' },
    async (_, { requisitionListUid }, call) => {
      await deleteList(call, await listByUid(call, requisitionListUid));
      return { status: true, requisition_lists: await ownLists(call, { currentPage: 1, pageSize: 20 }) };
    },
    own,
  ),
}));

const itemMutations = mutations((t) => ({
  addProductsToRequisitionList: t.field(
    'AddProductsToRequisitionListOutput',
    { requisitionListUid: 'ID!', requisitionListItems: '[RequisitionListItemsInput!]!' },
    async (_, { requisitionListUid, requisitionListItems }, call) => ({
      requisition_list: await addProducts(call, requisitionListUid, requisitionListItems),
    }),
    own,
  ),
  updateRequisitionListItems: t.field(
    'UpdateRequisitionListItemsOutput',
    { requisitionListUid: 'ID!', requisitionListItems: '[UpdateRequisitionListItemsInput!]!' },
    async (_, { requisitionListUid, requisitionListItems }, call) => ({
      requisition_list: await updateItems(call, requisitionListUid, requisitionListItems),
    }),
    own,
  ),
  deleteRequisitionListItems: t.field(
    'DeleteRequisitionListItemsOutput',
    { requisitionListUid: 'ID!', requisitionListItemUids: '[ID!]!' },
    async (_, { requisitionListUid, requisitionListItemUids }, call) => {
      const list = await listByUid(call, requisitionListUid);
      const items = await requireItems(call, list, withIds(requisitionListItemUids));
      await removeItems(
        call,
        list,
        items.map(({ item_id }) => item_id),
      );
      return { requisition_list: await after(call, list) };
    },
    own,
  ),
  copyItemsBetweenRequisitionLists: t.field(
    'CopyItemsFromRequisitionListsOutput',
    {
      sourceRequisitionListUid: 'ID!',
      destinationRequisitionListUid: 'ID',
      requisitionListItem: 'CopyItemsBetweenRequisitionListsInput',
    },
    async (_, { sourceRequisitionListUid: from, destinationRequisitionListUid: to, requisitionListItem }, call) => {
      const { target } = await transfer(call, { from, to, items: requisitionListItem, isMove: false });
      return { requisition_list: target };
    },
    own,
  ),
  moveItemsBetweenRequisitionLists: t.field(
    'MoveItemsBetweenRequisitionListsOutput',
    {
      sourceRequisitionListUid: 'ID!',
      destinationRequisitionListUid: 'ID',
      requisitionListItem: 'MoveItemsBetweenRequisitionListsInput',
    },
    async (_, { sourceRequisitionListUid: from, destinationRequisitionListUid: to, requisitionListItem }, call) => {
      const { source, target } = await transfer(call, { from, to, items: requisitionListItem, isMove: true });
      return { source_requisition_list: source, destination_requisition_list: target };
    },
    own,
  ),
}));

const quoteMutations = mutations((t) => ({
  moveLineItemToRequisitionList: t.field(
    'MoveLineItemToRequisitionListOutput',
    { input: 'MoveLineItemToRequisitionListInput!' },
    (_, { input }, call) => moveFromQuote(call, input),
    own,
  ),
}));

const cartMutations = mutations((t) => ({
  addRequisitionListItemsToCart: t.field(
    'AddRequisitionListItemsToCartOutput',
    { requisitionListUid: 'ID!', requisitionListItemUids: '[ID!]' },
    (_, { requisitionListUid, requisitionListItemUids }, call) =>
      toCart(call, requisitionListUid, requisitionListItemUids),
    own,
  ),
  clearCustomerCart: t.field(
    'ClearCustomerCartOutput',
    { cartUid: 'String!' },
    async (_, { cartUid }, call) => {
      requireRequisitionLists(call);
      const { quote } = call.services;
      const cart = await quote.removeAllItems(call, await quote.storefrontCart(call, cartUid));
      return { cart: { cart }, status: true };
    },
    own,
  ),
}));

/** Requisition lists of the storefront, to change. */
export const requisitionListChanges = [
  enums,
  values,
  inputs,
  listMutations,
  itemMutations,
  quoteMutations,
  cartMutations,
];
