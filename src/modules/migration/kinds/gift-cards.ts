import { createHash } from 'node:crypto';
import { anyText } from '../../../kernel/any-text.ts';
import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import { orNone } from '../source/errors.ts';
import { readAll } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { fieldsOf, textIn } from '../wire.ts';

const repository = 'giftCardAccountApiGiftCardAccountRepositoryV1';

/** Gift card accounts with their codes and balances, without their history. Codes are as good as money: reports do not show them. */
export const giftCardAccounts: MigrationKind = {
  name: 'gift card accounts',
  part: 'giftcards',
  // The open edition has no such accounts.
  listing: { all: ({ client }) => orNone(readAll(client, '/V1/giftcardaccounts')) },
  keyOf: keyOfAccount,
  volatile: ['history'],
  async save(saving, record, known) {
    const { route, call, idOf } = saving;
    if (call.platform.edition === 'open') throw new NotMoved('this edition has no gift card accounts');
    const id = known ?? (await idByCode(saving, textIn(record, 'code')));
    const giftcardAccount = {
      ...fieldsOf(record, ['account_id', 'giftcardaccount_id', 'history', 'extension_attributes']),
      website_id: await idOf('websites', record['website_id']),
    };
    const saved =
      id === undefined
        ? await route<{ account_id: number }>(repository, 'create', { giftcardAccount })
        : await route<{ account_id: number }>(repository, 'update', { id: Number(id), giftcardAccount });
    return saved.account_id;
  },
  compared: {
    fields: ['code', 'balance', 'status', 'state', 'date_expires', 'is_redeemable'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>(repository, 'getById', { id: Number(targetKey) }),
  },
};

/** The id here of the account with a code. */
async function idByCode({ route }: Saving, code: string): Promise<number | undefined> {
  const { items } = await route<{ items: { account_id: number }[] }>(repository, 'getList', {
    searchCriteria: { filter_groups: [{ filters: [{ field: 'code', value: code }] }] },
  });
  return items[0]?.account_id;
}

/** The id of an account, or a digest of its code where the source does not show the id. */
function keyOfAccount(record: SourceRecord): string {
  const id = record['account_id'] ?? record['giftcardaccount_id'];
  if (id !== undefined && id !== null) return anyText(id);
  return createHash('sha256').update(textIn(record, 'code')).digest('hex').slice(0, 16);
}
