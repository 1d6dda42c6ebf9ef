import * as t from '../../kernel/types.ts';

/** The exchange rate of a base currency in another one. */
export const ConsoleCurrencyRate = t.object('console-currency-rate', {
  /** Both codes, such as `USD-EUR`; of responses alone. */
  rate_id: t.optional(t.string),
  currency_from: t.string,
  currency_to: t.string,
  /** Units of `currency_to` for one of `currency_from`, above 0. */
  rate: t.number,
});

/** A changed exchange rate; its currencies stay. */
export const ConsoleRateChange = t.object('console-currency-rate-change', { rate: t.number });
