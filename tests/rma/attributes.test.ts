import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';

const METADATA = `__typename code label entity_type frontend_input is_required options { label value }
  ... on ReturnItemAttributeMetadata { input_filter multiline_count sort_order validate_rules { name value } }`;
const FORM = `query($code: String!) { attributesForm(formCode: $code) { items { ${METADATA} } errors { type } } }`;
const LIST = `{ attributesList(entityType: RMA_ITEM) { items { ${METADATA} } errors { type } } }`;
const NAMED = (type: string) => `{ customAttributeMetadataV2(attributes: [
  { attribute_code: "reason", entity_type: "${type}" }, { attribute_code: "none", entity_type: "${type}" }
]) { items { code entity_type } errors { type message } } }`;
const VALUES = '{ __type(name: "AttributeEntityTypeEnum") { enumValues { name } } }';
const ENTITIES = ['CATALOG_PRODUCT', 'CATALOG_CATEGORY', 'CUSTOMER', 'CUSTOMER_ADDRESS'];

const entitiesOf = async (client: GraphQLClient): Promise<string[]> =>
  (await client.data(VALUES)).__type.enumValues.map(({ name }: Json) => name);

describe('attributes of returned items', () => {
  let souk: Souk;
  let guest: GraphQLClient;
  beforeAll(async () => {
    souk = await startSouk();
    guest = graphqlClient(souk);
  });
  afterAll(() => souk.stop());

  it('are read by their form, with the options that buyers select', async () => {
    const { items, errors } = (await guest.data(FORM, { code: 'default' })).attributesForm;
    expect(errors).toEqual([]);
    expect(items.map(({ code }: Json) => code)).toEqual(['resolution', 'condition', 'reason', 'reason_other']);
    const described = ok(await souk.admin.get('/V1/returnsAttributeMetadata/resolution'));
    expect(items[0]).toEqual({
      __typename: 'ReturnItemAttributeMetadata',
      code: 'resolution',
      label: 'Resolution',
      entity_type: 'RMA_ITEM',
      frontend_input: 'SELECT',
      is_required: true,
      options: described.options.filter(({ value }: Json) => value !== ''),
      input_filter: 'NONE',
      multiline_count: 0,
      sort_order: 90,
      validate_rules: [],
    });
    expect(items.at(-1)).toMatchObject({
      frontend_input: 'TEXT',
      is_required: false,
      validate_rules: [
        { name: 'MAX_TEXT_LENGTH', value: '255' },
        { name: 'MIN_TEXT_LENGTH', value: '1' },
      ],
    });
    const account = (await guest.data(FORM, { code: 'customer_account_create' })).attributesForm;
    expect(account.items.map(({ entity_type }: Json) => entity_type)).not.toContain('RMA_ITEM');
  });

  it('are listed without those of the platform, and read by their codes', async () => {
    const { items } = (await guest.data(LIST)).attributesList;
    const byCode = (one: Json, other: Json): number => one.code.localeCompare(other.code);
    const { items: ofForm } = (await guest.data(FORM, { code: 'default' })).attributesForm;
    expect(items.toSorted(byCode)).toEqual(ofForm.toSorted(byCode));
    for (const type of ['rma_item', 'RMA_ITEM']) {
      expect((await guest.data(NAMED(type))).customAttributeMetadataV2).toEqual({
        items: [{ code: 'reason', entity_type: 'RMA_ITEM' }],
        errors: [{ type: 'ATTRIBUTE_NOT_FOUND', message: 'Attribute code "none" could not be found.' }],
      });
    }
    expect(await entitiesOf(guest)).toEqual([...ENTITIES, 'RMA_ITEM']);
  });
});

describe.each([
  ['the open edition', { SOUK_EDITION: 'open' }],
  ['release 2.4.7', { SOUK_RELEASE: '2.4.7' }],
])('%s', (_, env) => {
  it('shows no attributes of returned items', async () => {
    const souk = await startSouk({ env });
    const guest = graphqlClient(souk);
    try {
      expect(await entitiesOf(guest)).toEqual(ENTITIES);
      const unknown = (await guest.data(NAMED('rma_item'))).customAttributeMetadataV2;
      expect(unknown.items).toEqual([]);
      expect(unknown.errors.map(({ type }: Json) => type)).toEqual(['ENTITY_NOT_FOUND', 'ENTITY_NOT_FOUND']);
      const form = '{ attributesForm(formCode: "default") { items { code } errors { type } } }';
      expect((await guest.data(form)).attributesForm).toEqual({ items: [], errors: [{ type: 'ENTITY_NOT_FOUND' }] });
    } finally {
      await souk.stop();
    }
  });
});
