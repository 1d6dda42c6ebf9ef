import { sql, type Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { isWanted, type WantedFields } from '../../kernel/fields-filter.ts';
import { foldText } from '../../kernel/fold.ts';
import { firstOf } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { fold, inIds } from '../../storage/sql.ts';
import { fromCents } from './cents.ts';
import { loadHistory } from './history.ts';
import type { GiftCardAccountTable } from './tables.ts';
import type { ShownAccount } from './types.ts';

/** A gift card account as stored. */
export type AccountRow = Selectable<GiftCardAccountTable>;

/** States of a card, by the interface's number. */
export const accountStates = { available: 0, used: 1, redeemed: 2, expired: 3 } as const;

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('giftcardaccount').selectAll().where(inIds('giftcardaccount_id', p.ids)),
);
const byCode = preparedFirst((db, p: Params<{ code: string }>) =>
  db.selectFrom('giftcardaccount').selectAll().where(fold('code'), '=', p.code),
);

/** The cards with these ids, in one query. */
export async function findAccounts(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, AccountRow>> {
  const rows = ids.length > 0 ? await byIds(call.db, { ids: ids.filter(Number.isSafeInteger) }) : [];
  return new Map(rows.map((row) => [row.giftcardaccount_id, row]));
}

/** The card with this code, ignoring case; undefined if missing. */
export function findAccount(call: Call, code: string): Promise<AccountRow | undefined> {
  return byCode(call.db, { code: foldText(code) });
}

/** The card with this id. Throws 404. */
export async function requireAccount(call: Call, id: number): Promise<AccountRow> {
  const account = (await findAccounts(call, [id])).get(id);
  if (!account) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return account;
}

/** The card with this code. Throws 404. */
export async function requireCode(call: Call, code: string): Promise<AccountRow> {
  const account = await findAccount(call, code);
  if (!account) throw platformErrors.noSuchEntity({ fieldName: 'code', fieldValue: code });
  return account;
}

/** The day of the call. */
export function today(call: Call): string {
  return formatTime(call.clock.now()).slice(0, 10);
}

/** Whether a card is valid on a website today: not locked, not expired. Its balance may be zero. */
export function isGood(call: Call, account: AccountRow, websiteId: number): boolean {
  return account.status === 1 && account.website_id === websiteId && !isExpired(call, account);
}

function isExpired(call: Call, { date_expires }: AccountRow): boolean {
  return date_expires !== null && date_expires < today(call);
}

const stateNow = (call: Call) =>
  sql<number>`case when date_expires < ${today(call)} then ${accountStates.expired} else state end`;

const fields: Record<string, SearchField> = {
  account_id: { kind: 'integer', column: 'giftcardaccount_id', notNull: true },
  giftcardaccount_id: { kind: 'integer', notNull: true },
  code: { kind: 'text', notNull: true },
  status: { kind: 'integer', notNull: true },
  date_created: { kind: 'date', notNull: true },
  date_expires: { kind: 'date' },
  website_id: { kind: 'integer', notNull: true },
  balance: { kind: 'number', column: sql`(balance / 100.0)` },
  state: { kind: 'integer', filter: ({ on }, call) => on(stateNow(call)), order: stateNow },
  is_redeemable: { kind: 'integer', notNull: true },
};

/** Lists cards. */
export function listAccounts(call: Call, criteria: SearchCriteria): Promise<FoundList<AccountRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('giftcardaccount'),
    key: 'giftcardaccount_id',
    fields,
    load: findAccounts,
  });
}

/** Cards in the response format, with their history if requested. */
export async function showAccounts(
  call: Call,
  rows: readonly AccountRow[],
  requestedFields?: WantedFields,
): Promise<ShownAccount[]> {
  const ids = rows.map((row) => row.giftcardaccount_id);
  const history = isWanted(requestedFields, 'history') ? await loadHistory(call, ids) : new Map<number, []>();
  return rows.map((row) => ({
    account_id: row.giftcardaccount_id,
    code: row.code,
    status: row.status,
    date_created: row.date_created,
    date_expires: row.date_expires,
    balance: fromCents(row.balance),
    state: isExpired(call, row) ? accountStates.expired : row.state,
    is_redeemable: row.is_redeemable,
    website_id: row.website_id,
    history: history.get(row.giftcardaccount_id) ?? [],
  }));
}

/** A card in the response format. */
export async function showAccount(call: Call, row: AccountRow, requestedFields?: WantedFields): Promise<ShownAccount> {
  return firstOf(await showAccounts(call, [row], requestedFields));
}
