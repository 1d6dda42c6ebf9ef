import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { entriesOf } from '../../kernel/own-fields.ts';
import { decimal, Decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { hasStoreCredit } from './configuration.ts';
import { balanceErrors } from './errors.ts';
import { mailChange } from './mails.ts';

/** Kinds of balance changes, by the numbers of the interface. */
const actions = { updated: 1, created: 2, used: 3, refunded: 4, reverted: 5 } as const;
type BalanceAction = keyof typeof actions;
const actionNames: ReadonlyMap<number, BalanceAction> = new Map(
  entriesOf(actions).map(([name, number]) => [number, name]),
);

/** Owner and website of a balance. */
export interface BalanceKey {
  readonly customerId: number;
  readonly websiteId: number;
}

/** A balance; the amount is in the base currency of the website. */
export interface Balance {
  readonly id: number;
  readonly amount: Decimal;
}

/** A change of a balance, as an entry of its history. */
interface BalanceEntry {
  readonly updatedAt: string;
  readonly action: BalanceAction;
  readonly amount: Decimal;
  readonly delta: Decimal;
  readonly info: string | null;
}

/** Why a balance changes. */
export interface BalanceChange {
  readonly action: BalanceAction;
  readonly info: string | null;
  /** Whether the customer gets an email; undefined: as the setting says. */
  readonly mail?: 'always' | 'never';
}

/** Units of a balance in one of the currency. */
const UNITS = 10_000;
const unitsOf = (amount: Decimal): number => amount.times(UNITS).toDecimalPlaces(0).toNumber();
const amountOf = (units: number): Decimal => Decimal.fromUnits(units, 4);

const byKey = preparedFirst((db, p: Params<BalanceKey>) =>
  db
    .selectFrom('customer_balance')
    .select(['balance_id', 'amount'])
    .where('customer_id', '=', p.customerId)
    .where('website_id', '=', p.websiteId),
);

/** Whether there is store credit in a store view. */
export function isEnabled(call: Call, storeId?: number): boolean {
  return call.config.of(hasStoreCredit, storeId === undefined ? undefined : { storeId });
}

/** A customer's balance on a website; undefined for one that was never changed. */
export async function findBalance(call: Call, key: BalanceKey): Promise<Balance | undefined> {
  const row = await byKey(call.db, key);
  return row && { id: row.balance_id, amount: amountOf(row.amount) };
}

/** The balances of customers, in no order. */
export async function amountsOf(
  call: Call,
  customerIds: readonly number[],
): Promise<readonly (BalanceKey & Pick<Balance, 'amount'>)[]> {
  const rows = await call.db
    .selectFrom('customer_balance')
    .select(['customer_id', 'website_id', 'amount'])
    .where(inIds('customer_id', customerIds))
    .execute();
  return rows.map((row) => ({
    customerId: row.customer_id,
    websiteId: row.website_id,
    amount: amountOf(row.amount),
  }));
}

/**
 * Adds to a balance, or subtracts from it, with an entry in its history; within a transaction. Throws 400 if the
 * balance is too low.
 */
export async function changeBalance(
  call: Call,
  key: BalanceKey,
  delta: Decimal,
  { action, ...why }: BalanceChange,
): Promise<void> {
  const known = delta.isNegative() ? await takeFromBalance(call, key, delta.negated()) : await addTo(call, key, delta);
  if (!known) throw balanceErrors.belowZero([(await findBalance(call, key))?.amount.toFixed(2) ?? '0.00']);
  const isNew = action === 'updated' && !(await hasHistory(call, known.id));
  await recordChange(call, key, known, delta, { action: isNew ? 'created' : action, ...why });
}

/**
 * Takes an amount from a balance, without an entry in its history; undefined if the balance is too low. One statement,
 * which sees concurrent changes of other processes.
 */
export async function takeFromBalance(call: Call, key: BalanceKey, amount: Decimal): Promise<Balance | undefined> {
  const units = unitsOf(amount);
  const row = await call.db
    .updateTable('customer_balance')
    .set(({ eb }) => ({ amount: eb('amount', '-', units) }))
    .where('customer_id', '=', key.customerId)
    .where('website_id', '=', key.websiteId)
    .where('amount', '>=', units)
    .returning(['balance_id', 'amount'])
    .executeTakeFirst();
  return row && { id: row.balance_id, amount: amountOf(row.amount) };
}

async function addTo(call: Call, { customerId, websiteId }: BalanceKey, delta: Decimal): Promise<Balance> {
  const units = unitsOf(delta);
  const row = await call.db
    .insertInto('customer_balance')
    .values({ customer_id: customerId, website_id: websiteId, amount: units })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'website_id'])
        .doUpdateSet(({ eb }) => ({ amount: eb('customer_balance.amount', '+', units) })),
    )
    .returning(['balance_id', 'amount'])
    .executeTakeFirstOrThrow();
  return { id: row.balance_id, amount: amountOf(row.amount) };
}

async function hasHistory(call: Call, id: number): Promise<boolean> {
  const first = call.db.selectFrom('customer_balance_history').select('history_id').where('balance_id', '=', id);
  return (await first.limit(1).executeTakeFirst()) !== undefined;
}

/** Writes a change of a balance into its history, and notifies the customer; `balance` is the state after it. */
export async function recordChange(
  call: Call,
  key: BalanceKey,
  balance: Balance,
  delta: Decimal,
  { action, info, mail }: BalanceChange,
): Promise<void> {
  await call.db
    .insertInto('customer_balance_history')
    .values({
      balance_id: balance.id,
      updated_at: formatTime(call.clock.now()),
      action: actions[action],
      balance_amount: unitsOf(balance.amount),
      balance_delta: unitsOf(delta),
      additional_info: info,
    })
    .execute();
  if (mail === 'never') return;
  await mailChange(call, key, { balance: balance.amount, delta, comment: info, isWanted: mail === 'always' });
}

/** The history of a balance, the newest entry first; all of it, or a page. */
export async function historyOf(call: Call, { id }: Balance, page?: AskedPage): Promise<BalanceEntry[]> {
  let query = call.db
    .selectFrom('customer_balance_history')
    .selectAll()
    .where('balance_id', '=', id)
    .orderBy('history_id', 'desc');
  if (page) query = query.limit(page.pageSize).offset((page.page - 1) * page.pageSize);
  const rows = await query.execute();
  return rows.map((row) => ({
    updatedAt: row.updated_at,
    action: valueAt(actionNames, row.action),
    amount: amountOf(row.balance_amount),
    delta: amountOf(row.balance_delta),
    info: row.additional_info,
  }));
}

/** How many entries the history of a balance has. */
export async function countHistory(call: Call, { id }: Balance): Promise<number> {
  const { count } = await call.db
    .selectFrom('customer_balance_history')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('balance_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes the balances of a customer who is deleted, with their history. */
export async function removeBalances(call: Call, customerId: number): Promise<void> {
  await call.db.deleteFrom('customer_balance').where('customer_id', '=', customerId).execute();
}

/** Reads an amount that a person has typed, such as `-12.50`. Throws for anything else, for nothing, and for parts of 1/10000. */
export function readDelta(text: string): Decimal {
  if (!/^[+-]?\d{1,8}(\.\d{1,4})?$/.test(text)) throw balanceErrors.amount([text]);
  const delta = decimal(text.replace('+', ''));
  if (delta.isZero()) throw balanceErrors.zero();
  return delta;
}
