import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { configured } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { home } from './shop.ts';
import * as front from './storefront.ts';

let souk: Souk;
let guest: GraphQLClient;
let me: front.Customer;
let other: front.Customer;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  me = await front.newCaller(souk);
  other = await front.newCaller(souk);
});
afterAll(() => souk?.stop());

const UNKNOWN = 'Unknown gift registry identifier';
const READ = 'query($u: ID!) { giftRegistry(giftRegistryUid: $u) { uid } }';

/** The uids of the registries that a search finds. */
async function found(field: string, gql = guest): Promise<string[]> {
  const data = await gql.data(`{ found: ${field} { gift_registry_uid } }`);
  return data.found.map((one: Json) => one.gift_registry_uid);
}

describe('searches', () => {
  const RESULT = '{ event_date event_title gift_registry_uid location name type }';

  it('find registries of a type also when many newer ones of other types have the name', async () => {
    const lastname = unique('Many');
    const { uid } = await front.createRegistry(me, { registrants: [front.registrant({ lastname })] });
    const birthday = {
      gift_registry_type_uid: 'MQ==',
      registrants: [front.registrant({ lastname, dynamic_attributes: [] })],
      dynamic_attributes: [
        { code: 'event_country', value: 'US' },
        { code: 'event_date', value: '2031-05-01' },
      ],
    };
    // A customer has 50 registries at most, and a search returns 100.
    for (const owner of [await front.newCaller(souk), await front.newCaller(souk), await front.newCaller(souk)])
      for (let i = 0; i < 34; i++) await front.createRegistry(owner, birthday);
    const search = `giftRegistryTypeSearch(firstName: "Julie", lastName: "${lastname}"`;
    expect(await found(`${search}, giftRegistryTypeUid: "Mw==")`)).toEqual([uid]);
    expect(await found(`${search})`)).toHaveLength(100);
  });

  it('find public registries by email address, id, and name and type of registrants', async () => {
    const [lastname, email] = [unique('Rao'), `${unique('julie')}@example.com`];
    const registrants = [
      front.registrant({ lastname: ` ${lastname}`, email }),
      front.registrant({ firstname: 'Bill' }),
    ];
    const { uid } = await front.createRegistry(me, { registrants });
    const expected = [
      {
        event_date: '2031-05-01',
        event_title: 'A wedding',
        gift_registry_uid: uid,
        location: 'Ann Arbor, MI',
        name: `Julie ${lastname}, Bill Rao`,
        type: 'Wedding',
      },
    ];
    const searches = [
      `giftRegistryEmailSearch(email: "${email.toUpperCase()}")`,
      `giftRegistryIdSearch(giftRegistryUid: "${uid}")`,
      `giftRegistryTypeSearch(firstName: "JULIE", lastName: "${lastname}")`,
      `giftRegistryTypeSearch(firstName: "julie", lastName: "${lastname}", giftRegistryTypeUid: "Mw==")`,
    ];
    for (const search of searches) {
      expect((await guest.data(`{ found: ${search} ${RESULT} }`)).found, search).toEqual(expected);
    }
    const none = [
      `giftRegistryEmailSearch(email: "${me.account.email}")`,
      'giftRegistryEmailSearch(email: "")',
      'giftRegistryEmailSearch(email: "%")',
      `giftRegistryIdSearch(giftRegistryUid: "${uid.toLowerCase()}")`,
      'giftRegistryIdSearch(giftRegistryUid: "")',
      `giftRegistryTypeSearch(firstName: "J%", lastName: "${lastname}")`,
      `giftRegistryTypeSearch(firstName: "Julie", lastName: "${lastname}", giftRegistryTypeUid: "MQ==")`,
      `giftRegistryTypeSearch(firstName: "Julie", lastName: "${lastname}", giftRegistryTypeUid: "x")`,
    ];
    for (const search of none) expect(await found(search), search).toEqual([]);
    await configured(souk, { 'magento_giftregistry/general/enabled': '0' }, async () => {
      for (const search of searches) expect(await found(search)).toEqual([]);
    });
  });

  it('find no private and no inactive registries, for nobody', async () => {
    for (const over of [{ privacy_settings: 'PRIVATE' }, { status: 'INACTIVE' }]) {
      const [lastname, email] = [unique('Rao'), `${unique('julie')}@example.com`];
      const { uid } = await front.createRegistry(me, { ...over, registrants: [front.registrant({ lastname, email })] });
      for (const gql of [guest, other.gql, me.gql]) {
        expect(await found(`giftRegistryEmailSearch(email: "${email}")`, gql)).toEqual([]);
        expect(await found(`giftRegistryIdSearch(giftRegistryUid: "${uid}")`, gql)).toEqual([]);
        expect(await found(`giftRegistryTypeSearch(firstName: "Julie", lastName: "${lastname}")`, gql)).toEqual([]);
      }
      for (const gql of [guest, other.gql]) {
        refuses(await gql.send(READ, { u: uid }), 'graphql-no-such-entity', UNKNOWN);
      }
      expect((await front.read(me.gql, uid)).uid).toBe(uid);
    }
  });
});

describe('a guest', () => {
  it('reads the public fields of a public registry, and no others', async () => {
    const { uid } = await front.createRegistry(me);
    for (const gql of [guest, other.gql]) {
      expect(await front.read(gql, uid)).toMatchObject({ uid, owner_name: 'Ada Example', type: { label: 'Wedding' } });
      for (const field of [
        'created_at',
        'privacy_settings',
        'status',
        'shipping_address { city }',
        'registrants { email }',
      ]) {
        const answer = await gql.send(`query($u: ID!) { giftRegistry(giftRegistryUid: $u) { uid ${field} } }`, {
          u: uid,
        });
        refuses(answer, 'graphql-authorization', "The current customer isn't authorized.");
        expect(answer.text).not.toMatch(/PUBLIC|ACTIVE|San Diego|julie@example/);
      }
    }
  });
});

const NEW_CART = 'mutation { createEmptyCart }';
const ADD =
  'mutation($c: String!, $i: [CartItemInput!]!) { addProductsToCart(cartId: $c, cartItems: $i) { user_errors { message } } }';
const SHIP = `mutation($c: String!, $u: ID) { setShippingAddressesOnCart(input: { cart_id: $c, shipping_addresses: [{ gift_registry_uid: $u }] }) {
  cart { shipping_addresses { firstname street city postcode telephone vat_id country { code } region { code } available_shipping_methods { method_code } } } } }`;
const BILLING =
  'billing_address: { address: { firstname: "Bo", lastname: "Li", street: ["1"], city: "Reno", region_id: 39, postcode: "89501", country_code: "US", telephone: "1" } }';

async function guestCart(sku: string, quantity: number): Promise<string> {
  const { createEmptyCart: c } = await guest.data(NEW_CART);
  expect((await guest.data(ADD, { c, i: [{ sku, quantity }] })).addProductsToCart.user_errors).toEqual([]);
  return c;
}

/** Orders a cart that has its shipping address. */
async function order(c: string): Promise<Json> {
  const email = `${unique('giver')}@example.com`;
  await guest.data(
    `mutation($c: String!, $e: String!) {
    setGuestEmailOnCart(input: { cart_id: $c, email: $e }) { cart { id } }
    setBillingAddressOnCart(input: { cart_id: $c, ${BILLING} }) { cart { id } }
    setShippingMethodsOnCart(input: { cart_id: $c, shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }) { cart { id } }
    setPaymentMethodOnCart(input: { cart_id: $c, payment_method: { code: "checkmo" } }) { cart { id } } }`,
    { c, e: email },
  );
  const { placeOrder } = await guest.data(
    'mutation($c: String!) { placeOrder(input: { cart_id: $c }) { errors { message } orderV2 { id number token shipping_address { firstname street city postcode telephone country_code } } } }',
    { c },
  );
  expect(placeOrder.errors).toEqual([]);
  return placeOrder.orderV2;
}

describe('D338: a cart that is shipped to a registry', () => {
  it('goes to its address, which the buyer does not see, and its order counts', async () => {
    const { sku } = await newProduct(souk);
    const { uid } = await front.createRegistry(me);
    await front.move(me.gql, await front.fill(me.gql, { sku, quantity: 3 }), uid);
    const c = await guestCart(sku, 2);
    const { cart } = (await guest.data(SHIP, { c, u: uid })).setShippingAddressesOnCart;
    expect(cart.shipping_addresses).toEqual([
      {
        firstname: 'Ada',
        street: [''],
        city: '',
        postcode: null,
        telephone: null,
        vat_id: null,
        country: { code: 'US' },
        region: { code: 'CA' },
        available_shipping_methods: [{ method_code: 'flatrate' }],
      },
    ]);
    const SAME =
      'mutation($c: String!) { setBillingAddressOnCart(input: { cart_id: $c, billing_address: { same_as_shipping: true } }) { cart { billing_address { city } } } }';
    refuses(await guest.send(SAME, { c }), 'graphql-input', /because it is not yours/);
    const placed = await order(c);
    expect(placed.shipping_address).toMatchObject({ firstname: 'Ada', city: '', postcode: null, country_code: 'US' });
    expect(JSON.stringify(placed)).not.toMatch(/Secret Lane|San Diego|92101|555-0177/);
    const id = Number(atob(placed.id));
    const stored = ok(await souk.admin.get(`/V1/orders/${id}`));
    const [{ shipping }] = stored.extension_attributes.shipping_assignments;
    expect(shipping.address).toMatchObject({ city: home.city, street: home.street });
    const fulfilled = async (): Promise<Json> => (await front.read(guest, uid)).items;
    expect(await fulfilled()).toMatchObject([{ quantity: 3, quantity_fulfilled: 2, product: { sku } }]);
    await mailTo(souk, me.account.email, ({ text }) => text.includes(sku));
    ok(await souk.admin.post(`/V1/orders/${id}/cancel`));
    expect(await fulfilled()).toMatchObject([{ quantity_fulfilled: 0 }]);
  });

  it('goes to an open registry or to an own one alone', async () => {
    const { sku } = await newProduct(souk);
    const hidden = await front.createRegistry(me, { privacy_settings: 'PRIVATE' });
    const inactive = await front.createRegistry(me, { status: 'INACTIVE' });
    const c = await guestCart(sku, 1);
    for (const u of [hidden.uid, inactive.uid, 'nothing']) {
      refuses(await guest.send(SHIP, { c, u }), 'graphql-no-such-entity', UNKNOWN);
    }
    for (const u of ['', null]) refuses(await guest.send(SHIP, { c, u }), 'graphql-input', /must contain either/);
    const own = await front.fill(me.gql, { sku, quantity: 1 });
    await me.gql.data(SHIP, { c: own, u: hidden.uid });
    refuses(await me.gql.send(SHIP, { c: own, u: inactive.uid }), 'graphql-no-such-entity', UNKNOWN);
  });
});

describe('an invitation', () => {
  const SHARE = `mutation($u: ID!, $s: ShareGiftRegistrySenderInput!, $i: [ShareGiftRegistryInviteeInput!]!) {
    shareGiftRegistry(giftRegistryUid: $u, sender: $s, invitees: $i) { is_shared } }`;
  const sender = { name: 'Roni', message: 'Help us celebrate.' };
  const invitee = () => ({ name: 'Brenda', email: `${unique('brenda')}@example.com` });

  it('is sent to each invitee with the id of the registry', async () => {
    const { uid: u } = await front.createRegistry(me);
    const i = [invitee(), invitee()];
    expect(await me.gql.data(SHARE, { u, s: sender, i })).toEqual({ shareGiftRegistry: { is_shared: true } });
    for (const { email } of i) {
      const { subject, text } = await mailTo(souk, email);
      expect(subject).toBe('Roni invites you to the gift registry "A wedding"');
      expect(text).toContain(u);
      expect(text).toContain(sender.message);
    }
  });

  it('is refused where it is incomplete, and for registries that nobody could open', async () => {
    const { uid: u } = await front.createRegistry(me);
    const one = invitee();
    const wrong: [object, object[], RegExp][] = [
      [sender, [], /provide Email for all of invitees/],
      [{ ...sender, name: ' ' }, [one], /provide Name for all of sender/],
      [{ ...sender, message: '' }, [one], /provide Message for all of sender/],
      [sender, [{ ...one, name: '' }], /provide Name for all of invitees/],
      [sender, [one, { ...one, email: 'x' }], /"x" is invalid/],
      [sender, [one, one, one, one], /No more than 3 emails/],
    ];
    for (const [s, i, text] of wrong) refuses(await me.gql.send(SHARE, { u, s, i }), 'graphql-input', text);
    for (const over of [{ privacy_settings: 'PRIVATE' }, { status: 'INACTIVE' }]) {
      const { uid } = await front.createRegistry(me, over);
      refuses(await me.gql.send(SHARE, { u: uid, s: sender, i: [one] }), 'graphql-input', /Only active and public/);
    }
    expect(mails(souk).some(({ to }) => to.includes(one.email))).toBe(false);
  });

  it('D339: is one of a limited number in an hour, also for requests at once', async () => {
    const owner = await front.newCaller(souk);
    const { uid: u } = await front.createRegistry(owner);
    await configured(souk, { 'souk/gift_registry/invitations_per_hour': '4' }, async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => owner.gql.send(SHARE, { u, s: sender, i: [invitee(), invitee()] })),
      );
      const refused = answers.filter(({ body }) => body.errors);
      expect(refused).toHaveLength(1);
      refuses(refused[0]!, 'graphql-input', "You can't send more than 4 invitations an hour.");
    });
  });
});
