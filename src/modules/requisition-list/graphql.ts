import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  extendType,
  inputTypes,
  interfaceType,
  objectType,
  ofRelease,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage } from '../../storage/criteria/pages.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { hasRequisitionLists } from './configuration.ts';
import { itemsOf, type ListItem } from './items.ts';
import { countLists, pageOfLists, requireRequisitionLists, type ListOrder } from './lists.ts';
import type { RequisitionListItemSource, RequisitionListSource } from './types.ts';

const enums = enumTypes({ RequisitionListSortableField: ['NAME', 'UPDATED_AT'] });

const page = {
  items: '[RequisitionListItemInterface]!',
  page_info: 'SearchResultPageInfo',
  total_pages: 'Int!',
} as const;
const values = valueTypes({
  RequisitionListItems: page,
  RequisitionLists: { items: '[RequisitionList]', page_info: 'SearchResultPageInfo', total_count: 'Int' },
  // The interface misspells the name.
  RequistionListItems: page,
});

const inputs = inputTypes({
  RequisitionListFilterInput: { name: 'FilterMatchTypeInput', uids: 'FilterEqualTypeInput' },
  RequisitionListSortInput: { sort_direction: 'SortEnum', sort_field: 'RequisitionListSortableField!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    BundleRequisitionListItem: RequisitionListItemSource;
    ConfigurableRequisitionListItem: RequisitionListItemSource;
    DownloadableRequisitionListItem: RequisitionListItemSource;
    GiftCardRequisitionListItem: RequisitionListItemSource;
    RequisitionList: RequisitionListSource;
    RequisitionListItemInterface: RequisitionListItemSource;
    SimpleRequisitionListItem: RequisitionListItemSource;
    VirtualRequisitionListItem: RequisitionListItemSource;
  }
}

/** The items of a list whose products are enabled, batched with those of other lists. */
const enabledItems = loader<number, ListItem[]>(async (ids, call) => {
  const found = await itemsOf(call, ids);
  return ids.map((id) => (found.get(id) ?? []).filter(({ isEnabled }) => isEnabled));
});

/** Items with their products and choices, batched with those of other lists. */
const chosenItems = loader<ListItem, RequisitionListItemSource | null>(async (items, call) => {
  const { quote, storefront } = call.services;
  const wishes = items.map(({ item_id, product_id, qty, options }) => ({
    id: item_id,
    productId: product_id,
    quantity: qty,
    options,
  }));
  const found = await quote.chosenProducts(call, wishes, await storefront.group(call));
  return items.map((item) => {
    const chosen = found.get(item.item_id);
    return chosen ? { item, chosen } : null;
  });
});

interface PageArguments {
  readonly currentPage: number | null;
  readonly pageSize: number | null;
}

async function pageOfItems({ list }: RequisitionListSource, { currentPage, pageSize }: PageArguments, call: Call) {
  const asked = readAskedPage(currentPage, pageSize);
  const all = await enabledItems(call, list.list_id);
  const shown = all.slice((asked.page - 1) * asked.pageSize, asked.page * asked.pageSize);
  const sources = await Promise.all(shown.map((item) => chosenItems(call, item)));
  const info = await pageInfo(asked, () => Promise.resolve(all.length));
  return { items: sources.filter((source) => source !== null), page_info: info, total_pages: info.total_pages };
}

const pages = { currentPage: 'Int = 1', pageSize: 'Int = 20' } as const;
const listType = objectType('RequisitionList', (t) => ({
  description: t.field('String', ({ list }) => list.description),
  items: deprecated('Use `requisition_list_items`.', t.field('RequistionListItems', pages, pageOfItems)),
  items_count: t.field('Int!', async ({ list }, _, call) => (await enabledItems(call, list.list_id)).length),
  name: t.field('String!', ({ list }) => list.name),
  requisition_list_items: ofRelease({ release: '2.4.9' }, t.field('RequisitionListItems', pages, pageOfItems)),
  uid: t.field('ID!', ({ list }) => uidOf(list.list_id)),
  updated_at: t.field('String', ({ list }) => list.updated_at),
}));

/** Types of items by the type of the product. */
const itemTypes: Readonly<Record<string, string>> = {
  BundleProduct: 'BundleRequisitionListItem',
  ConfigurableProduct: 'ConfigurableRequisitionListItem',
  DownloadableProduct: 'DownloadableRequisitionListItem',
  GiftCardProduct: 'GiftCardRequisitionListItem',
  VirtualProduct: 'VirtualRequisitionListItem',
};

const itemInterface = interfaceType(
  'RequisitionListItemInterface',
  (t) => ({
    customizable_options: t.field('[SelectedCustomizableOption]!', ({ chosen }, _, call) =>
      call.services.quote.customizableOptions(chosen),
    ),
    product: t.field('ProductInterface!', ({ chosen: { node } }, _, call) =>
      call.services.storefront.source(call, node.product),
    ),
    quantity: t.field('Float!', ({ item }) => item.qty),
    sku: t.field('String!', ({ chosen: { node } }) => node.product.product.sku),
    uid: t.field('ID!', ({ item }) => uidOf(item.item_id)),
  }),
  ({ chosen: { node } }, call) =>
    itemTypes[call.services.storefront.source(call, node.product).typename] ?? 'SimpleRequisitionListItem',
);

const ofItems = ['RequisitionListItemInterface'] as const;
const items = [
  objectType(
    'BundleRequisitionListItem',
    (t) => ({
      bundle_options: t.field('[SelectedBundleOption]!', ({ chosen }, _, call) =>
        call.services.bundle.chosenOptions(chosen),
      ),
    }),
    ofItems,
  ),
  objectType(
    'ConfigurableRequisitionListItem',
    (t) => ({
      configurable_options: t.field('[SelectedConfigurableOption]', ({ chosen }, _, call) =>
        call.services.configurableProduct.chosenOptions(call, chosen),
      ),
    }),
    ofItems,
  ),
  objectType(
    'DownloadableRequisitionListItem',
    (t) => ({
      links: t.field('[DownloadableProductLinks]', ({ chosen, item }, _, call) =>
        call.services.downloadable.chosenLinks(chosen, item.options),
      ),
      samples: t.field('[DownloadableProductSamples]', ({ chosen }, _, call) =>
        call.services.downloadable.samples(chosen),
      ),
    }),
    ofItems,
  ),
  objectType(
    'GiftCardRequisitionListItem',
    (t) => ({
      gift_card_options: t.field('GiftCardOptions!', ({ item }, _, call) =>
        call.services.giftCard.chosenOptions(call, item.options),
      ),
    }),
    ofItems,
  ),
  objectType('SimpleRequisitionListItem', () => ({}), ofItems),
  objectType('VirtualRequisitionListItem', () => ({}), ofItems),
];

/** A request for some of the caller's lists. */
interface ListsRequest extends PageArguments {
  readonly filter?: GraphQLTypes['RequisitionListFilterInput'] | null | undefined;
  readonly sort?: GraphQLTypes['RequisitionListSortInput'] | null | undefined;
}

/** A page of the caller's lists. Throws when lists are disabled. */
export async function ownLists(
  call: Call,
  { filter, sort, ...asked }: ListsRequest,
): Promise<GraphQLTypes['RequisitionLists']> {
  requireRequisitionLists(call);
  const { id } = call.caller;
  const page = readAskedPage(asked.currentPage, asked.pageSize);
  const conditions = readFilter(filter ?? {});
  const lists = await pageOfLists(call, id, page, conditions, sort ? readOrder(sort) : undefined);
  const count = await countLists(call, id, conditions);
  return {
    items: lists.map((list) => ({ list })),
    page_info: await pageInfo(page, () => Promise.resolve(count)),
    total_count: count,
  };
}

function readFilter({ name, uids }: GraphQLTypes['RequisitionListFilterInput']) {
  const sent = uids?.eq != null ? [uids.eq] : uids?.in;
  const ids = sent?.flatMap((uid) => (uid == null ? [] : (idOf(uid) ?? [])));
  return {
    ...(ids && { ids }),
    ...(name?.match != null && { name: { text: name.match.trim(), isWhole: name.match_type === 'FULL' } }),
  };
}

function readOrder({ sort_direction, sort_field }: GraphQLTypes['RequisitionListSortInput']): ListOrder {
  return {
    field: sort_field === 'NAME' ? 'name' : 'updated_at',
    direction: sort_direction === 'DESC' ? 'desc' : 'asc',
  };
}

const customerFields = extendType('Customer', (t) => ({
  // Others who see a customer, such as users of the same company, do not see the lists.
  requisition_lists: t.field(
    'RequisitionLists',
    {
      pageSize: 'Int = 20',
      currentPage: 'Int = 1',
      filter: 'RequisitionListFilterInput',
      sort: 'RequisitionListSortInput',
    },
    async ({ customer }, request, call) => {
      if (call.caller.type !== 'customer' || call.caller.id !== customer.id) return null;
      return ownLists(call, request);
    },
  ),
}));

/** Requisition lists of the storefront, to read. */
export const requisitionListGraphql = [
  enums,
  values,
  inputs,
  listType,
  itemInterface,
  ...items,
  customerFields,
  storeConfigFields({ is_requisition_list_active: ['String', hasRequisitionLists] }),
];
