import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';
import { channels, link, newDepot, newSource } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const I = '/V1/inventory';
type Json = Record<string, unknown>;
const get = async (path: string): Promise<Answer['body']> => ok(await souk.admin.get(`${I}/${path}`));
const post = (path: string, body: object): Promise<Answer> => souk.admin.post(`${I}/${path}`, body);
const put = (code: string, source: Json): Promise<Answer> => souk.admin.put(`${I}/sources/${code}`, { source });
/** The messages of a refusal, with their values. */
const told = ({ body }: Answer): string[] =>
  (body.errors as { message: string; parameters: Json }[]).map(({ message, parameters }) =>
    message.replace(/%(\w+)/g, (_, name: string) => String(parameters[name])),
  );

describe('a source', () => {
  it('D196: keeps what is sent, and what an update leaves out; null empties', async () => {
    const extension_attributes = { frontend_description: 'Ring twice' };
    const code = await newSource(souk, { extension_attributes, city: 'Seattle', region_id: 62, latitude: 47.606209, phone: '206', enabled: false });
    expect(await get(`sources/${code}`)).toEqual({
      source_code: code, name: code, enabled: false, latitude: 47.606209, country_id: 'US', region_id: 62, city: 'Seattle', postcode: '98101', phone: '206',
      use_default_carrier_config: true, carrier_links: [], extension_attributes: { ...extension_attributes, is_pickup_location_active: false, frontend_name: code },
    });
    expect(ok(await put(code, { source_code: 'another', name: `${code} x`, country_id: 'CA', postcode: 'V5K', city: null }))).toEqual([]);
    const after = await get(`sources/${code}`);
    expect(after).toMatchObject({ name: `${code} x`, country_id: 'CA', region_id: 62, phone: '206', enabled: false, extension_attributes });
    expect(after).not.toHaveProperty('city');
    fails(await souk.admin.get(`${I}/sources/another`), 404, 'Source with code "another" does not exist.');
  }); // prettier-ignore

  it('D236: has a name for buyers, be it the default source', async () => {
    for (const path of ['sources', 'sources?searchCriteria=']) {
      const { items } = await get(path);
      for (const { name, extension_attributes } of items) expect(extension_attributes.frontend_name).toBe(name);
    }
  });

  it('D195: is refused with all that is wrong, in order', async () => {
    const answer = await post('sources', { source: { source_code: 'a b', extension_attributes: { is_pickup_location_active: true } } });
    fails(answer, 400, 'Validation Failed');
    expect(told(answer)).toEqual([
      '"name" can not be empty.', '"source_code" can not contain whitespaces.', '"postcode" can not be empty.', '"country_id" can not be empty.',
      '"city" can not be empty for Pickup Location.', '"street" can not be empty for Pickup Location.', '"phone" can not be empty for Pickup Location.',
    ]);
    const taken = await newSource(souk);
    fails(await post('sources', { source: { source_code: unique('twin'), name: taken, country_id: 'US', postcode: '1' } }), 400, 'Could not save Source');
    expect(told(await put('default', { name: 'Default Source', country_id: 'US', postcode: '00000', enabled: false }))).toEqual(['Default source can not be disabled.']);
    fails(await souk.guest.get(`${I}/sources`), 401);
  }); // prettier-ignore

  it('D237: has coordinates on earth, and texts that fit', async () => {
    const code = await newSource(souk, { latitude: -90, longitude: 180, city: 'x'.repeat(255) });
    const source = { name: code, country_id: 'USA', postcode: '1', city: 'x'.repeat(256), latitude: 90.1, longitude: -181 };
    expect(told(await put(code, source))).toEqual([
      '"country_id" can not be longer than 2 characters.', '"city" can not be longer than 255 characters.',
      '"latitude" should be between -90 and 90.', '"longitude" should be between -180 and 180.',
    ]);
    expect(await get(`sources/${code}`)).toMatchObject({ country_id: 'US', latitude: -90, longitude: 180 });
  }); // prettier-ignore

  it('D241: has its code in these letters alone', async () => {
    const code = await newSource(souk, { source_code: unique('north') });
    const other = code.toUpperCase();
    fails(await souk.admin.get(`${I}/sources/${other}`), 404);
    fails(await put(other, { name: other, country_id: 'US', postcode: '1' }), 400, 'Could not save Source');
    ok(await put(code, { name: code, country_id: 'US', postcode: '2' }));
    expect(await get(`sources/${code}`)).toMatchObject({ source_code: code, postcode: '2' });
  });

  it('D240: that an operation refuses is told with what is wrong', async () => {
    const bodies = [{}, { name: 'x', postcode: '1' }].map((more) => ({ source: { source_code: unique('bad'), ...more } }));
    const { bulk_uuid } = (await souk.admin.raw('POST', '/rest/async/bulk/V1/inventory/sources', bodies)).body;
    const list = await until(async () => {
      const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${bulk_uuid}/status`)) as { operations_list: { status: number; result_message: string }[] };
      return operations_list.every(({ status }) => status === 3) && operations_list;
    });
    expect(list.map(({ result_message }) => result_message)).toEqual([
      '"name" can not be empty. "postcode" can not be empty. "country_id" can not be empty.',
      'Validation Failed: "country_id" can not be empty.',
    ]);
  }); // prettier-ignore
});

describe('a stock', () => {
  it('has channels, which a save replaces as a whole and takes from other stocks', async () => {
    const [code, other] = [unique('kiosk'), unique('kiosk')];
    const id = ok(await post('stocks', { stock: { name: unique('Stock'), ...channels([{ type: 'kiosk', code }]) } }));
    expect(await get(`stock-resolver/kiosk/${code}`)).toMatchObject({ stock_id: id });
    const second = ok(await post('stocks', { stock: { name: unique('Stock'), ...channels([{ type: 'kiosk', code }, { type: 'kiosk', code: other }]) } }));
    expect((await get(`stocks/${id}`)).extension_attributes).toEqual({ sales_channels: [] });
    fails(await souk.admin.delete(`${I}/stocks/${second}`), 400, 'Stock has at least one sale channel and could not be deleted.');
    expect(ok(await souk.admin.put(`${I}/stocks/${second}`, { stock: { name: unique('Stock') } }))).toBe(second);
    fails(await souk.admin.get(`${I}/stock-resolver/kiosk/${code}`), 404, 'No linked stock found');
    expect(ok(await souk.admin.delete(`${I}/stocks/${second}`))).toEqual([]);
    fails(await souk.admin.get(`${I}/stocks/${second}`), 404, `Stock with id "${second}" does not exist.`);
  }); // prettier-ignore

  it('gives the websites that it loses back to the default stock, which keeps its own', async () => {
    const { stockId, view } = await newDepot(souk, { hasWebsite: true });
    const codes = async (id: number): Promise<string[]> =>
      (await get(`stocks/${id}`)).extension_attributes.sales_channels.map(({ code }: { code: string }) => code);
    expect(await codes(1)).toEqual(['base']);
    ok(await souk.admin.put(`${I}/stocks/${stockId}`, { stock: { name: unique('Stock') } }));
    expect(await codes(1)).toEqual(['base', view]);
    ok(await souk.admin.put(`${I}/stocks/1`, { stock: { name: 'Default Stock' } }));
    expect(await codes(1)).toEqual(['base', view]);
    fails(await souk.admin.delete(`${I}/stocks/1`), 400, 'Default Stock could not be deleted.');
  });

  it('is refused with a name that is taken, and with channels that are none', async () => {
    fails(await post('stocks', { stock: { name: 'Default Stock' } }), 400, 'Could not save Stock');
    const bad = [{ type: '', code: '' }, { type: 'website', code: 'nowhere' }];
    expect(told(await post('stocks', { stock: { name: ' ', ...channels(bad) } }))).toEqual([
      '"name" can not be empty.', '"type" can not be empty.', '"code" can not be empty.', 'The website with code "nowhere" does not exist.',
    ]);
    expect(told(await post('stocks', { stock: { name: 'x'.repeat(256) } }))).toEqual(['"name" can not be longer than 255 characters.']);
  }); // prettier-ignore

  it('D237: gets the next id, whatever ids others were given', async () => {
    const given = 1000 + ok(await post('stocks', { stock: { name: unique('Stock') } }));
    expect(ok(await souk.admin.put(`${I}/stocks/${given}`, { stock: { name: unique('Stock') } }))).toBe(given);
    for (const id of ['-1', '4294967296', '9007199254740993']) {
      fails(await souk.admin.put(`${I}/stocks/${id}`, { stock: { name: unique('Stock') } }), 400, 'Could not save Stock');
    }
    expect(ok(await post('stocks', { stock: { stock_id: 0, name: unique('Stock') } }))).toBe(given + 1);
    expect(ok(await post('stocks', { stock: { name: unique('Stock') } }))).toBe(given + 2);
  }); // prettier-ignore
});

describe('the sources of a stock', () => {
  it('come by priority, and can be put in another order and taken out', async () => {
    const { stockId, sources } = await newDepot(souk, { sources: 3 });
    const inOrder = async (): Promise<string[]> =>
      (await get(`get-sources-assigned-to-stock-ordered-by-priority/${stockId}`)).map((one: Json) => one.source_code);
    expect(await inOrder()).toEqual(sources);
    await link(souk, stockId, sources.toReversed());
    expect(await inOrder()).toEqual(sources.toReversed());
    ok(await post('stock-source-links-delete', { links: [{ stock_id: stockId, source_code: sources[0] }] }));
    expect(await inOrder()).toEqual(sources.slice(1).toReversed());
  });

  it('are never those of the default stock, which has its own', async () => {
    const { stockId, sources } = await newDepot(souk, { sources: 1 });
    const refusal = ['Can not save link related to Default Source or Default Stock'];
    expect(told(await post('stock-source-links', { links: [{ stock_id: stockId, source_code: 'default', priority: 2 }] }))).toEqual(refusal);
    expect(told(await post('stock-source-links', { links: [{ stock_id: 1, source_code: sources[0], priority: 2 }] }))).toEqual(refusal);
    fails(await post('stock-source-links-delete', { links: [{ stock_id: 1, source_code: 'default' }] }), 400, 'Can not delete link related to Default Source or Default Stock');
    fails(await post('stock-source-links', { links: [{ stock_id: stockId, source_code: 'nowhere', priority: 1 }] }), 400, 'Could not save StockSourceLinks');
    expect(told(await post('stock-source-links', { links: [{}] }))).toEqual(['"source_code" can not be empty.', '"stock_id" can not be empty.', '"priority" should be greater then 0.']);
  }); // prettier-ignore
});
