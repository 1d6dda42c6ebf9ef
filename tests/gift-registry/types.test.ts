import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import * as shop from './shop.ts';
import * as front from './storefront.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const run = (...command: readonly string[]) => shop.run(souk, ...command);
const save = (type: unknown) => run('giftregistry:type:save', JSON.stringify(type));
const typesOf = async (): Promise<Json[]> =>
  (
    await graphqlClient(souk).data(
      '{ giftRegistryTypes { uid label dynamic_attributes_metadata { code label input_type is_required attribute_group } } }',
    )
  ).giftRegistryTypes;

const party = {
  code: 'party',
  label: 'Party',
  position: 9,
  event: [
    {
      code: 'theme',
      label: 'Theme',
      type: 'select',
      group: 'detailed_information',
      options: { sea: 'Sea', sun: 'Sun' },
    },
    { code: 'event_date', label: 'Date', type: 'date', required: true },
  ],
  registrant: [{ code: 'nickname', label: 'Nickname' }],
};

describe('types of registries', () => {
  it('are made by a command, and storefronts make registries of them', async () => {
    await save(party);
    const made = (await typesOf()).find(({ label }) => label === 'Party')!;
    expect(made.dynamic_attributes_metadata).toEqual([
      { code: 'nickname', label: 'Nickname', input_type: 'text', is_required: false, attribute_group: 'registrant' },
      {
        code: 'theme',
        label: 'Theme',
        input_type: 'select',
        is_required: false,
        attribute_group: 'detailed_information',
      },
      {
        code: 'event_date',
        label: 'Date',
        input_type: 'date',
        is_required: true,
        attribute_group: 'event_information',
      },
    ]);
    const me = await front.newCaller(souk);
    const registry = await front.createRegistry(me, {
      gift_registry_type_uid: made.uid,
      dynamic_attributes: [
        { code: 'event_date', value: '2031-01-01' },
        { code: 'theme', value: 'sun' },
      ],
      registrants: [front.registrant({ dynamic_attributes: [{ code: 'nickname', value: 'Jo' }] })],
    });
    expect(registry.dynamic_attributes).toEqual([
      { code: 'theme', group: 'DETAILED_INFORMATION', label: 'Theme', value: 'Sun' },
      { code: 'event_date', group: 'EVENT_INFORMATION', label: 'Date', value: '2031-01-01' },
    ]);
    // A later requirement does not keep owners from other changes.
    const [theme, date] = party.event;
    await save({
      ...party,
      label: 'Feast',
      event: [{ ...theme, required: true }, date, { code: 'food', label: 'Food', required: true }],
    });
    const UPDATE = `mutation($u: ID!, $r: UpdateGiftRegistryInput!) { updateGiftRegistry(giftRegistryUid: $u, giftRegistry: $r) { gift_registry { event_name type { label } } } }`;
    const { updateGiftRegistry } = await me.gql.data(UPDATE, { u: registry.uid, r: { event_name: 'New' } });
    expect(updateGiftRegistry.gift_registry).toEqual({ event_name: 'New', type: { label: 'Feast' } });
    const refused = await me.gql.send(UPDATE, {
      u: registry.uid,
      r: { dynamic_attributes: [{ code: 'food', value: '' }] },
    });
    refuses(refused, 'graphql-input', '"Food" is a required value.');
  });

  it('are shown as they are saved, and deleted unless registries have them', async () => {
    await save({ ...party, code: 'feast' });
    const shown = JSON.parse(await run('giftregistry:type:show', 'feast')) as Json;
    await save({ ...shown, label: 'Again' });
    expect(JSON.parse(await run('giftregistry:type:show', 'feast'))).toEqual({ ...shown, label: 'Again' });
    expect(await run('giftregistry:type:list')).toContain('feast\tAgain\ttheme (sea, sun); event_date; nickname');
    const me = await front.newCaller(souk);
    const uid = (await typesOf()).find(({ label }) => label === 'Again')!.uid as string;
    const values = { dynamic_attributes: [{ code: 'event_date', value: '2031-01-01' }] };
    const registrants = [front.registrant({ dynamic_attributes: [] })];
    const made = await front.createRegistry(me, { gift_registry_type_uid: uid, ...values, registrants });
    const { code, stderr } = await souk.cli('giftregistry:type:delete', 'feast');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Gift registries have the type "feast".')]);
    await me.gql.data('mutation($u: ID!) { removeGiftRegistry(giftRegistryUid: $u) { success } }', { u: made.uid });
    await run('giftregistry:type:delete', 'feast');
    expect((await typesOf()).some(({ label }) => label === 'Again')).toBe(false);
  });

  it('are not made of what does not fit', async () => {
    const attribute = (over: object) => ({ ...party, event: [{ code: 'a', label: 'A', ...over }] });
    const wrong: [unknown, string][] = [
      ['{', 'expected a JSON object'],
      [{ ...party, code: 'Big Party' }, '"code" is no code'],
      [{ ...party, label: ' ' }, '"label" is no text'],
      [{ ...party, position: 1.5 }, '"position" is no whole number'],
      [{ ...party, colour: 'red' }, 'the type has no field "colour"'],
      [{ ...party, event: {} }, '"event" is no list'],
      [{ ...party, event: [1] }, '"event" has an entry that is no object'],
      [{ ...party, event: [party.event[1], party.event[1]] }, '"event" has a code twice'],
      [attribute({ type: 'number' }), '"type" of "a" is none of'],
      [attribute({ required: 'yes' }), '"required" of "a" is no boolean'],
      [attribute({ group: 'registrant' }), '"group" of "a" is unknown'],
      [attribute({ type: 'select' }), '"a" needs "options"'],
      [attribute({ options: { x: 'X' } }), '"a" needs "options"'],
      [attribute({ type: 'select', options: [] }), '"options" of "a" has no labels'],
      [attribute({ type: 'select', options: { x: 1 } }), 'option "x" of "a" is no text'],
      [attribute({ size: 1 }), 'attribute "a" has no field "size"'],
      [
        { ...party, event: Array.from({ length: 51 }, (_, i) => ({ code: `a${i}`, label: 'A' })) },
        '"event" has over 50 entries',
      ],
    ];
    for (const [type, text] of wrong) {
      const input = typeof type === 'string' ? type : JSON.stringify(type);
      const { code, stderr } = await souk.cli('giftregistry:type:save', input);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`The gift registry type is invalid: ${text}`)]);
    }
  });
});
