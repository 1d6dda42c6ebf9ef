import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { CellFault } from '../../platform/row-import/rows.ts';
import { numberOf, textOf } from '../../platform/row-import/values.ts';
import type { CustomerFinance } from '../customer/extensions.ts';
import { amountsOf, findBalance, type BalanceKey } from './balances.ts';
import { updateBalance } from './customers.ts';

const COLUMN = 'store_credit';
/** Digits after the point of amounts in exports. */
const DIGITS = 4;

/** Store credit in files of customers' finances, in the base currency of the website. */
export const creditFinance: CustomerFinance = {
  column: COLUMN,
  async read(call, customerIds) {
    const found = new Map<number, Map<number, string>>();
    for (const { customerId, websiteId, amount } of await amountsOf(call, customerIds)) {
      if (amount.isZero()) continue;
      const websites = found.get(customerId) ?? new Map<number, string>();
      found.set(customerId, websites.set(websiteId, amount.toFixed(DIGITS)));
    }
    return found;
  },
  set: setCredit,
};

async function setCredit(call: Call, key: BalanceKey, cell: unknown): Promise<void> {
  const text = textOf(COLUMN, cell).trim();
  if (numberOf(COLUMN, text) < 0 || !/^\+?\d{0,8}(\.\d{0,4}0*)?$/.test(text)) {
    throw new CellFault(COLUMN, `"${text}" is not an amount from 0 to 99999999.9999 with at most four decimals`);
  }
  const amount = decimal(text.replace('+', ''));
  const delta = amount.minus((await findBalance(call, key))?.amount ?? 0);
  if (!delta.isZero()) await updateBalance(call, key, delta, { info: null, mail: 'never' });
}
