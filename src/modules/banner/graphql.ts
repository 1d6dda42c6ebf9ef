import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  objectType,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import { countShown, shownBlocks, type BlockFilter, type ShownBlock } from './shown-blocks.ts';
import { locations } from './targets.ts';

const enums = enumTypes({
  DynamicBlockLocationEnum: locations,
  DynamicBlockTypeEnum: ['SPECIFIED', 'CART_PRICE_RULE_RELATED', 'CATALOG_PRICE_RULE_RELATED'],
});
const values = valueTypes({
  DynamicBlocks: { items: '[DynamicBlock]!', page_info: 'SearchResultPageInfo', total_count: 'Int!' },
});
const inputs = inputTypes({
  DynamicBlocksFilterInput: {
    cart_id: 'String',
    dynamic_block_uids: '[ID]',
    locations: '[DynamicBlockLocationEnum]',
    product_uid: 'ID',
    type: 'DynamicBlockTypeEnum!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    DynamicBlock: ShownBlock;
  }
}

const blockType = objectType('DynamicBlock', (t) => ({
  content: t.field('ComplexTextValue!', async ({ content }, _, call) => ({
    html: await call.services.cms.showContent(call, content),
  })),
  uid: t.field('ID!', ({ id }) => uidOf(id)),
}));

type Filter = GraphQLTypes['DynamicBlocksFilterInput'];

/** The visitor for whom blocks are read: the segments, and the ids of the cart price rules that apply. */
interface Visitor {
  readonly segmentIds: readonly number[];
  ruleIds(): Promise<readonly number[]>;
}

/** The owner of a cart. Throws for a cart of somebody else. */
async function visitorWith(call: Call, cartId: string): Promise<Visitor> {
  const { customerSegment, quote } = call.services;
  const cart = await quote.storefrontCart(call, cartId);
  const segments = await customerSegment.ofCart(call, cart);
  return {
    segmentIds: segments(cart).map(({ id }) => id),
    ruleIds: async () => (await quote.totals(call, cart)).appliedRuleIds,
  };
}

/** The caller without a cart: a visitor is in no segment then, and every rule without a coupon counts. */
async function visitorAlone(call: Call): Promise<Visitor> {
  const { customer, customerSegment, salesRule } = call.services;
  const { type, id } = call.caller;
  const own = type === 'customer' ? await customer.customer(call, id) : undefined;
  const { storeId, websiteId } = call.scope;
  return {
    segmentIds: own ? ((await customerSegment.ofCustomers(call, [own.id])).get(own.id) ?? []) : [],
    ruleIds: async () => {
      const customerGroupId = (await customer.groupOfCaller(call)) ?? 0;
      const rules = await salesRule.activeRules(call, {
        storeId,
        websiteId,
        customerGroupId,
        customerId: own?.id,
        couponCodes: [],
      });
      return rules.map((rule) => rule.id);
    },
  };
}

/** The catalog price rules that apply to the caller: to one product, to none if it is not offered, or to any. */
async function catalogRuleIds(call: Call, productUid: string | null | undefined): Promise<readonly number[]> {
  const { catalogRule, storefront } = call.services;
  const groupId = await storefront.group(call);
  if (productUid == null) return catalogRule.appliedRuleIds(call, groupId);
  const source = await storefront.product(call, idOf(productUid) ?? 0);
  const isOffered =
    Number(source?.values.status ?? 1) === 1 && source?.product.website_ids.includes(call.scope.websiteId);
  return source && isOffered ? catalogRule.appliedRuleIds(call, groupId, source.product) : [];
}

/** The rules that blocks of a type are related to; undefined: blocks with and without rules. */
async function rulesFor(
  call: Call,
  { type, product_uid: productUid }: Filter,
  visitor: Visitor,
): Promise<BlockFilter['rules']> {
  switch (type) {
    case 'SPECIFIED':
      return undefined;
    case 'CART_PRICE_RULE_RELATED':
      return { kind: 'cart_rule', ids: await visitor.ruleIds() };
    case 'CATALOG_PRICE_RULE_RELATED':
      return { kind: 'catalog_rule', ids: await catalogRuleIds(call, productUid) };
  }
}

/** The entries of an optional list; undefined where it names none. */
function namedIn<T extends string>(list: readonly (T | null | undefined)[] | null | undefined): T[] | undefined {
  const names = (list ?? []).flatMap((one) => one || []);
  return names.length > 0 ? names : undefined;
}

async function filterOf(call: Call, input: Filter | null | undefined): Promise<BlockFilter> {
  const sent: Filter = input ?? { type: 'SPECIFIED' };
  const { cart_id: cartId, dynamic_block_uids: uids, locations: places } = sent;
  const visitor = cartId ? await visitorWith(call, cartId) : await visitorAlone(call);
  return {
    ids: namedIn(uids)?.map((uid) => idOf(uid) ?? 0),
    locations: namedIn(places),
    segmentIds: visitor.segmentIds,
    rules: await rulesFor(call, sent, visitor),
  };
}

const blockQueries = queries((t) => ({
  dynamicBlocks: t.field(
    'DynamicBlocks!',
    { input: 'DynamicBlocksFilterInput', pageSize: 'Int = 20', currentPage: 'Int = 1' },
    async (_, { input, pageSize, currentPage }, call) => {
      const requestedPage = readAskedPage(currentPage, pageSize);
      const filter = await filterOf(call, input);
      const items = await shownBlocks(call, filter, requestedPage);
      const total = await countShown(call, filter);
      const count = () => Promise.resolve(total);
      await requireReached(requestedPage, items.length, count);
      return { items, page_info: await pageInfo(requestedPage, count), total_count: total };
    },
  ),
}));

/** Dynamic blocks as storefronts see them. */
export const dynamicBlockDeclarations = [enums, values, inputs, blockType, blockQueries];
