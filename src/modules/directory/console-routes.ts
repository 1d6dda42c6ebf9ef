import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { ConsoleCurrencyRate, ConsoleRateChange } from './console-types.ts';
import { listRates, removeRate, requireRate, setRate, type StoredRate } from './rates.ts';

const rates = { service: 'consoleCurrencyRateV1', access: acl('Magento_CurrencySymbol::currency_rates') } as const;

const idOf = ({ currency_from: from, currency_to: to }: Omit<StoredRate, 'rate'>): string => `${from}-${to}`;
const show = (rate: StoredRate): t.Out<typeof ConsoleCurrencyRate> => ({ rate_id: idOf(rate), ...rate });

/** The currencies of a rate by its id. */
function currenciesOf(rateId: string): readonly [from: string, to: string] {
  const [from = '', to = ''] = rateId.split('-');
  return [from, to];
}

const readRates = route({
  ...rates,
  method: 'GET',
  path: '/_/console/currency-rates',
  operation: 'getList',
  summary: 'Lists the exchange rates.',
  input: {},
  output: t.array(ConsoleCurrencyRate),
  handle: async (_, call) => (await listRates(call)).map(show),
});

const readOneRate = route({
  ...rates,
  method: 'GET',
  path: '/_/console/currency-rates/:rateId',
  operation: 'get',
  summary: 'Reads an exchange rate.',
  input: { rateId: t.string },
  output: ConsoleCurrencyRate,
  handle: async ({ rateId }, call) => show(await requireRate(call, ...currenciesOf(rateId))),
});

const createRate = route({
  ...rates,
  method: 'POST',
  path: '/_/console/currency-rates',
  operation: 'create',
  summary: 'Sets the exchange rate of two currencies.',
  entity: entity('exchange rate', 'rate.currency_from', { names: ['rate.currency_to'] }),
  input: { rate: ConsoleCurrencyRate },
  output: t.string,
  handle: async ({ rate }, call) => {
    const currencies = { currency_from: rate.currency_from ?? '', currency_to: rate.currency_to ?? '' };
    await setRate(call, currencies.currency_from, currencies.currency_to, rate.rate ?? 0);
    return idOf(currencies);
  },
});

const changeRate = route({
  ...rates,
  method: 'PUT',
  path: '/_/console/currency-rates/:rateId',
  operation: 'save',
  summary: 'Changes an exchange rate; its currencies stay.',
  entity: entity('exchange rate', 'rateId'),
  input: { rateId: t.string, rate: ConsoleRateChange },
  output: t.string,
  handle: async ({ rateId, rate }, call) => {
    const stored = await requireRate(call, ...currenciesOf(rateId));
    await setRate(call, stored.currency_from, stored.currency_to, rate.rate ?? 0);
    return rateId;
  },
});

const deleteRate = route({
  ...rates,
  method: 'DELETE',
  path: '/_/console/currency-rates/:rateId',
  operation: 'delete',
  summary: 'Deletes an exchange rate.',
  entity: entity('exchange rate', 'rateId'),
  input: { rateId: t.string },
  output: t.boolean,
  handle: async ({ rateId }, call) => {
    await removeRate(call, ...currenciesOf(rateId));
    return true;
  },
});

/** Console routes of exchange rates, which the interface does not have. */
export const directoryConsoleRoutes = [readRates, readOneRate, createRate, changeRate, deleteRate] as const;
