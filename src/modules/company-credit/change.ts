import type { Call } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import { fromUnits, isCurrency, readAmount, toUnits } from './amounts.ts';
import { lockCredit, requireCredit } from './credits.ts';
import { creditErrors } from './errors.ts';
import { hasHistory, record, type ChangedBy, type CreditChange } from './history.ts';
import type { CompanyCreditRow } from './tables.ts';
import { operations, type CreditOperation, type SentCredit } from './types.ts';

/**
 * Changes a company's credit limit, its currency, and whether the company may exceed it; missing fields stay unchanged.
 * When the currency changes, the balance is converted, and so is the limit unless it is in the input. In a transaction.
 * Throws 400 and 404.
 */
export async function changeCredit(call: Call, id: number, input: SentCredit): Promise<CompanyCreditRow> {
  const before = await lockCredit(call, id);
  if (input.company_id && input.company_id !== before.company_id) {
    throw creditErrors.invalidValue({ fieldName: 'company_id', value: input.company_id });
  }
  const currency_code = input.currency_code ?? before.currency_code;
  if (!isCurrency(currency_code)) throw creditErrors.invalidValue({ fieldName: 'currency_code', value: currency_code });
  const rate = rateOf(call, before.currency_code, currency_code);
  const convert = (units: number): number => toUnits(fromUnits(units).times(rate));
  const limit = input.credit_limit;
  const after: CompanyCreditRow = {
    ...before,
    currency_code,
    credit_limit: limit == null ? convert(before.credit_limit) : toUnits(readAmount('credit_limit', limit, 'zero')),
    balance: convert(before.balance),
    exceed_limit: (input.exceed_limit ?? before.exceed_limit === 1) ? 1 : 0,
  };
  const isSame =
    after.credit_limit === before.credit_limit &&
    after.currency_code === before.currency_code &&
    after.exceed_limit === before.exceed_limit;
  if (isSame) return before;
  const { entity_id, company_id: _, ...columns } = after;
  await call.db.updateTable('company_credit').set(columns).where('entity_id', '=', entity_id).execute();
  const isFirst = after.credit_limit > 0 && !(await hasHistory(call, entity_id));
  const type = isFirst ? operations.allocated : operations.updated;
  await record(call, after, { units: 0, currency: currency_code, rate: 1 }, { type, comment: input.credit_comment });
  return after;
}

/** The exchange rate of a currency into another one. Throws where there is no rate. */
function rateOf(call: Call, from: string, to: string): number {
  const rate = call.services.directory.rate(from, to);
  if (rate === undefined) throw creditErrors.noRate([from, to]);
  return rate;
}

/** An amount that a company owes more or less. */
interface SentAmount {
  readonly value: number;
  readonly currency: string;
  readonly operationType: number;
}

const increasing: readonly CreditOperation[] = [
  operations.allocated,
  operations.updated,
  operations.reimbursed,
  operations.refunded,
  operations.reverted,
];
const decreasing: readonly CreditOperation[] = [operations.updated, operations.purchased, operations.reimbursed];

/** Subtracts an amount from a company's debt. In a transaction. Throws 400 and 404. */
export async function increaseBalance(
  call: Call,
  id: number,
  input: SentAmount,
  why: Omit<CreditChange, 'type'>,
): Promise<void> {
  const type = readOperation(input.operationType, increasing);
  await changeBalance(call, id, readAmount('value', input.value, 'unit'), input.currency, { ...why, type });
}

/** Adds an amount to a company's debt. In a transaction. Throws 400 and 404. */
export async function decreaseBalance(
  call: Call,
  id: number,
  input: SentAmount,
  why: Omit<CreditChange, 'type'>,
): Promise<void> {
  const type = readOperation(input.operationType, decreasing);
  await changeBalance(call, id, readAmount('value', input.value, 'unit').negated(), input.currency, { ...why, type });
}

function readOperation(input: number, known: readonly CreditOperation[]): CreditOperation {
  const type = known.find((one) => one === input);
  if (type === undefined) throw creditErrors.invalidValue({ fieldName: 'operationType', value: input });
  return type;
}

/**
 * Changes a company's debt by an amount in some currency, and writes it into the history. A purchase beyond the limit
 * is rejected, unless the company may exceed it. In a transaction. Throws 400 and 404.
 */
async function changeBalance(
  call: Call,
  id: number,
  amount: Decimal,
  currency: string,
  why: CreditChange,
): Promise<void> {
  const missing = missingArguments(currency ? [] : ['currency']);
  if (missing) throw missing;
  if (!isCurrency(currency)) throw creditErrors.invalidValue({ fieldName: 'currency', value: currency });
  // Nobody changes the currency of the credit between here and the change.
  const before = await lockCredit(call, id);
  const rate = rateOf(call, currency, before.currency_code);
  const units = toUnits(amount);
  const delta = toUnits(amount.times(decimal(rate)));
  if (why.type === operations.purchased && !isSpendable(before, delta)) {
    const available = Math.max(before.credit_limit + before.balance, 0);
    throw creditErrors.exceeded([before.currency_code, fromUnits(available).toFixed(2)]);
  }
  await moveBalance(call, id, { units, currency, rate, delta }, why);
}

/** Whether a company may owe more by an amount; `delta`: in ten-thousandths of the credit's currency, negative. */
export function isSpendable({ credit_limit, balance, exceed_limit }: CompanyCreditRow, delta: number): boolean {
  return exceed_limit === 1 || credit_limit + balance + delta >= 0;
}

/** The change of a locked credit. */
interface BalanceMove extends ChangedBy {
  /** In ten-thousandths of the credit's currency; negative: additional debt. */
  readonly delta: number;
}

/** Changes the balance of a locked credit, and writes the change into its history. */
export async function moveBalance(
  call: Call,
  id: number,
  { delta, ...by }: BalanceMove,
  why: CreditChange,
): Promise<void> {
  await call.db
    .updateTable('company_credit')
    .set((eb) => ({ balance: eb('balance', '+', delta) }))
    .where('entity_id', '=', id)
    .execute();
  await record(call, await requireCredit(call, id), by, why);
}
