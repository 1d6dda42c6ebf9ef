import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { isCurrency, readAmount, toUnits } from './amounts.ts';
import { lockCredit, requireCreditOf } from './credits.ts';
import { creditErrors } from './errors.ts';
import type { CompanyCreditRow, CreditHistoryRow } from './tables.ts';

/** The credit of a company of another shop; `companyId`: the company here. Amounts are in the currency. */
interface MovedCredit extends Pick<CompanyCreditRow, 'currency_code' | 'credit_limit' | 'balance'> {
  readonly companyId: number;
  readonly exceedsLimit: boolean;
}

/** An entry of the history of a credit of another shop, with the ids of this one. Amounts are in their currencies. */
type MovedCreditEntry = Omit<CreditHistoryRow, 'history_id'>;

/** Stores credits of another shop and their history as they are there. */
interface MovedCreditWriter {
  /** Stores the state of a credit without an entry in its history; returns its id. Throws 400 for invalid values, and 404. */
  storeCredit(call: Call, credit: MovedCredit): Promise<number>;
  /** Stores an entry: a new one, or changes of the one with this id. Returns its id. Throws 400 for invalid values. */
  storeEntry(call: Call, id: number | undefined, entry: MovedCreditEntry): Promise<number>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    movedCredits: MovedCreditWriter;
  }
}

/** Stores the credits of companies that come from another shop; within a transaction. */
export const movedCredits: MovedCreditWriter = {
  async storeCredit(call, { companyId, currency_code, credit_limit, balance, exceedsLimit }) {
    checkCurrency('currency_code', currency_code);
    const limit = toUnits(readAmount('credit_limit', credit_limit, 'zero'));
    const { entity_id } = await lockCredit(call, (await requireCreditOf(call, companyId)).entity_id);
    await call.db
      .updateTable('company_credit')
      .set({ currency_code, credit_limit: limit, balance: unitsOf(balance), exceed_limit: exceedsLimit ? 1 : 0 })
      .where('entity_id', '=', entity_id)
      .execute();
    return entity_id;
  },
  async storeEntry(call, id, { datetime, amount, balance, credit_limit, available_limit, ...entry }) {
    checkCurrency('currency_credit', entry.currency_credit);
    checkCurrency('currency_operation', entry.currency_operation);
    checkLengths(entry, { purchase_order: LONGEST_TEXT, custom_reference_number: LONGEST_TEXT, order_increment: 50 });
    const time = readUtcTime(datetime);
    if (time === undefined) throw creditErrors.invalidValue({ fieldName: 'datetime', value: datetime });
    const row = {
      ...entry,
      datetime: time.slice(0, 19),
      amount: unitsOf(amount),
      balance: unitsOf(balance),
      credit_limit: unitsOf(credit_limit),
      available_limit: unitsOf(available_limit),
    };
    if (id !== undefined) {
      await call.db.updateTable('company_credit_history').set(row).where('history_id', '=', id).execute();
      return id;
    }
    const { history_id } = await call.db
      .insertInto('company_credit_history')
      .values(row)
      .returning('history_id')
      .executeTakeFirstOrThrow();
    return history_id;
  },
};

function unitsOf(amount: number): number {
  return toUnits(decimal(amount));
}

function checkCurrency(fieldName: string, code: string): void {
  if (!isCurrency(code)) throw creditErrors.invalidValue({ fieldName, value: code });
}
