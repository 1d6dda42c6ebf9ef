import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setItems, stocked } from '../multi-source-inventory/shop.ts';
import type { Json } from '../sales/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { newShops, newLocation, type Shops } from './shops.ts';

let souk: Souk;
let shops: Shops;

const PLACES = [
  ['US', '33101', 'Miami', 'Florida', 'FL', 25.7791, -80.1978],
  ['US', '10001', 'New York', 'New York', 'NY', 40.7484, -73.9967],
  ['US', '98101', 'Seattle', 'Washington', 'WA', 47.6114, -122.3305],
].map(([country, code, place, region, short, lat, lng]) =>
  [country, code, place, region, short, '', '', '', '', lat, lng, 4].join('\t'),
);

beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
  shops = await newShops(souk);
});
afterAll(() => souk?.stop());

const PATH = '/V1/inventory/in-store-pickup/pickup-locations/';

const ask = (query: string): Promise<Answer> =>
  souk.guest.get(`${PATH}?searchRequest[scopeCode]=${shops.view}${query.replaceAll('&', '&searchRequest')}`);

async function codes(query: string): Promise<string[]> {
  const { items } = ok(await ask(query));
  return (items as Json[]).map(({ pickup_location_code }) => pickup_location_code as string);
}

describe('pickup locations', () => {
  it('are the enabled, active sources of the stock of a website, with the names that buyers know', async () => {
    const hidden = await newLocation(souk, { enabled: false });
    ok(
      await souk.admin.post('/V1/inventory/stock-source-links', {
        links: [{ stock_id: shops.stockId, source_code: hidden, priority: 9 }],
      }),
    );
    const answer = ok(await ask(''));
    expect(answer).toMatchObject({
      search_request: { current_page: 1, scope_type: 'website', scope_code: shops.view },
      total_count: 3,
    });
    const east = (answer.items as Json[]).find(({ pickup_location_code: code }) => code === shops.newYork);
    expect(east).toEqual({
      pickup_location_code: shops.newYork,
      name: 'East shop',
      latitude: 40.7128,
      longitude: -74.006,
      country_id: 'US',
      region_id: 43,
      city: 'New York',
      street: '5 Ave',
      postcode: '10001',
      phone: '212-555-0100',
    });
    expect(ok(await souk.guest.get(`${PATH}?searchRequest[scopeCode]=base`))).toMatchObject({
      items: [],
      total_count: 0,
    });
  });

  it('are those of channels of other types too, and of none that does not exist', async () => {
    const kiosk = `searchRequest[scopeType]=kiosk&searchRequest[scopeCode]=${shops.kiosk}`;
    expect(ok(await souk.guest.get(`${PATH}?${kiosk}`))).toMatchObject({ total_count: 3 });
    fails(await souk.guest.get(`${PATH}?searchRequest[scopeCode]=nosuch`), 404, 'No linked stock found');
    fails(await souk.guest.get(`${PATH}?searchRequest[pageSize]=1`), 400, /is required/);
    fails(await souk.guest.get(PATH), 400, /is required/);
  });

  it('are filtered, sorted and paged', async () => {
    const { newYork, seattle, miami } = shops;
    expect(await codes('&[filters][city][value]=Seattle')).toEqual([seattle]);
    expect(
      await codes(
        `&[filters][pickupLocationCode][value]=${miami},${newYork}&[filters][pickupLocationCode][conditionType]=in&[sort][0][field]=name&[sort][0][direction]=ASC`,
      ),
    ).toEqual([newYork, miami]);
    expect(
      await codes(
        '&[filters][name][value]=%25th shop&[filters][name][conditionType]=like&[filters][country][value]=US&[filters][regionId][value]=18',
      ),
    ).toEqual([miami]);
    expect(await codes('&[filters][city][value]=Nowhere')).toEqual([]);
    const sorted = '&[sort][0][field]=name&[sort][0][direction]=DESC';
    expect(await codes(sorted)).toEqual([miami, seattle, newYork]);
    const page = ok(await ask(`${sorted}&[pageSize]=1&[currentPage]=2`));
    expect(page).toMatchObject({
      items: [{ pickup_location_code: seattle }],
      search_request: { page_size: 1, current_page: 2, sort: [{ field: 'frontend_name', direction: 'DESC' }] },
      total_count: 3,
    });
    const first = ok(await ask(`${sorted}&[pageSize]=1&[currentPage]=0`));
    expect(first).toMatchObject({ items: [{ pickup_location_code: miami }], search_request: { current_page: 0 } });
  });

  it('D199: refuse what they cannot be asked', async () => {
    fails(await ask('&[sort][0][field]=moon&[sort][0][direction]=ASC'), 400);
    fails(await ask('&[sort][0][field]=distance&[sort][0][direction]=ASC'), 400, /within an area only/);
    fails(await ask('&[filters][city][value]=x&[filters][city][conditionType]=near'), 400);
    fails(await ask('&[area][radius]=5'), 400, /is required/);
    fails(await ask('&[area][searchTerm]=10001:US'), 400, /is required/);
  });

  it('with products are those that have all of them in stock, while they can be sold at all', async () => {
    const { newYork, seattle, miami } = shops;
    const [one, two] = [await stocked(souk, shops, []), await stocked(souk, shops, [])];
    await setItems(souk, one.sku, { [newYork]: 2, [seattle]: 2, [miami]: [5, 0] });
    await setItems(souk, two.sku, { [newYork]: [0, 0], [seattle]: 1 });
    const info = (...skus: readonly string[]): string =>
      skus.map((sku, i) => `&[extensionAttributes][productsInfo][${i}][sku]=${sku}`).join('');
    const sorted = '&[sort][0][field]=name&[sort][0][direction]=ASC';
    expect(await codes(sorted + info(one.sku))).toEqual([newYork, seattle]);
    expect(await codes(info(one.sku, two.sku, one.sku))).toEqual([seattle]);
    expect(await codes(info(one.sku, 'no-such-sku'))).toEqual([]);
    const echo = ok(await ask(info(one.sku))).search_request;
    expect(echo.extension_attributes).toEqual({ products_info: [{ sku: one.sku }] });
  });

  it('can be asked for by POST as well', async () => {
    const searchRequest = {
      scope_code: shops.view,
      filters: { city: { value: 'Miami', condition_type: 'eq' } },
      extension_attributes: { products_info: [] },
    };
    expect(ok(await souk.guest.post(PATH, { searchRequest }))).toMatchObject({
      items: [{ pickup_location_code: shops.miami }],
      search_request: { filters: { city: { value: 'Miami', condition_type: 'eq' } }, current_page: 1 },
      total_count: 1,
    });
  });
});

describe('an area', () => {
  const around = (term: string, radius: number): string => `&[area][radius]=${radius}&[area][searchTerm]=${term}`;

  it('finds nothing while nobody knows where it is', async () => {
    // The provider is Google, and has no key.
    expect(ok(await ask(around('10001:US', 5000)))).toMatchObject({
      items: [],
      search_request: { area: { radius: 5000, search_term: '10001:US' } },
      total_count: 0,
    });
  });

  it('has the locations within its radius, nearest first', async () => {
    const file = join(souk.env.SOUK_VAR!, 'US.txt');
    writeFileSync(file, PLACES.join('\n'));
    expect(await souk.cli('inventory-geonames:import', file, '--country', 'US')).toMatchObject({ code: 0 });
    await souk.configure({ 'cataloginventory/source_selection_distance_based/provider': 'offline' });
    const { newYork, seattle, miami } = shops;
    await expect.poll(() => codes(around('10001:US', 50))).toEqual([newYork]);
    expect(await codes(around('33101:US', 5000))).toEqual([miami, newYork, seattle]);
    expect(await codes(around('Seattle:US', 50))).toEqual([seattle]);
    expect(await codes(around('Seattle', 50))).toEqual([seattle]);
    expect(await codes(around('Nowhere:US', 50))).toEqual([]);
    const byDistance = '&[sort][0][field]=distance&[sort][0][direction]=DESC';
    expect(await codes(around('33101:US', 2000) + byDistance)).toEqual([newYork, miami]);
    const byName = '&[sort][0][field]=name&[sort][0][direction]=ASC';
    expect(await codes(around('33101:US', 2000) + byName)).toEqual([newYork, miami]);
    const page = ok(await ask(`${around('33101:US', 5000)}&[pageSize]=2&[currentPage]=2`));
    expect(page).toMatchObject({ items: [{ pickup_location_code: seattle }], total_count: 3 });
    await souk.configure({ 'advanced/in_store_pickup_api/search_term_delimiter': '|' });
    await expect.poll(() => codes(around('10001|US', 50))).toEqual([newYork]);
  });
});

describe('storefronts', () => {
  const query = `query ($area: AreaInput, $filters: PickupLocationFilterInput, $sort: PickupLocationSortInput, $page: Int, $size: Int, $skus: [ProductInfoInput]) {
    pickupLocations(area: $area, filters: $filters, sort: $sort, currentPage: $page, pageSize: $size, productsInfo: $skus) {
      items { pickup_location_code name description city region region_id street latitude phone }
      page_info { current_page page_size total_pages }
      total_count
    }
  }`;

  async function found(variables: Json = {}): Promise<Json> {
    const data = await graphqlClient(souk).data(query, variables, { store: shops.view });
    return data.pickupLocations;
  }

  it('see the locations of their website', async () => {
    const { newYork, seattle, miami } = shops;
    const all = await found({ sort: { name: 'ASC' }, size: 2 });
    expect(all).toMatchObject({
      items: [
        { pickup_location_code: newYork, name: 'East shop', region_id: 43, latitude: 40.7128 },
        { pickup_location_code: seattle },
      ],
      page_info: { current_page: 1, page_size: 2, total_pages: 2 },
      total_count: 3,
    });
    const codesOf = async (variables: Json): Promise<string[]> =>
      (await found(variables)).items.map((item: Json) => item.pickup_location_code);
    expect(await codesOf({ filters: { city: { in: ['Miami', 'Seattle'] }, name: { like: 'North%' } } })).toEqual([
      seattle,
    ]);
    expect(await codesOf({ sort: { city: 'DESC' } })).toEqual([seattle, newYork, miami]);
    const { sku } = await stocked(souk, shops, []);
    await setItems(souk, sku, { [miami]: 1 });
    expect(await codesOf({ skus: [{ sku }] })).toEqual([miami]);
    const beyond = await graphqlClient(souk).send(query, { page: 9 }, { store: shops.view });
    expect(beyond.body.errors[0].message).toMatch('currentPage value 9 specified is greater than the 1 page(s)');
    const elsewhere = await graphqlClient(souk).data(query, {});
    expect(elsewhere.pickupLocations).toMatchObject({ items: [], total_count: 0 });
  });

  it('see those of an area', async () => {
    const { items } = await found({ area: { radius: 50, search_term: '10001|US' } });
    expect(items.map((item: Json) => item.pickup_location_code)).toEqual([shops.newYork]);
  });
});
