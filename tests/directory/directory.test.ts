import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, until, type Souk } from '../support/souk.ts';

let souk: Souk;

interface Country {
  id: string;
  three_letter_abbreviation: string;
  full_name_locale: string | null;
  full_name_english: string | null;
  available_regions?: { id: string; code: string; name: string }[];
}

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

async function command(...args: string[]): Promise<void> {
  const { code, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
}

describe('countries', () => {
  it('are 249 in order of their ids, with 1156 regions', async () => {
    const countries: Country[] = ok(await souk.guest.get('/V1/directory/countries'));
    const ids = countries.map((country) => country.id);
    expect(ids).toHaveLength(249);
    expect(ids).toEqual([...ids].sort());
    const regions = countries.flatMap((country) => country.available_regions ?? []);
    expect(regions).toHaveLength(1156);
    expect(new Set(regions.map((region) => region.id)).size).toBe(1156);
    expect(countries.filter((country) => country.available_regions?.length === 0)).toEqual([]);
  });

  it('have names, but for the one that is gone', async () => {
    const countries: Country[] = ok(await souk.guest.get('/V1/directory/countries'));
    expect(countries.filter((country) => country.full_name_english === null)).toEqual([
      {
        id: 'AN',
        two_letter_abbreviation: 'AN',
        three_letter_abbreviation: 'ANT',
        full_name_locale: null,
        full_name_english: null,
      },
    ]);
  });

  it('are offered to buyers by their names', async () => {
    const { countries } = await graphqlClient(souk).data('{ countries { id full_name_locale } }');
    expect(countries).toHaveLength(248);
    expect(countries.filter((country: Country) => country.full_name_locale === null)).toEqual([]);
  });

  it('are given one by one, as in the list', async () => {
    const countries: Country[] = ok(await souk.guest.get('/V1/directory/countries'));
    for (const id of ['US', 'DE', 'GB']) {
      expect(ok(await souk.guest.get(`/V1/directory/countries/${id}`))).toEqual(countries.find((c) => c.id === id));
    }
  });

  it('have their regions in order of names, ids as text', async () => {
    const germany: Country = ok(await souk.guest.get('/V1/directory/countries/DE'));
    expect(germany.available_regions!.slice(0, 2)).toEqual([
      { id: '80', code: 'BAW', name: 'Baden-Württemberg' },
      { id: '81', code: 'BAY', name: 'Bayern' },
    ]);
    const argentina: Country = ok(await souk.guest.get('/V1/directory/countries/AR'));
    // Accents do not count: Có comes before Cor.
    expect(argentina.available_regions!.slice(4, 7).map((region) => region.name)).toEqual([
      'Ciudad Autónoma de Buenos Aires',
      'Córdoba',
      'Corrientes',
    ]);
  });

  it('without regions have no such field', async () => {
    expect(ok(await souk.guest.get('/V1/directory/countries/GB'))).toEqual({
      id: 'GB',
      two_letter_abbreviation: 'GB',
      three_letter_abbreviation: 'GBR',
      full_name_locale: 'United Kingdom',
      full_name_english: 'United Kingdom',
    });
  });

  it.each(['us', 'XX', 'USA', '0', 'constructor'])('are not available as %s', async (id) => {
    const body = fails(await souk.guest.get(`/V1/directory/countries/${id}`), 404, "The country isn't available.");
    expect(Object.keys(body)).toEqual(['message']);
  });
});

describe('a fresh installation', () => {
  it('asks for a region where the interface does, and shows ten items of a cart', async () => {
    const query = '{ storeConfig { countries_with_required_region minicart_max_items } }';
    const { storeConfig } = await graphqlClient(souk).data(query);
    expect(storeConfig).toEqual({
      countries_with_required_region:
        'AL,AR,AU,BE,BG,BO,BR,BY,CA,CH,CL,CN,CO,CR,CZ,DK,EC,EE,ES,GR,GY,HR,IN,IS,IT,LT,LV,MX,PE,PL,PT,PY,RO,SE,SR,UA,US,UY,VE',
      minicart_max_items: 10,
    });
  });
});

describe('the currency of a fresh installation', () => {
  it('is the dollar, in every scope', async () => {
    for (const code of ['', 'default', 'all']) {
      expect(ok(await souk.guest.store(code).get('/V1/directory/currency'))).toEqual({
        base_currency_code: 'USD',
        base_currency_symbol: '$',
        default_display_currency_code: 'USD',
        default_display_currency_symbol: '$',
        available_currency_codes: ['USD'],
        exchange_rates: [{ currency_to: 'USD', rate: 1 }],
      });
    }
  });
});

describe('several stores', () => {
  beforeAll(async () => {
    await command('website:create', 'eu', 'European Union', '--currency', 'EUR');
    await command('store:group:create', 'eu_store', 'EU', '--website', 'eu');
    await command('store:view:create', 'fr', 'French', '--group', 'eu_store', '--locale', 'fr_FR');
    await souk.configure({ 'general/country/allow': 'DE,FR' }, { scope: 'websites', scope_code: 'eu' });
    await until(async () => (await souk.guest.store('fr').get('/V1/directory/countries/US')).status === 404);
  });

  it('have the countries that their website allows, named in their language', async () => {
    const list: Country[] = ok(
      await souk.guest.store('fr').get('/V1/directory/countries?fields=id,full_name_locale,full_name_english'),
    );
    expect(list).toEqual([
      { id: 'DE', full_name_locale: 'Allemagne', full_name_english: 'Germany' },
      { id: 'FR', full_name_locale: 'France', full_name_english: 'France' },
    ]);
  });

  it('leave the other stores and the global scope as they were', async () => {
    for (const code of ['', 'all']) {
      expect(ok(await souk.guest.store(code).get('/V1/directory/countries?fields=id'))).toHaveLength(249);
    }
  });

  it('show their own currency, at the rate from the global base currency', async () => {
    expect(ok(await souk.guest.store('fr').get('/V1/directory/currency'))).toEqual({
      base_currency_code: 'USD',
      base_currency_symbol: '$US',
      default_display_currency_code: 'EUR',
      default_display_currency_symbol: '€',
      available_currency_codes: ['EUR'],
      exchange_rates: [{ currency_to: 'EUR', rate: 0.7067 }],
    });
  });

  it('may offer several currencies; one without a rate has 0', async () => {
    const view = { scope: 'stores', scope_code: 'default' } as const;
    await souk.configure({ 'currency/options/allow': 'USD,EUR,GBP' }, view);
    const currency = (): Promise<{ exchange_rates: unknown[] }> =>
      souk.guest.get('/V1/directory/currency').then((answer) => ok(answer));
    await until(async () => (await currency()).exchange_rates.length === 3);
    expect((await currency()).exchange_rates).toEqual([
      { currency_to: 'USD', rate: 1 },
      { currency_to: 'EUR', rate: 0.7067 },
      { currency_to: 'GBP', rate: 0 },
    ]);
  });

  it('have a base currency of their own once prices are per website', async () => {
    await souk.configure({ 'catalog/price/scope': '1' });
    const currency = (code: string): Promise<{ base_currency_code: string; exchange_rates: unknown[] }> =>
      souk.guest
        .store(code)
        .get('/V1/directory/currency')
        .then((answer) => ok(answer));
    await until(async () => (await currency('fr')).base_currency_code === 'EUR');
    expect((await currency('fr')).exchange_rates).toEqual([{ currency_to: 'EUR', rate: 1 }]);
    expect((await currency('')).base_currency_code).toBe('USD');
    expect((await currency('all')).base_currency_code).toBe('USD');
  });

  it('take an exchange rate from the command line', async () => {
    await command('currency:rate:set', 'USD', 'GBP', '0.5');
    const rates = async (): Promise<unknown> => ok(await souk.guest.get('/V1/directory/currency')).exchange_rates;
    await until(async () => JSON.stringify(await rates()).includes('"GBP","rate":0.5'));
    expect((await souk.cli('currency:rate:set', 'USD', 'GBP', '-1')).stderr).toMatch(/^souk: .*-1/);
    expect((await souk.cli('currency:rate:set', 'USD', 'ZZZ', '1')).stderr).toMatch(/^souk: .*ZZZ/);
  });
});
