import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { elementAt, firstOf } from '../../kernel/lists.ts';
import { readTime } from '../../storage/criteria/values.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { accountStates, today, type AccountRow } from './accounts.ts';
import { toCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { historyActions, writeHistory } from './history.ts';
import { occupyCode, takeCodes } from './pool.ts';
import type { SentAccount } from './types.ts';

/** Maximum balance of a card. */
const MOST = 99_999_999;

/**
 * Creates a card, with a code from the pool by default, and with the id `wantedId` if no other card has it. Its website is the
 * given one, or else that of the call. Throws 400 for invalid values, and for the code of another card.
 */
export async function createAccount(call: Call, input: SentAccount, wantedId?: number): Promise<AccountRow> {
  const values = readValues(call, input);
  const { balance } = values;
  if (balance === undefined) throw platformErrors.required({ fieldName: 'balance' });
  const requestedCode = input.code?.trim();
  const code = requestedCode || firstOf(await takeCodes(call, 1));
  const defaults = { status: 1, is_redeemable: 1, state: accountStates.available, date_expires: null } as const;
  const website_id = values.website_id ?? websiteOf(call);
  const keptId = await freeId(call.db, 'giftcardaccount', 'giftcardaccount_id', wantedId);
  const columns = { ...defaults, date_created: today(call), ...values, balance, code, website_id };
  const columnsWithId = { ...(keptId !== undefined && { giftcardaccount_id: keptId }), ...columns };
  const rows = await unlessTaken(code, () =>
    insertRows(call.db, 'giftcardaccount', [columnsWithId], { returning: ['giftcardaccount_id'] }),
  );
  const row = { ...elementAt(rows, 0), ...columns };
  if (requestedCode) await occupyCode(call, requestedCode);
  await writeHistory(call, [
    {
      accountId: row.giftcardaccount_id,
      action: historyActions.created,
      balance: row.balance,
      delta: row.balance,
      info: null,
    },
  ]);
  return row;
}

/** Changes a card; omitted fields stay unchanged. Throws 404, and 400 for invalid values or a changed code. */
export async function changeAccount(call: Call, id: number, input: SentAccount): Promise<AccountRow> {
  const before = await lockAccount(call, id);
  if (typeof input.code === 'string' && foldText(input.code) !== foldText(before.code))
    throw giftCardErrors.codeChange();
  const values = readValues(call, input);
  const balance = values.balance ?? before.balance;
  const state = values.state ?? (balance === before.balance ? before.state : stateWith(balance));
  const row = await call.db
    .updateTable('giftcardaccount')
    .set({ ...values, balance, state })
    .where('giftcardaccount_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const delta = balance - before.balance;
  await writeHistory(call, [{ accountId: id, action: historyActions.updated, balance, delta }]);
  return row;
}

/** Deletes a card with its history. Throws 404. */
export async function deleteAccount(call: Call, id: number): Promise<void> {
  await lockAccount(call, id);
  await call.db.deleteFrom('giftcardaccount').where('giftcardaccount_id', '=', id).execute();
}

/** The state of a card with a balance. */
export function stateWith(balance: number): number {
  return balance === 0 ? accountStates.used : accountStates.available;
}

/** Reads and locks a card until the end of the transaction. Throws 404. */
export async function lockAccount(call: Call, id: number): Promise<AccountRow> {
  const row = await call.db
    .updateTable('giftcardaccount')
    .set(({ ref }) => ({ code: ref('code') }))
    .where('giftcardaccount_id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return row;
}

type Values = Partial<Omit<AccountRow, 'giftcardaccount_id' | 'code'>>;

/** The columns of the fields in the request. */
function readValues(call: Call, input: SentAccount): Values {
  checkLengths(input, { code: LONGEST_TEXT });
  const { balance, date_created: created, date_expires: expires, website_id } = input;
  if (typeof balance === 'number' && !(balance >= 0 && balance <= MOST)) throw invalid('balance', balance);
  if (typeof website_id === 'number' && (website_id < 1 || !call.services.store.website(website_id))) {
    throw invalid('website_id', website_id);
  }
  const all: { readonly [K in keyof Values]: Values[K] | undefined } = {
    status: oneOf('status', input.status, [0, 1]),
    is_redeemable: oneOf('is_redeemable', input.is_redeemable, [0, 1]),
    state: oneOf('state', input.state, Object.values(accountStates)),
    balance: typeof balance === 'number' ? toCents(balance) : undefined,
    date_created: created ? dayOf(created, 'date_created') : undefined,
    date_expires: readExpiry(call, expires),
    website_id: website_id ?? undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Values;
}

/** The last day of validity of a card: null for the empty text, which clears it; undefined if omitted. */
function readExpiry(call: Call, input: string | null | undefined): string | null | undefined {
  if (input === null || input === undefined) return undefined;
  if (input === '') return null;
  const day = dayOf(input, 'date_expires');
  if (day < today(call)) throw giftCardErrors.pastExpiry();
  return day;
}

function dayOf(text: string, field: string): string {
  return readTime(text, field).slice(0, 10);
}

function oneOf<T extends number>(
  fieldName: string,
  value: number | null | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === null || value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw invalid(fieldName, value);
  return found;
}

function invalid(fieldName: string, value: number) {
  return platformErrors.invalidValue({ fieldName, value });
}

function websiteOf({ scope, services: { store } }: Call): number {
  return store.websiteOf(scope.storeId) || store.defaultStoreView().website_id;
}

async function unlessTaken<T>(code: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'giftcardaccount_code')) throw giftCardErrors.codeTaken([code]);
    throw error;
  }
}
