import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const rates = '/_/console/currency-rates';

describe.each(engines)('currency rates in the console, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const ids = async (): Promise<string[]> =>
    ok(await here.admin.raw('GET', rates)).map((one: { rate_id: string }) => one.rate_id);

  it('are listed, set, changed and deleted, and prices follow them', async () => {
    expect(await ids()).toEqual(['EUR-EUR', 'EUR-USD', 'USD-EUR', 'USD-USD']);
    const rate = { currency_from: 'USD', currency_to: 'GBP', rate: 0.8 };
    expect(ok(await here.admin.raw('POST', rates, { rate }))).toBe('USD-GBP');
    expect(ok(await here.admin.raw('PUT', `${rates}/USD-GBP`, { rate: { rate: 0.75 } }))).toBe('USD-GBP');
    expect(ok(await here.admin.raw('GET', `${rates}/USD-GBP`))).toEqual({ ...rate, rate_id: 'USD-GBP', rate: 0.75 });
    ok(await here.admin.raw('PUT', '/_/console/settings', { path: 'currency/options/allow', value: 'USD,GBP' }));
    const { exchange_rates: shown } = ok(await here.guest.get('/V1/directory/currency'));
    expect(shown).toContainEqual({ currency_to: 'GBP', rate: 0.75 });
    expect(ok(await here.admin.raw('DELETE', `${rates}/USD-GBP`))).toBe(true);
    expect(await ids()).not.toContain('USD-GBP');
    fails(await here.admin.raw('GET', `${rates}/USD-GBP`), 404, 'There is no exchange rate of USD in GBP.');
    fails(await here.admin.raw('PUT', `${rates}/USD-GBP`, { rate: { rate: 1 } }), 404);
    fails(await here.admin.raw('DELETE', `${rates}/USD-GBP`), 404);
  });

  it('are refused for unknown currencies and for rates that are not above 0', async () => {
    const before = await ids();
    const rate = { currency_from: 'USD', currency_to: 'GBP', rate: 0.8 };
    fails(await here.admin.raw('POST', rates, { rate: { ...rate, currency_to: 'ZZZ' } }), 400, /ZZZ/);
    fails(await here.admin.raw('POST', rates, { rate: { ...rate, rate: 0 } }), 400, /greater than 0/);
    fails(await here.admin.raw('PUT', `${rates}/USD-EUR`, { rate: { rate: -1 } }), 400, /greater than 0/);
    expect(await ids()).toEqual(before);
  });

  it('need the permission for currency rates', async () => {
    const clerk = await here.granted('integration', ['Magento_Backend::store']);
    fails(await clerk.raw('GET', rates), 401);
    fails(await clerk.raw('PUT', `${rates}/USD-EUR`, { rate: { rate: 1 } }), 401);
    fails(await clerk.raw('DELETE', `${rates}/USD-EUR`), 401);
    const merchant = await here.granted('integration', ['Magento_CurrencySymbol::currency_rates']);
    expect(ok(await merchant.raw('GET', rates))).toHaveLength(4);
  });
});
