import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../support/png.ts';
import { criteria, fails, ok, startSouk, unique, type Client, type Souk } from '../support/souk.ts';

const WRAPPINGS = '/V1/gift-wrappings';

let souk: Souk;
/** Id of a second store view. */
let storeId: number;

beforeAll(async () => {
  souk = await startSouk();
  await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
  const views = ok(await souk.admin.get('/V1/store/storeViews')) as { id: number; code: string }[];
  storeId = views.find(({ code }) => code === 'fr')!.id;
});
afterAll(() => souk.stop());

const design = (over: object = {}) => ({
  design: unique('paper'),
  status: 1,
  base_price: 4.5,
  website_ids: [1],
  ...over,
});

const make = async (over: object = {}, more: object = {}) =>
  ok(await souk.admin.post(WRAPPINGS, { data: design(over), ...more }));

const pathOf = ({ wrapping_id }: { wrapping_id: number }): string => `${WRAPPINGS}/${wrapping_id}`;

const picture = (name = 'gold.png', content = png([200, 160, 40], 8)) => ({
  image_name: name,
  image_base64_content: content.toString('base64'),
});

/** An administrator whose role has this permission alone. */
async function signInWith(permission: string): Promise<Client> {
  const name = unique('wrapper');
  const command = `admin:user:create --user ${name} --email ${name}@example.com --password Wrapper123!`;
  const made = await souk.cli(...command.split(' '), '--role', name, '--resources', permission);
  expect(made.code, made.stderr).toBe(0);
  const login = { username: name, password: 'Wrapper123!' };
  return souk.guest.as(ok(await souk.guest.post('/V1/integration/admin/token', login)) as string);
}

describe('designs of gift wrapping', () => {
  it('are made, read, changed and deleted', async () => {
    const made = await make({ design: 'Gold', base_price: 4.12345 });
    const shown = { design: 'Gold', status: 1, base_price: 4.1235, base_currency_code: 'USD', website_ids: [1] };
    expect(made).toEqual({ wrapping_id: expect.any(Number), ...shown });
    const path = pathOf(made);
    expect(ok(await souk.admin.get(path))).toEqual(made);

    const changed = ok(await souk.admin.put(path, { data: { status: 0, website_ids: [] } }));
    expect(changed).toEqual({ ...made, status: 0, website_ids: [] });
    expect(ok(await souk.admin.get(path))).toEqual(changed);
    const again = { data: { wrapping_id: made.wrapping_id, design: 'Old gold', base_price: 0 } };
    expect(ok(await souk.admin.post(WRAPPINGS, again))).toEqual({ ...changed, design: 'Old gold', base_price: 0 });

    expect(ok(await souk.admin.delete(path))).toBe(true);
    const gone = `Gift Wrapping with specified ID "${made.wrapping_id}" not found.`;
    fails(await souk.admin.get(path), 404, gone);
    fails(await souk.admin.put(path, { data: design() }), 404, gone);
    fails(await souk.admin.delete(path), 404, gone);
  });

  it('have names of their own in store views', async () => {
    const path = pathOf(await make({ design: 'Silver' }));
    const names = async () => [
      ok(await souk.admin.get(path)).design as string,
      ok(await souk.admin.get(`${path}?storeId=${storeId}`)).design as string,
      ok(await souk.admin.store('fr').get(path)).design as string,
    ];
    expect(await names()).toEqual(['Silver', 'Silver', 'Silver']);
    expect(ok(await souk.admin.put(path, { data: { design: 'Argent' }, storeId })).design).toBe('Argent');
    expect(await names()).toEqual(['Silver', 'Argent', 'Argent']);
    ok(await souk.admin.put(path, { data: { design: 'Sterling' } }));
    expect(await names()).toEqual(['Sterling', 'Argent', 'Argent']);
    const query = `${WRAPPINGS}?${criteria([[{ field: 'design', value: 'Argent' }]])}`;
    expect(ok(await souk.admin.store('fr').get(query)).items).toMatchObject([{ design: 'Argent' }]);
    expect(ok(await souk.admin.get(query)).items).toEqual([]);

    const made = await make({ design: 'Bleu' }, { storeId });
    expect(ok(await souk.admin.get(pathOf(made))).design).toBe('Bleu');
    fails(await souk.admin.get(`${path}?storeId=999`), 404, /store that was requested/);
    fails(await souk.admin.put(path, { data: { design: 'x' }, storeId: 999 }), 404, /store that was requested/);
  });

  it('have pictures that are served', async () => {
    const served = (name: string) => fetch(`${souk.base}/media/wrapping/${name}`);
    const made = await make(picture());
    expect(made.image_name).toBe('gold.png');
    expect(made.image_url).toMatch(/\/media\/wrapping\/gold\.png$/);
    expect(made).not.toHaveProperty('image_base64_content');
    const file = await served('gold.png');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await file.arrayBuffer()).equals(png([200, 160, 40], 8))).toBe(true);

    const twin = await make(picture());
    expect(twin.image_name).toBe('gold_1.png');
    const red = picture('red paper.png', png([200, 0, 0], 8));
    expect(ok(await souk.admin.put(pathOf(twin), { data: red })).image_name).toBe('red_paper.png');
    expect([(await served('gold_1.png')).status, (await served('red_paper.png')).status]).toEqual([404, 200]);
    ok(await souk.admin.put(pathOf(twin), { data: { status: 0 } }));
    expect(ok(await souk.admin.get(pathOf(twin))).image_name).toBe('red_paper.png');
    ok(await souk.admin.delete(pathOf(twin)));
    expect([(await served('red_paper.png')).status, (await served('gold.png')).status]).toEqual([404, 200]);
  });

  it.each<[string, object, RegExp]>([
    ['without a name', { design: undefined }, /"design" is required/],
    ['with an empty name', { design: ' ' }, /"design" is required/],
    ['without a price', { base_price: undefined }, /"base_price" is required/],
    ['with a price below zero', { base_price: -1 }, /Invalid value of "-1" provided for the base_price/],
    ['with a status that is none', { status: 2 }, /Invalid value of "2" provided for the status/],
    ['of a website that is not there', { website_ids: [1, 99] }, /"99" provided for the website_ids/],
    ['with a name that is too long', { design: 'x'.repeat(256) }, /provided for the design/],
    ['in another currency', { base_currency_code: 'CHF' }, /Enter a valid USD currency code/],
    ['D124: with what is no picture', { image_name: 'a.png', image_base64_content: 'eA==' }, /valid base64/],
    ['D124: with what is not base64', { image_name: 'a.png', image_base64_content: '%' }, /valid base64/],
    ['with a picture of a bad name', picture('../a.png'), /forbidden characters/],
    ['D124: with a picture without a name', { ...picture(), image_name: undefined }, /"image_name" is required/],
  ])('are refused %s, and nothing is saved', async (_, over, message) => {
    const count = async () => ok(await souk.admin.get(`${WRAPPINGS}?searchCriteria[pageSize]=1`)).total_count as number;
    const before = await count();
    fails(await souk.admin.post(WRAPPINGS, { data: design(over) }), 400, message);
    expect(await count()).toBe(before);
  });

  it('are listed by criteria', async () => {
    const name = unique('listed');
    const dear = await make({ design: `${name} b`, base_price: 9 });
    const cheap = await make({ design: `${name} a`, base_price: 1, website_ids: [] });
    const off = await make({ design: `${name} c`, base_price: 5, status: 0 });
    const list = async (field: string, value: unknown, condition_type = 'eq', sort?: string) => {
      const named = [{ field: 'design', value: `${name}%`, condition_type: 'like' }];
      const sorted = sort === undefined ? {} : { sort: [{ field: sort, direction: 'ASC' }] };
      const query = criteria([named, [{ field, value, condition_type }]], sorted);
      return ok(await souk.admin.get(`${WRAPPINGS}?${query}`)).items as object[];
    };
    expect(await list('wrapping_id', 0, 'gt')).toEqual([dear, cheap, off]);
    expect(await list('status', 1)).toEqual([dear, cheap]);
    expect(await list('website_ids', 1)).toEqual([dear, off]);
    expect(await list('base_price', 2, 'gt')).toEqual([dear, off]);
    expect(await list('wrapping_id', 0, 'gt', 'design')).toEqual([cheap, dear, off]);
  });

  it('are for administrators with the permission', async () => {
    const path = pathOf(await make());
    const answers = async (who: Client) => [
      (await who.get(path)).status,
      (await who.get(`${WRAPPINGS}?searchCriteria`)).status,
      (await who.post(WRAPPINGS, { data: design() })).status,
      (await who.put(path, { data: design() })).status,
      (await who.delete(path)).status,
    ];
    const refused = [401, 401, 401, 401, 401];
    expect(await answers(souk.guest)).toEqual(refused);
    expect(await answers(await signInWith('Magento_Cms::block'))).toEqual(refused);
    const wrapper = await signInWith('Magento_GiftWrapping::magento_giftwrapping');
    expect(await answers(wrapper)).toEqual([200, 200, 200, 200, 200]);
  });

  it('are made by operations as well', async () => {
    const data = design();
    expect((await souk.admin.post('/async/V1/gift-wrappings', { data })).status).toBe(202);
    const query = criteria([[{ field: 'design', value: data.design }]]);
    const found = async () => ok(await souk.admin.get(`${WRAPPINGS}?${query}`)).items as object[];
    await expect.poll(found).toMatchObject([data]);
  });

  it('are not in the open edition', async () => {
    const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
    try {
      fails(await open.admin.get(`${WRAPPINGS}?searchCriteria`), 404, 'Request does not match any route.');
      expect((await open.admin.get('/schema?services=all')).text).not.toContain('/V1/gift-wrappings');
    } finally {
      await open.stop();
    }
  });
});
