import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { configured } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, type Souk } from '../support/souk.ts';
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
const notFound = (answer: Parameters<typeof refuses>[0]) => refuses(answer, 'graphql-no-such-entity', UNKNOWN);

describe('a customer', () => {
  it('learns the types with their attributes', async () => {
    const { giftRegistryTypes: types } = await guest.data(
      '{ giftRegistryTypes { uid label dynamic_attributes_metadata { __typename code label input_type is_required attribute_group sort_order } } }',
    );
    expect(types.map(({ uid, label }: Json) => [uid, label])).toEqual([
      ['MQ==', 'Birthday'],
      ['Mg==', 'Baby Registry'],
      ['Mw==', 'Wedding'],
    ]);
    const [, , { dynamic_attributes_metadata: attributes }] = types;
    expect(attributes.map(({ code, input_type }: Json) => [code, input_type])).toEqual([
      ['role', 'select'],
      ['event_country', 'country'],
      ['event_date', 'date'],
      ['event_location', 'text'],
      ['number_of_guests', 'text'],
    ]);
    expect(attributes[2]).toEqual({
      __typename: 'GiftRegistryDynamicAttributeMetadata',
      code: 'event_date',
      label: 'Wedding Date',
      input_type: 'date',
      is_required: true,
      attribute_group: 'event_information',
      sort_order: 3,
    });
  });

  it('creates a registry, sees it among the own ones, changes and removes it', async () => {
    const owner = await front.newCaller(souk);
    const made = await front.createRegistry(owner, { privacy_settings: 'PRIVATE' });
    expect(made).toEqual({
      uid: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      event_name: 'A wedding',
      message: 'Help us celebrate.',
      owner_name: 'Ada Example',
      privacy_settings: 'PRIVATE',
      status: 'ACTIVE',
      type: { uid: 'Mw==', label: 'Wedding' },
      dynamic_attributes: [
        { code: 'event_country', group: 'EVENT_INFORMATION', label: 'Country', value: 'US' },
        { code: 'event_date', group: 'EVENT_INFORMATION', label: 'Wedding Date', value: '2031-05-01' },
        { code: 'event_location', group: 'EVENT_INFORMATION', label: 'Location', value: 'Ann Arbor, MI' },
        { code: 'number_of_guests', group: 'EVENT_INFORMATION', label: 'Number of Guests', value: '101' },
      ],
      shipping_address: {
        firstname: 'Ada',
        street: home.street,
        city: home.city,
        postcode: home.postcode,
        country_code: 'US',
        region: { region: 'California' },
      },
      registrants: [
        {
          uid: expect.any(String),
          firstname: 'Julie',
          lastname: 'Rao',
          email: 'julie@example.com',
          dynamic_attributes: [{ code: 'role', label: 'Role', value: 'Bride' }],
        },
      ],
      items: [],
    });
    const LIST = `query($u: ID!) { customer { gift_registries { uid } gift_registry(giftRegistryUid: $u) ${front.OWN} } }`;
    const { customer } = await owner.gql.data(LIST, { u: made.uid });
    expect(customer).toEqual({ gift_registries: [{ uid: made.uid }], gift_registry: made });
    const UPDATE = `mutation($u: ID!, $r: UpdateGiftRegistryInput!) { updateGiftRegistry(giftRegistryUid: $u, giftRegistry: $r) { gift_registry ${front.OWN} } }`;
    const change = {
      event_name: 'Ours',
      privacy_settings: 'PUBLIC',
      status: 'INACTIVE',
      dynamic_attributes: [{ code: 'event_date', value: '2031-05-08' }],
    };
    const { updateGiftRegistry } = await owner.gql.data(UPDATE, { u: made.uid, r: change });
    expect(updateGiftRegistry.gift_registry).toEqual({
      ...made,
      event_name: 'Ours',
      privacy_settings: 'PUBLIC',
      status: 'INACTIVE',
      dynamic_attributes: made.dynamic_attributes.map((one: Json) =>
        one.code === 'event_date' ? { ...one, value: '2031-05-08' } : one,
      ),
    });
    const wrong = { dynamic_attributes: [{ code: 'event_date', value: ' ' }] };
    refuses(
      await owner.gql.send(UPDATE, { u: made.uid, r: { event_name: 'No', ...wrong } }),
      'graphql-input',
      '"Wedding Date" is a required value.',
    );
    expect((await front.read(owner.gql, made.uid)).event_name).toBe('Ours');
    const REMOVE = 'mutation($u: ID!) { removeGiftRegistry(giftRegistryUid: $u) { success } }';
    expect(await owner.gql.data(REMOVE, { u: made.uid })).toEqual({ removeGiftRegistry: { success: true } });
    expect((await owner.gql.data('{ customer { gift_registries { uid } } }')).customer.gift_registries).toEqual([]);
    notFound(await owner.gql.send(REMOVE, { u: made.uid }));
  });

  it('are confirmed to their owner by email', async () => {
    const owner = await front.newCaller(souk);
    const { uid } = await front.createRegistry(owner, { event_name: 'Ada & <Bob>' });
    const { text, html } = await mailTo(souk, owner.account.email, ({ subject }) =>
      subject.endsWith('"Ada & <Bob>" is ready'),
    );
    expect(text).toContain(`View Ada & <Bob>:\n${souk.base}/giftregistry/view/index/id/${uid}\n`);
    expect(html).toContain('View Ada &amp; &lt;Bob&gt;</a>');
  });

  it('ships to an entry of the address book or to an address of the registry alone', async () => {
    const address_data = {
      firstname: 'Bo',
      lastname: 'Li',
      street: ['1 New Way'],
      city: 'Reno',
      postcode: '89501',
      country_code: 'US',
      region: { region_id: 39 },
      telephone: '1',
    };
    const { shipping_address: entered } = await front.createRegistry(me, { shipping_address: { address_data } });
    expect(entered).toMatchObject({ firstname: 'Bo', street: ['1 New Way'], region: { region: 'Nevada' } });
    const [{ id }] = me.account.addresses;
    for (const address_id of [id, btoa(String(id))]) {
      const { shipping_address: chosen } = await front.createRegistry(me, { shipping_address: { address_id } });
      expect(chosen.street).toEqual(home.street);
    }
    const [{ id: foreign }] = other.account.addresses;
    const wrong: [object, RegExp][] = [
      [{ address_id: id, address_data }, /either "address_data" or "address_id", not both/],
      [{}, /must contain either "address_data" or "address_id"/],
      [{ address_id: foreign }, /The customer has no address "\d+"/],
      [{ address_id: 'x' }, /The customer has no address "x"/],
      [{ address_data: { ...address_data, city: '' } }, /Required parameters are missing: city/],
      [{ address_data: { ...address_data, region: { region_id: 999 } } }, /region_id does not match/],
    ];
    for (const [shipping_address, text] of wrong) {
      const answer = await me.gql.send(front.CREATE, { r: front.registryInput({ shipping_address }) });
      refuses(answer, 'graphql-input', text);
    }
    const { customer } = await me.gql.data('{ customer { addresses { id } } }');
    expect(customer.addresses).toHaveLength(1);
  });

  it('gives valid values alone', async () => {
    const owner = await front.newCaller(souk);
    const role = (value: string) => [front.registrant({ dynamic_attributes: [{ code: 'role', value }] })];
    const wrong: [object, RegExp][] = [
      [front.registryInput({ gift_registry_type_uid: btoa('9') }), /type "OQ==" does not exist/],
      [front.registryInput({ event_name: ' ' }), /"Event" is a required value/],
      [front.registryInput({ message: 'x'.repeat(10_001) }), /Invalid value of .* provided for the message field/],
      [front.registryInput({ dynamic_attributes: [] }), /"Country" is a required value/],
      [front.withAttribute('event_date', '2031-02-30'), /"Wedding Date" has an invalid value: 2031-02-30/],
      [front.withAttribute('event_country', 'Narnia'), /"Country" has an invalid value/],
      [front.withAttribute('event_location', 'x'.repeat(256)), /"Location" has an invalid value/],
      [
        front.registryInput({ dynamic_attributes: [{ code: 'colour', value: 'red' }] }),
        /do not have the field "colour"/,
      ],
      [
        front.registryInput({ dynamic_attributes: [{ code: '__proto__', value: 'x' }] }),
        /do not have the field "__proto__"/,
      ],
      [front.registryInput({ registrants: [] }), /needs a registrant/],
      [front.registryInput({ registrants: role('Boss') }), /"Role" has an invalid value: Boss/],
      [front.registryInput({ registrants: role('') }), /"Role" is a required value/],
      [front.registryInput({ registrants: [front.registrant({ email: 'x' })] }), /"Email" has an invalid value/],
      [front.registryInput({ registrants: [front.registrant({ firstname: ' ' })] }), /"First Name" is a required/],
      [
        front.registryInput({ registrants: Array.from({ length: 4 }, () => front.registrant()) }),
        /up to 3 registrants/,
      ],
    ];
    for (const [r, text] of wrong) refuses(await owner.gql.send(front.CREATE, { r }), 'graphql-input', text);
    expect((await owner.gql.data('{ customer { gift_registries { uid } } }')).customer.gift_registries).toEqual([]);
    // The code of an option is as good as its label.
    const { registrants } = await front.createRegistry(owner, { registrants: role('groom') });
    expect(registrants[0].dynamic_attributes[0].value).toBe('Groom');
  });

  it('D339: has no more registries and items than the settings allow', async () => {
    const owner = await front.newCaller(souk);
    const settings = { 'souk/gift_registry/max_registries': '2', 'souk/gift_registry/max_items': '2' };
    await configured(souk, settings, async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => owner.gql.send(front.CREATE, { r: front.registryInput() })),
      );
      const refused = answers.filter(({ body }) => body.errors);
      expect(refused).toHaveLength(1);
      refuses(refused[0]!, 'graphql-input', 'You have 2 gift registries, which is the limit.');
      const [{ uid }] = (await owner.gql.data('{ customer { gift_registries { uid } } }')).customer.gift_registries;
      const skus = [];
      for (let i = 0; i < 3; i++) skus.push((await newProduct(souk)).sku);
      const cart = await front.fill(owner.gql, ...skus.map((sku) => ({ sku, quantity: 1 })));
      refuses(await front.sendMove(owner.gql, cart, uid), 'graphql-input', 'A gift registry has up to 2 items.');
      const { items } = (await owner.gql.data('{ customerCart { itemsV2 { items { quantity } } } }')).customerCart
        .itemsV2;
      expect(items).toHaveLength(3);
    });
  });
});

describe('registrants', () => {
  const ADD = `mutation($u: ID!, $r: [AddGiftRegistryRegistrantInput!]!) { addGiftRegistryRegistrants(giftRegistryUid: $u, registrants: $r) { gift_registry ${front.OWN} } }`;
  const UPDATE = `mutation($u: ID!, $r: [UpdateGiftRegistryRegistrantInput!]!) { updateGiftRegistryRegistrants(giftRegistryUid: $u, registrants: $r) { gift_registry ${front.OWN} } }`;
  const REMOVE = `mutation($u: ID!, $r: [ID!]!) { removeGiftRegistryRegistrants(giftRegistryUid: $u, registrantsUid: $r) { gift_registry ${front.OWN} } }`;

  it('are added, changed and removed, up to the limit, and one at least', async () => {
    const { uid: u } = await front.createRegistry(me);
    const groom = front.registrant({ firstname: 'Bill', dynamic_attributes: [{ code: 'role', value: 'Groom' }] });
    const added = (await me.gql.data(ADD, { u, r: [groom] })).addGiftRegistryRegistrants.gift_registry.registrants;
    expect(added.map(({ firstname }: Json) => firstname)).toEqual(['Julie', 'Bill']);
    refuses(
      await me.gql.send(ADD, { u, r: [groom, groom] }),
      'graphql-input',
      'A gift registry has up to 3 registrants.',
    );
    const [julie, bill] = added;
    const r = [{ gift_registry_registrant_uid: bill.uid, email: 'new@example.com' }];
    const { registrants } = (await me.gql.data(UPDATE, { u, r })).updateGiftRegistryRegistrants.gift_registry;
    expect(registrants).toEqual([julie, { ...bill, email: 'new@example.com' }]);
    const partner = [{ ...r[0], dynamic_attributes: [{ code: 'role', value: 'Partner' }] }];
    const { registrants: third } = (await me.gql.data(UPDATE, { u, r: partner })).updateGiftRegistryRegistrants
      .gift_registry;
    expect(third[1].dynamic_attributes).toEqual([{ code: 'role', label: 'Role', value: 'Partner' }]);
    const emptied = [{ ...r[0], dynamic_attributes: [{ code: 'role', value: '' }] }];
    refuses(await me.gql.send(UPDATE, { u, r: emptied }), 'graphql-input', '"Role" is a required value.');
    refuses(await me.gql.send(REMOVE, { u, r: [julie.uid, bill.uid] }), 'graphql-input', /needs a registrant/);
    const rest = (await me.gql.data(REMOVE, { u, r: [julie.uid] })).removeGiftRegistryRegistrants.gift_registry;
    expect(rest.registrants).toEqual(third.slice(1));
  });

  it('of another registry are not reached', async () => {
    const mine = await front.createRegistry(me);
    const { uid: u } = await front.createRegistry(me);
    const [{ uid }] = mine.registrants;
    const missing = 'The gift registry has no such registrant.';
    for (const wrong of [uid, btoa('999999'), 'x', '']) {
      const r = [{ gift_registry_registrant_uid: wrong, firstname: 'Eve' }];
      refuses(await me.gql.send(UPDATE, { u, r }), 'graphql-no-such-entity', missing);
      refuses(await me.gql.send(REMOVE, { u, r: [wrong] }), 'graphql-no-such-entity', missing);
    }
    const { customer } = await me.gql.data(
      `query($u: ID!) { customer { gift_registry(giftRegistryUid: $u) ${front.OWN} } }`,
      { u: mine.uid },
    );
    expect(customer.gift_registry).toEqual(mine);
  });
});

describe('a registry of another customer', () => {
  const calls: Readonly<Record<string, string>> = {
    read: 'query($u: ID!) { customer { gift_registry(giftRegistryUid: $u) { uid } } }',
    update:
      'mutation($u: ID!) { updateGiftRegistry(giftRegistryUid: $u, giftRegistry: { event_name: "Eve" }) { gift_registry { uid } } }',
    remove: 'mutation($u: ID!) { removeGiftRegistry(giftRegistryUid: $u) { success } }',
    add: 'mutation($u: ID!) { addGiftRegistryRegistrants(giftRegistryUid: $u, registrants: { firstname: "E", lastname: "E", email: "e@e.co" }) { gift_registry { uid } } }',
    items:
      'mutation($u: ID!) { removeGiftRegistryItems(giftRegistryUid: $u, itemsUid: ["MQ=="]) { gift_registry { uid } } }',
    share:
      'mutation($u: ID!) { shareGiftRegistry(giftRegistryUid: $u, sender: { name: "E", message: "M" }, invitees: { name: "I", email: "i@e.co" }) { is_shared } }',
  };

  it.each(Object.entries(calls))('is unknown to %s', async (_, query) => {
    const made = await front.createRegistry(me);
    for (const u of [made.uid, 'nothing', '', made.uid.toLowerCase()]) notFound(await other.gql.send(query, { u }));
    const { body } = await guest.send(query, { u: made.uid });
    expect(body.errors[0].extensions.category).toBe('graphql-authorization');
    expect((await front.read(me.gql, made.uid, front.OWN)).event_name).toBe('A wedding');
  });
});

it('registries that the store view has not are neither found nor made', async () => {
  const { uid: u } = await front.createRegistry(me);
  await configured(souk, { 'magento_giftregistry/general/enabled': '0' }, async () => {
    refuses(await me.gql.send(front.CREATE, { r: front.registryInput() }), 'graphql-input', /are disabled/);
    notFound(await me.gql.send('query($u: ID!) { giftRegistry(giftRegistryUid: $u) { uid } }', { u }));
    expect(await me.gql.data('{ giftRegistryTypes { uid } customer { gift_registries { uid } } }')).toEqual({
      giftRegistryTypes: [],
      customer: { gift_registries: [] },
    });
  });
  expect((await front.read(me.gql, u)).uid).toBe(u);
});

it('the open edition has no types of registries in its schema', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    const { __schema } = await graphqlClient(open).data('{ __schema { types { name } } }');
    expect(__schema.types.filter(({ name }: Json) => name.includes('GiftRegistry'))).toEqual([]);
  } finally {
    await open.stop();
  }
  const { __schema } = await guest.data('{ __schema { types { name } } }');
  const names = __schema.types.map(({ name }: Json) => name).filter((name: string) => name.includes('GiftRegistry'));
  expect(names).toHaveLength(37);
});
