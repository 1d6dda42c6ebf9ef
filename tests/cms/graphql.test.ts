import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());
const gql = () => graphqlClient(souk);

describe('a page', () => {
  const PAGE =
    'query($id: Int, $key: String) { cmsPage(id: $id, identifier: $key) { __typename identifier title url_key content_heading page_layout relative_url redirect_code type } }';

  it('is found by its identifier and by its id', async () => {
    const home = {
      __typename: 'CmsPage',
      identifier: 'home',
      title: 'Home page',
      url_key: 'home',
      content_heading: 'Home Page',
      page_layout: '1column',
      relative_url: null,
      redirect_code: 0,
      type: null,
    };
    expect(await gql().data(PAGE, { key: 'home' })).toEqual({ cmsPage: home });
    const { items } = ok(await souk.admin.get('/V1/cmsPage/search?searchCriteria='));
    const { id } = items.find((page: { identifier: string }) => page.identifier === 'home');
    expect(await gql().data(PAGE, { id })).toEqual({ cmsPage: home });
  });

  it('that is not there, not active, or of another store view, is none', async () => {
    refuses(
      await gql().send(PAGE, { id: 9999 }),
      'graphql-no-such-entity',
      'The CMS page with the "9999" ID doesn\'t exist.',
    );
    refuses(await gql().send(PAGE), 'graphql-input', 'Page id/identifier should be specified');
    const page = ok(
      await souk.admin.post('/V1/cmsPage', { page: { identifier: 'hidden', title: 'Hidden', active: false } }),
    );
    refuses(await gql().send(PAGE, { id: page.id }), 'graphql-no-such-entity', 'No such entity.');
    const byIdentifier = await gql().send('{ cmsPage(identifier: "hidden") { title } }');
    refuses(byIdentifier, 'graphql-no-such-entity', 'The CMS page with the "hidden" ID doesn\'t exist.');
  });
});

describe('blocks', () => {
  const BLOCKS = 'query($keys: [String]) { cmsBlocks(identifiers: $keys) { items { identifier title content } } }';

  it('come by identifier and by id, in the order asked for, with an error for each that is not there', async () => {
    const block = ok(
      await souk.admin.post('/V1/cmsBlock', {
        block: { identifier: 'terms', title: 'Terms', content: '<p>Hi</p>', active: true },
      }),
    );
    const shown = { identifier: 'terms', title: 'Terms', content: '<p>Hi</p>' };
    expect(await gql().data(BLOCKS, { keys: ['terms', String(block.id)] })).toEqual({
      cmsBlocks: { items: [shown, shown] },
    });
    const answer = await gql().send(BLOCKS, { keys: ['none', 'terms'] });
    refuses(answer, 'graphql-no-such-entity', 'The CMS block with the "none" ID doesn\'t exist.');
    expect(answer.body.errors[0].path).toEqual(['cmsBlocks', 'items', 0]);
    expect(answer.body.data.cmsBlocks.items).toEqual([null, shown]);
    refuses(await gql().send(BLOCKS, { keys: [] }), 'graphql-input', '"identifiers" of CMS blocks should be specified');
  });

  it('come by any number of keys', async () => {
    const last = { identifier: 'last', title: 'Last', content: 'Hi' };
    ok(await souk.admin.post('/V1/cmsBlock', { block: { ...last, active: true } }));
    const unknown = Array.from({ length: 40_000 }, (_, i) => `unknown-${i}`);
    const { errors, data } = (await gql().send(BLOCKS, { keys: [...unknown, 'last'] })).body;
    expect(errors).toHaveLength(40_000);
    expect(errors[39_999]).toEqual({
      message: 'The CMS block with the "unknown-39999" ID doesn\'t exist.',
      locations: [{ line: 1, column: BLOCKS.indexOf('items') + 1 }],
      path: ['cmsBlocks', 'items', 39_999],
      extensions: { category: 'graphql-no-such-entity' },
    });
    expect(data.cmsBlocks.items.at(-1)).toEqual(last);
  });
});

describe('terms', () => {
  it('are shown while they are switched on', async () => {
    const TERMS = '{ checkoutAgreements { agreement_id name content checkbox_text is_html mode content_height } }';
    const made = await souk.cli(
      'checkout:agreements:create',
      '--name',
      'Terms',
      '--text',
      'Be kind.',
      '--checkbox-text',
      'I agree',
    );
    expect(made.code, made.stderr).toBe(0);
    expect(await gql().data(TERMS)).toEqual({ checkoutAgreements: [] });
    await souk.configure({ 'checkout/options/enable_agreements': '1' });
    expect(await gql().data(TERMS)).toEqual({
      checkoutAgreements: [
        {
          agreement_id: 1,
          name: 'Terms',
          content: 'Be kind.',
          checkbox_text: 'I agree',
          is_html: false,
          mode: 'MANUAL',
          content_height: null,
        },
      ],
    });
  });
});
