import { createHash } from 'node:crypto';
import { anyText } from '../../../kernel/any-text.ts';
import type { ContributionPoints } from '../../../kernel/merged-types.ts';
import { decodeInput, routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import { orNone } from '../source/errors.ts';
import { readAll } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { fieldsOf, textIn } from '../wire.ts';

type SentAccount = Parameters<ContributionPoints['movedGiftCards']>[2];

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
    const { call, run, idOf, wantedId, lose } = saving;
    const [store] = call.contributions.movedGiftCards;
    if (!store) throw new NotMoved('this edition has no gift card accounts');
    const id = known ?? (await idByCode(saving, textIn(record, 'code')));
    const fields = {
      ...fieldsOf(record, ['account_id', 'giftcardaccount_id', 'history', 'extension_attributes']),
      website_id: await idOf('websites', record['website_id']),
    };
    const { giftcardAccount } = await decodeInput<{ giftcardAccount: SentAccount }>(
      run.platform,
      repository,
      'create',
      {
        giftcardAccount: fields,
      },
    );
    const wanted = wantedId(shownId(record) ?? undefined);
    const stored = await store(call, id === undefined ? undefined : Number(id), giftcardAccount, wanted);
    if (wanted !== undefined && stored !== wanted) lose(`its id here is ${stored}`);
    return stored;
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

function shownId(record: SourceRecord): unknown {
  return record['account_id'] ?? record['giftcardaccount_id'];
}

/** The id of an account, or a digest of its code where the source does not show the id. */
function keyOfAccount(record: SourceRecord): string {
  const id = shownId(record);
  if (id !== undefined && id !== null) return anyText(id);
  return createHash('sha256').update(textIn(record, 'code')).digest('hex').slice(0, 16);
}
