import type { Call } from '../../kernel/call.ts';
import { isClientError } from '../../kernel/errors.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  mutations,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import type { StoredWishlist } from '../wishlist/service.ts';
import { hasSeveralLists, mostLists } from './configuration.ts';
import { multipleWishlistErrors } from './errors.ts';

const enums = enumTypes({ WishlistVisibilityEnum: ['PUBLIC', 'PRIVATE'] });
const between = {
  destination_wishlist: 'Wishlist!',
  source_wishlist: 'Wishlist!',
  user_errors: '[WishListUserInputError]!',
} as const;
const values = valueTypes({
  CopyProductsBetweenWishlistsOutput: between,
  CreateWishlistOutput: { wishlist: 'Wishlist!' },
  DeleteWishlistOutput: { status: 'Boolean!', wishlists: '[Wishlist]!' },
  MoveProductsBetweenWishlistsOutput: between,
  UpdateWishlistOutput: { name: 'String!', uid: 'ID!', visibility: 'WishlistVisibilityEnum!' },
});
const item = { quantity: 'Float', wishlist_item_id: 'ID!' } as const;
const inputs = inputTypes({
  CreateWishlistInput: { name: 'String!', visibility: 'WishlistVisibilityEnum!' },
  WishlistItemCopyInput: item,
  WishlistItemMoveInput: item,
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

type Visibility = GraphQLTypes['WishlistVisibilityEnum'];

const visibilityOf = ({ is_public }: StoredWishlist): Visibility => (is_public === 1 ? 'PUBLIC' : 'PRIVATE');
const nameOf = ({ name }: StoredWishlist): string => name ?? 'Wish List';

const ofLists = extendType('Wishlist', (t) => ({
  name: t.field('String', ({ list }) => nameOf(list)),
  visibility: t.field('WishlistVisibilityEnum!', ({ list }) => visibilityOf(list)),
}));

/** Validates that no other list of the caller has the name; returns it. */
async function checkedName(call: Call, input: string, own?: StoredWishlist): Promise<string> {
  const name = input.trim();
  if (name === '') throw multipleWishlistErrors.nameMissing();
  const all = await call.services.wishlist.of(call, call.caller.id);
  if (all.some((one) => one.wishlist_id !== own?.wishlist_id && nameOf(one) === name)) {
    throw multipleWishlistErrors.nameTaken([name]);
  }
  return name;
}

function checkEnabled(call: Call): void {
  if (!call.config.of(hasSeveralLists, { storeId: call.scope.storeId })) throw multipleWishlistErrors.disabled();
}

async function create(call: Call, { name, visibility }: GraphQLTypes['CreateWishlistInput']): Promise<StoredWishlist> {
  checkEnabled(call);
  const { customer, wishlist } = call.services;
  // Without the lock, concurrent requests could exceed the limit.
  await customer.lock(call, call.caller.id);
  const most = call.config.of(mostLists, { storeId: call.scope.storeId });
  if ((await wishlist.of(call, call.caller.id)).length >= most) throw multipleWishlistErrors.tooMany([most]);
  const fields = { name: await checkedName(call, name), is_public: visibility === 'PUBLIC' ? 1 : 0 } as const;
  return wishlist.own(call, String(await wishlist.make(call, call.caller.id, fields)));
}

async function update(
  call: Call,
  id: string,
  name: string | null | undefined,
  visibility: Visibility | null | undefined,
): Promise<StoredWishlist> {
  checkEnabled(call);
  const { wishlist } = call.services;
  const list = await wishlist.own(call, id);
  await wishlist.change(call, list, {
    ...(name != null && { name: await checkedName(call, name, list) }),
    ...(visibility && { is_public: visibility === 'PUBLIC' ? 1 : 0 }),
  });
  return wishlist.own(call, String(list.wishlist_id));
}

async function remove(call: Call, id: string): Promise<StoredWishlist[]> {
  checkEnabled(call);
  const { wishlist } = call.services;
  const list = await wishlist.own(call, id);
  if (list.default_of !== null) throw multipleWishlistErrors.isDefault();
  await wishlist.delete(call, list);
  return wishlist.of(call, call.caller.id);
}

/** Copies or moves items from one list of the caller to another; failures are reported beside the results. */
async function transfer(
  call: Call,
  { from, to, items, moves }: { from: string; to: string; items: readonly CopyInput[]; moves: boolean },
): Promise<GraphQLTypes['CopyProductsBetweenWishlistsOutput']> {
  checkEnabled(call);
  const { catalog, wishlist } = call.services;
  const [source, target] = [await wishlist.own(call, from), await wishlist.own(call, to)];
  if (source.wishlist_id === target.wishlist_id) throw multipleWishlistErrors.sameList();
  const wishes = (await wishlist.wishesOf(call, [source.wishlist_id])).get(source.wishlist_id) ?? [];
  const errors: GraphQLTypes['WishListUserInputError'][] = [];
  for (const { wishlist_item_id: id, quantity } of items) {
    const wish = wishes.find((one) => String(one.wishlist_item_id) === id);
    const product = wish && (await catalog.productById(call, wish.product_id, call.scope.storeId));
    if (!wish || !product) {
      errors.push({ code: 'PRODUCT_NOT_FOUND', message: `The wish list has no item ${id}.` });
      continue;
    }
    try {
      await call.savepoint((inside) =>
        wishlist.copyWish(inside, target, { sku: product.sku, quantity: quantity ?? wish.qty, options: wish.options }),
      );
      const left = moves ? wish.qty - (quantity ?? wish.qty) : wish.qty;
      if (left <= 0) await wishlist.removeWishes(call, source, [wish.wishlist_item_id]);
      else if (moves) await wishlist.changeWish(call, source, wish.wishlist_item_id, { qty: left });
    } catch (error) {
      if (!isClientError(error)) throw error;
      errors.push({ code: 'UNDEFINED', message: error.text });
    }
  }
  return { destination_wishlist: { list: target }, source_wishlist: { list: source }, user_errors: errors };
}

type CopyInput = GraphQLTypes['WishlistItemCopyInput'];

const own = { customersOnly: true } as const;
const listMutations = mutations((t) => ({
  copyProductsBetweenWishlists: t.field(
    'CopyProductsBetweenWishlistsOutput',
    { sourceWishlistUid: 'ID!', destinationWishlistUid: 'ID!', wishlistItems: '[WishlistItemCopyInput!]!' },
    (_, { sourceWishlistUid: from, destinationWishlistUid: to, wishlistItems: items }, call) =>
      transfer(call, { from, to, items, moves: false }),
    own,
  ),
  createWishlist: t.field(
    'CreateWishlistOutput',
    { input: 'CreateWishlistInput!' },
    async (_, { input }, call) => ({ wishlist: { list: await create(call, input) } }),
    own,
  ),
  deleteWishlist: t.field(
    'DeleteWishlistOutput',
    { wishlistId: 'ID!' },
    async (_, { wishlistId }, call) => ({
      status: true,
      wishlists: (await remove(call, wishlistId)).map((list) => ({ list })),
    }),
    own,
  ),
  moveProductsBetweenWishlists: t.field(
    'MoveProductsBetweenWishlistsOutput',
    { sourceWishlistUid: 'ID!', destinationWishlistUid: 'ID!', wishlistItems: '[WishlistItemMoveInput!]!' },
    (_, { sourceWishlistUid: from, destinationWishlistUid: to, wishlistItems: items }, call) =>
      transfer(call, { from, to, items, moves: true }),
    own,
  ),
  updateWishlist: t.field(
    'UpdateWishlistOutput',
    { wishlistId: 'ID!', name: 'String', visibility: 'WishlistVisibilityEnum' },
    async (_, { wishlistId, name, visibility }, call) => {
      const list = await update(call, wishlistId, name, visibility);
      return { name: nameOf(list), uid: String(list.wishlist_id), visibility: visibilityOf(list) };
    },
    own,
  ),
}));

/** Multiple wish lists in GraphQL. */
export const multipleWishlistGraphql = [
  enums,
  values,
  inputs,
  ofLists,
  listMutations,
  storeConfigFields({
    enable_multiple_wishlists: ['String', hasSeveralLists],
    maximum_number_of_wishlists: ['String', mostLists],
  }),
];
