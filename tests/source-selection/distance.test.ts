import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greatCircle } from '../../src/modules/source-selection/distance/point.ts';
import * as fc from '../support/properties.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { storedSetting } from '../support/stored.ts';
import { makeProduct, makeStock, picked, type MadeStock } from './stock.ts';

const PROVIDER = 'cataloginventory/source_selection_distance_based/provider';
const KEY = 'cataloginventory/source_selection_distance_based_google/api_key';

/** Lines of a postal code file: country, postcode, place, region and its code, county and its code, two more, then the point. */
const places = [
  ['US', '98101', 'Seattle', 'Washington', 'WA', 47.6114, -122.3305],
  ['US', '33101', 'Miami', 'Florida', 'FL', 25.7791, -80.1978],
  ['US', '10001', 'New York', 'New York', 'NY', 40.7484, -73.9967],
  ['US', '97477', 'Springfield', 'Oregon', 'OR', 44.0462, -123.022],
  ['US', '62701', 'Springfield', 'Illinois', 'IL', 39.8, -89.6495],
  ['US', '12345', 'Here', 'New York', 'NY', 42.8, -73.9],
  ['US', '12345', 'There', 'New York', 'NY', 42.9, -73.8],
  ['CA', 'K1A', 'Ottawa', 'Ontario', 'ON', 45.4207, -75.7023],
] as const;
const lineOf = ([country, code, place, region, short, lat, lng]: readonly (string | number)[]): string =>
  [country, code, place, region, short, '', '', '', '', lat, lng, 4].join('\t');

const miami = { country: 'US', postcode: '33101', street: '1 Main', region: 'Florida', city: 'Miami' };
const seattle = { country: 'US', postcode: '98101', street: '1 Pine', region: 'Washington', city: 'Seattle' };

let souk: Souk;
let google: Server;
let sku: string;
let stock: MadeStock;
/** What Google was asked, and what it answers. */
const asked: URL[] = [];
let answer: (url: URL) => object | undefined = () => undefined;

beforeAll(async () => {
  google = createServer((request, response) => {
    const url = new URL(request.url!, 'http://google');
    asked.push(url);
    const body = answer(url);
    // Undefined: it never answers.
    if (body) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  souk = await startSouk();
  await souk.configure({
    'souk/source_selection/google_url': `http://127.0.0.1:${(google.address() as AddressInfo).port}/`,
  });
  sku = await makeProduct(souk.admin);
  stock = await makeStock(souk.admin, [
    { source: { latitude: 47.6062, longitude: -122.3321 }, has: { [sku]: 3 } },
    { source: { postcode: '33101' }, has: { [sku]: 4 } },
    { source: { postcode: '99999' }, has: { [sku]: 5 } },
    { source: { latitude: 40.7128, longitude: -74.006 }, has: { [sku]: 10 } },
  ]);
});
afterAll(async () => {
  await souk.stop();
  google.closeAllConnections();
  google.close();
});

const located = (address: object, path = 'get-latlng-from-address'): Promise<Answer> => {
  const parts = Object.entries(address).filter(([, value]) => value !== undefined);
  const query = parts.map(([name, value]) => `address[${name}]=${encodeURIComponent(String(value))}`);
  return souk.admin.get(`/V1/inventory/${path}?${query.join('&')}`);
};
const distance = (from: readonly number[], to: readonly number[]): Promise<Answer> =>
  souk.admin.get(
    `/V1/inventory/get-distance?source[lat]=${from[0]}&source[lng]=${from[1]}&destination[lat]=${to[0]}&destination[lng]=${to[1]}`,
  );
const nearest = async (address: object): Promise<unknown[]> =>
  (await picked(souk.admin, stock, [{ sku, qty: 6 }], { algorithm: 'distance', address })).picks.map(([i, , qty]) => [
    i,
    qty,
  ]);
const byPriority = [[0, 3], [1, 3], [2, 0], [3, 0]]; // prettier-ignore
async function importing(lines: readonly string[], country: string, ...options: string[]) {
  const file = join(souk.env['SOUK_VAR']!, 'places.txt');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return souk.cli('inventory-geonames:import', file, '--country', country, ...options);
}

describe('distances offline', () => {
  beforeAll(() => souk.configure({ [PROVIDER]: 'offline' }));

  it('are great circles, in metres', async () => {
    expect(ok(await souk.admin.get('/V1/inventory/get-distance-provider-code'))).toBe('offline');
    expect(ok(await distance([47.6062, -122.3321], [25.7617, -80.1918]))).toBeCloseTo(4_396_095.0529314, 6);
    expect(ok(await distance([0, 0], [0, 0]))).toBe(0);
  });

  it('are refused for points that lack a part, or that are nowhere', async () => {
    const answered = fails(await souk.admin.get('/V1/inventory/get-distance'), 400);
    expect(answered.errors.map(({ parameters }: { parameters: object }) => parameters)).toEqual([
      { fieldName: 'source' },
      { fieldName: 'destination' },
    ]);
    const half = await souk.admin.get('/V1/inventory/get-distance?source[lat]=1&destination[lat]=1&destination[lng]=1');
    expect(fails(half, 400).parameters).toEqual({ fieldName: 'lng' });
    fails(await distance([91, 0], [0, 0]), 400);
    fails(await distance([0, 0], [0, -181]), 400);
  });

  it('leave sources by priority while no place is known', async () => {
    const unknown = ['1 Main 33101 Miami Florida US'];
    expect(fails(await located(miami), 404)).toEqual({ message: 'Unknown geoname for %1', parameters: unknown });
    fails(await located(miami, 'get-latslngs-from-address'), 404);
    expect(await nearest(miami)).toEqual(byPriority);
  });

  it('go by the places of a file, which replace those of the country', async () => {
    const lines = places.map(lineOf);
    expect(await importing([lineOf(['US', '33101', 'Old', 'Florida', 'FL', 1, 1])], 'US')).toMatchObject({ code: 0 });
    expect((await importing(lines, 'us')).stdout).toBe('7 of 7 places imported (7 created, 0 updated, 0 refused)\n');
    expect(ok(await located(seattle))).toEqual({ lat: 47.6114, lng: -122.3305 });
    expect(ok(await located(miami, 'get-latslngs-from-address'))).toEqual([{ lat: 25.7791, lng: -80.1978 }]);
    fails(await located({ ...seattle, country: 'CA', postcode: 'K1A 0B1', city: 'x' }), 404);
    expect((await importing(lines, 'CA')).stdout).toBe('1 of 1 places imported (1 created, 0 updated, 0 refused)\n');
    expect(ok(await located({ ...seattle, country: 'CA', postcode: 'K1A 0B1', city: 'x' })).lat).toBe(45.4207);
    expect(ok(await located(seattle)).lat).toBe(47.6114);
  });

  it('know an address by its postcode, then by its city and region', async () => {
    expect(ok(await located({ ...seattle, postcode: '98101-1234' })).lat).toBe(47.6114);
    const elsewhere = { ...seattle, postcode: '00000', city: 'SPRINGFIELD' };
    expect(ok(await located({ ...elsewhere, region: 'illinois' })).lat).toBe(39.8);
    expect(ok(await located({ ...elsewhere, region: 'OR' })).lat).toBe(44.0462);
    fails(await located({ ...elsewhere, region: 'Nowhere' }), 404);
    expect(ok(await located({ ...elsewhere, region: '' }, 'get-latslngs-from-address'))).toHaveLength(2);
    const there = { ...seattle, postcode: '12345', city: 'there' };
    expect(ok(await located(there, 'get-latslngs-from-address')).map(({ lat }: { lat: number }) => lat)).toEqual([42.9, 42.8]);
    expect(ok(await located({ ...there, city: 'Here' })).lat).toBe(42.8);
  }); // prettier-ignore

  it('take the nearest sources first, and those that are nowhere last', async () => {
    expect(await nearest(miami)).toEqual([[1, 4], [3, 2], [0, 0], [2, 0]]); // prettier-ignore
    expect(await nearest(seattle)).toEqual([[0, 3], [3, 3], [1, 0], [2, 0]]); // prettier-ignore
    expect(await nearest({ ...miami, postcode: '0', city: 'Nowhere' })).toEqual(byPriority);
  });

  it('D230: need an address, with all of its parts', async () => {
    const ask = (destination_address?: object): Promise<Answer> =>
      souk.admin.post('/V1/inventory/source-selection-algorithm-result', {
        inventoryRequest: {
          stockId: stock.id,
          items: [{ sku, qty: 1 }],
          extension_attributes: { destination_address },
        },
        algorithmCode: 'distance',
      });
    expect(fails(await ask(), 400)).toEqual({ message: 'No destination address was provided in the request' });
    const rest = { ...miami, street: undefined };
    expect(fails(await ask(rest), 400).parameters).toEqual({ fieldName: 'street' });
    expect(fails(await located(rest), 400).parameters).toEqual({ fieldName: 'street' });
  });

  it('stay as they are when a file is wrong', async () => {
    const broken = await importing([lineOf(places[0]), 'US\t98102\tSeattle'], 'US');
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('line 2, US 98102: the columns are not country, postcode, place');
    expect(broken.stderr).toContain('Nothing was imported: 1 of 2 rows are wrong');
    const trial = await importing([lineOf(places[0])], 'US', '--dry-run');
    expect(trial).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 places would be imported') });
    const other = await importing([lineOf(places[0])], 'DE');
    expect(other.code).not.toBe(0);
    expect(other.stderr).toContain('no places of the country "DE"');
    const missing = await souk.cli('inventory-geonames:import', '/no/such/file', '--country', 'US');
    expect(missing.code).not.toBe(0);
    expect(ok(await located(miami)).lat).toBe(25.7791);
  });
});

describe('distances by Google', () => {
  beforeAll(() => souk.configure({ [PROVIDER]: 'google' }));

  it('need a key', async () => {
    expect(ok(await souk.admin.get('/V1/inventory/get-distance-provider-code'))).toBe('google');
    for (const refused of [distance([1, 1], [2, 2]), located(miami), located(miami, 'get-latslngs-from-address')]) {
      expect(fails(await refused, 400)).toEqual({ message: 'Google API key is not defined' });
    }
    expect(await nearest(miami)).toEqual(byPriority);
    expect(asked).toEqual([]);
  });

  it('are asked for with the key, which is stored encrypted', async () => {
    await souk.configure({ [KEY]: 'mykey' });
    expect(await storedSetting(souk, KEY)).not.toContain('mykey');
    answer = (url) =>
      url.pathname === '/maps/api/geocode/json'
        ? { status: 'OK', results: [{ geometry: { location: { lat: 25.5, lng: -80.5 } } }] }
        : { status: 'OK', rows: [{ elements: [{ status: 'OK', distance: { value: 1234 }, duration: { value: 99 } }] }] };
    expect(ok(await located(miami))).toEqual({ lat: 25.5, lng: -80.5 });
    expect(Object.fromEntries(asked.at(-1)!.searchParams)).toEqual({
      components: 'country:US|postal_code:33101|locality:Miami',
      address: '1 Main, Miami, Florida',
      key: 'mykey',
    });
    expect(ok(await distance([1, 2], [3, 4]))).toBe(1234);
    expect(Object.fromEntries(asked.at(-1)!.searchParams)).toEqual({
      origins: '1,2',
      destinations: '3,4',
      mode: 'driving',
      key: 'mykey',
    });
    await souk.configure({ 'cataloginventory/source_selection_distance_based_google/value': 'time' });
    expect(ok(await distance([1, 2], [3, 4]))).toBe(99);
  }); // prettier-ignore

  it('order sources by one question, beside those for their addresses', async () => {
    asked.length = 0;
    answer = (url) => {
      if (url.pathname === '/maps/api/geocode/json') {
        const isKnown = !url.searchParams.get('components')!.includes('99999');
        return isKnown ? { status: 'OK', results: [{ geometry: { location: { lat: 25.5, lng: -80.5 } } }] } : { status: 'ZERO_RESULTS' };
      }
      const far = [30, 20, 10];
      return { status: 'OK', rows: far.map((value) => ({ elements: [{ status: 'OK', duration: { value } }] })) };
    }; // prettier-ignore
    expect(await nearest(miami)).toEqual([[3, 6], [1, 0], [0, 0], [2, 0]]); // prettier-ignore
    expect(asked.filter(({ pathname }) => pathname.includes('distancematrix'))).toHaveLength(1);
  });

  it('leave sources by priority when it refuses, or does not answer in time', async () => {
    answer = () => ({ status: 'REQUEST_DENIED', error_message: 'no' });
    expect(await nearest(miami)).toEqual(byPriority);
    expect(fails(await located(miami), 504).parameters).toEqual(['REQUEST_DENIED']);
    await souk.configure({ 'souk/source_selection/google_timeout': '50' });
    answer = () => undefined;
    expect(await nearest(miami)).toEqual(byPriority);
    fails(await distance([1, 2], [3, 4]), 504);
  });
});

describe('great circles', () => {
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const half = Math.PI * 6_371_000;

  it('are as long back as there, never longer than half around the earth, and no detour', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const direct = greatCircle(a, b);
        expect(direct).toBeCloseTo(greatCircle(b, a), 5);
        expect(direct).toBeGreaterThanOrEqual(0);
        expect(direct).toBeLessThanOrEqual(half + 1e-6);
        expect(direct).toBeLessThanOrEqual(greatCircle(a, c) + greatCircle(c, b) + 1e-3);
        // From a point over another one to the point opposite to it, it is half around, whatever that one is.
        const opposite = { lat: -a.lat, lng: a.lng + 180 };
        expect(Math.abs(direct + greatCircle(b, opposite) - half)).toBeLessThan(1);
      }),
    );
  });
});
