import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
let gql: GraphQLClient;
const sku = unique('wish');

beforeAll(async () => {
  souk = await startSouk();
  await newProduct(souk, { sku, name: 'Cup', price: 5 });
  await souk.configure({ 'wishlist/general/multiple_enabled': '1' });
});
afterAll(() => souk?.stop());
beforeEach(async () => {
  gql = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
});

const CREATE =
  'mutation($n: String!, $v: WishlistVisibilityEnum!) { createWishlist(input: { name: $n, visibility: $v }) { wishlist { id name visibility items_count } } }';
const create = async (n: string, v = 'PRIVATE'): Promise<Answer['body']> =>
  (await gql.data(CREATE, { n, v })).createWishlist.wishlist;
const lists = async (): Promise<Answer['body']> =>
  (await gql.data('{ customer { wishlists { id name items_v2 { items { id quantity } } } } }')).customer.wishlists;
const MOVE = (how: string) =>
  `mutation($s: ID!, $d: ID!, $i: ID!, $q: Float) { ${how}ProductsBetweenWishlists(sourceWishlistUid: $s, destinationWishlistUid: $d, wishlistItems: [{ wishlist_item_id: $i, quantity: $q }]) { source_wishlist { items_count } destination_wishlist { items_count } user_errors { code } } }`;

describe('wish lists of a customer', () => {
  it('may be several, with names of their own', async () => {
    expect(await create('Birthday', 'PUBLIC')).toMatchObject({
      name: 'Birthday',
      visibility: 'PUBLIC',
      items_count: 0,
    });
    expect((await lists()).map(({ name }: Answer['body']) => name)).toEqual(['Wish List', 'Birthday']);
    refuses(
      await gql.send(CREATE, { n: ' Birthday ', v: 'PUBLIC' }),
      'graphql-input',
      'Wish list "Birthday" already exists.',
    );
    refuses(await gql.send(CREATE, { n: '  ', v: 'PUBLIC' }), 'graphql-input', 'Provide the wish list name.');
    await create('Kitchen');
    refuses(
      await gql.send(CREATE, { n: 'One more', v: 'PUBLIC' }),
      'graphql-input',
      'Only 3 wish list(s) can be created.',
    );
    expect(await lists()).toHaveLength(3);
  });

  it('are renamed and deleted, but for the one that everybody has', async () => {
    const { id } = await create('Old');
    const { updateWishlist } = await gql.data(
      'mutation($id: ID!) { updateWishlist(wishlistId: $id, name: "New", visibility: PUBLIC) { name uid visibility } }',
      { id },
    );
    expect(updateWishlist).toEqual({ name: 'New', uid: id, visibility: 'PUBLIC' });
    const DELETE = 'mutation($id: ID!) { deleteWishlist(wishlistId: $id) { status wishlists { name } } }';
    const [{ id: first }] = await lists();
    refuses(await gql.send(DELETE, { id: first }), 'graphql-input', "The default wish list can't be deleted.");
    expect((await gql.data(DELETE, { id })).deleteWishlist).toEqual({
      status: true,
      wishlists: [{ name: 'Wish List' }],
    });
    refuses(await gql.send(DELETE, { id }), 'graphql-input', 'The wishlist was not found.');
  });

  it('give each other what is in them: whole, in part, and copied', async () => {
    const { id: other } = await create('Other');
    const [{ id: first }] = await lists();
    await gql.data(
      'mutation($w: ID!, $s: String!) { addProductsToWishlist(wishlistId: $w, wishlistItems: [{ sku: $s, quantity: 3 }]) { user_errors { code } } }',
      { w: first, s: sku },
    );
    const quantities = async (): Promise<number[][]> =>
      (await lists()).map((list: Answer['body']) => list.items_v2.items.map((item: Answer['body']) => item.quantity));
    const [{ items_v2 }] = await lists();
    const one = { s: first, d: other, i: items_v2.items[0].id };
    const moved = await gql.data(MOVE('move'), { ...one, q: 1 });
    expect(moved.moveProductsBetweenWishlists.user_errors).toEqual([]);
    expect(await quantities()).toEqual([[2], [1]]);
    await gql.data(MOVE('copy'), { ...one, q: 2 });
    expect(await quantities()).toEqual([[2], [3]]);
    await gql.data(MOVE('move'), one);
    expect(await quantities()).toEqual([[], [5]]);
    refuses(await gql.send(MOVE('move'), { ...one, d: first }), 'graphql-input', 'Choose another wish list.');
    const gone = await gql.data(MOVE('copy'), one);
    expect(gone.copyProductsBetweenWishlists.user_errors).toEqual([{ code: 'PRODUCT_NOT_FOUND' }]);
  });

  it('are those of nobody else', async () => {
    const { id } = await create('Mine');
    const other = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    refuses(
      await other.send('mutation($id: ID!) { updateWishlist(wishlistId: $id, name: "Taken") { name } }', { id }),
      'graphql-input',
      'The wishlist was not found.',
    );
    refuses(await graphqlClient(souk).send(CREATE, { n: 'X', v: 'PUBLIC' }), 'graphql-authorization', /authorized/);
  });

  it('are one where the shop says so', async () => {
    await souk.configure({ 'wishlist/general/multiple_enabled': '0' });
    refuses(await gql.send(CREATE, { n: 'X', v: 'PUBLIC' }), 'graphql-input', 'Multiple wish lists are disabled.');
    await souk.configure({ 'wishlist/general/multiple_enabled': '1' });
  });
});
