import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { directoryErrors } from './errors.ts';

/** Exchange rates by source and target currency. */
export type CurrencyRates = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The rates of a fresh installation. */
const firstRates = [
  { currency_from: 'EUR', currency_to: 'EUR', rate: 1 },
  { currency_from: 'EUR', currency_to: 'USD', rate: 1.415 },
  { currency_from: 'USD', currency_to: 'EUR', rate: 0.7067 },
  { currency_from: 'USD', currency_to: 'USD', rate: 1 },
];

/** Loads all rates, for the cache. */
export async function loadRates(call: Call): Promise<CurrencyRates> {
  const rates = new Map<string, Map<string, number>>();
  for (const { currency_from, currency_to, rate } of await call.db
    .selectFrom('directory_currency_rate')
    .selectAll()
    .execute()) {
    if (!rates.has(currency_from)) rates.set(currency_from, new Map());
    valueAt(rates, currency_from).set(currency_to, rate);
  }
  return rates;
}

/** Inserts the rates of a fresh installation. */
export async function installRates(call: Call): Promise<void> {
  await call.db.insertInto('directory_currency_rate').values(firstRates).execute();
  await call.services.directory.rates.invalidate(call);
}

/** Sets the exchange rate of `from` in `to`. Throws when a currency is unknown or the rate is not above 0. */
export async function setRate(call: Call, from: string, to: string, rate: number): Promise<void> {
  for (const code of [from, to]) {
    if (!Intl.supportedValuesOf('currency').includes(code)) throw directoryErrors.unknownCurrency([code]);
  }
  if (!(Number.isFinite(rate) && rate > 0)) throw directoryErrors.invalidRate([rate]);
  await call.transaction(async (inside) => {
    await inside.db
      .insertInto('directory_currency_rate')
      .values({ currency_from: from, currency_to: to, rate })
      .onConflict((conflict) => conflict.columns(['currency_from', 'currency_to']).doUpdateSet({ rate }))
      .execute();
    await inside.services.directory.rates.invalidate(inside);
  });
}

/** An exchange rate as stored. */
export interface StoredRate {
  readonly currency_from: string;
  readonly currency_to: string;
  readonly rate: number;
}

/** All exchange rates, by their currencies. */
export function listRates(call: Call): Promise<readonly StoredRate[]> {
  return call.db
    .selectFrom('directory_currency_rate')
    .selectAll()
    .orderBy('currency_from')
    .orderBy('currency_to')
    .execute();
}

/** The exchange rate of `from` in `to`. Throws 404. */
export async function requireRate(call: Call, from: string, to: string): Promise<StoredRate> {
  const rate = (await listRates(call)).find((one) => one.currency_from === from && one.currency_to === to);
  if (!rate) throw directoryErrors.noRate([from, to]);
  return rate;
}

/** Deletes the exchange rate of `from` in `to`. Throws 404. */
export async function removeRate(call: Call, from: string, to: string): Promise<void> {
  await call.transaction(async (inside) => {
    await requireRate(inside, from, to);
    await inside.db
      .deleteFrom('directory_currency_rate')
      .where('currency_from', '=', from)
      .where('currency_to', '=', to)
      .execute();
    await inside.services.directory.rates.invalidate(inside);
  });
}
