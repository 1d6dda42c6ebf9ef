import { entity } from '../../kernel/entity.ts';
import { wantedIn } from '../../kernel/fields-filter.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listAccounts, requireAccount, requireCode, showAccount, showAccounts } from './accounts.ts';
import { changeAccount, createAccount, deleteAccount } from './save.ts';
import { Account, AccountSearchResults } from './types.ts';

const repository = 'giftCardAccountApiGiftCardAccountRepositoryV1';
const access = acl('Magento_GiftCardAccount::giftcardaccount');

const makeAccount = route({
  method: 'POST',
  path: '/V1/giftcardaccounts',
  service: repository,
  operation: 'create',
  summary: 'Make a gift card account; without a code it takes one of the pool.',
  access,
  entity: entity('gift card account', 'giftcardAccount.code'),
  input: { giftcardAccount: Account },
  output: Account,
  handle: async ({ giftcardAccount }, call, requestedFields) =>
    showAccount(call, await createAccount(call, giftcardAccount), requestedFields),
});

const getAccounts = route({
  method: 'GET',
  path: '/V1/giftcardaccounts',
  service: repository,
  operation: 'getList',
  summary: 'List gift card accounts.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: AccountSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listAccounts(call, searchCriteria), requestedFields, (rows) =>
      showAccounts(call, rows, wantedIn(requestedFields, 'items')),
    ),
});

const getAccount = route({
  method: 'GET',
  path: '/V1/giftcardaccounts/:id',
  service: repository,
  operation: 'getById',
  summary: 'Get one gift card account.',
  access,
  input: { id: t.integer },
  output: Account,
  handle: async ({ id }, call, requestedFields) => showAccount(call, await requireAccount(call, id), requestedFields),
});

const getAccountByCode = route({
  method: 'GET',
  path: '/V1/giftcardaccounts/code/:code',
  service: repository,
  operation: 'getByCode',
  summary: 'Get the gift card account with a code.',
  access,
  input: { code: t.secret(t.string, 'money') },
  output: Account,
  handle: async ({ code }, call, requestedFields) => showAccount(call, await requireCode(call, code), requestedFields),
});

const updateAccount = route({
  method: 'PUT',
  path: '/V1/giftcardaccounts/:id',
  service: repository,
  operation: 'update',
  summary: 'Change a gift card account; missing fields stay unchanged.',
  access,
  entity: entity('gift card account', 'id'),
  input: { id: t.integer, giftcardAccount: Account },
  output: Account,
  handle: async ({ id, giftcardAccount }, call, requestedFields) =>
    showAccount(call, await changeAccount(call, id, giftcardAccount), requestedFields),
});

const removeAccount = route({
  method: 'DELETE',
  path: '/V1/giftcardaccounts/:id',
  service: repository,
  operation: 'deleteById',
  summary: 'Delete a gift card account.',
  access,
  entity: entity('gift card account', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  async handle({ id }, call) {
    await deleteAccount(call, id);
    return true;
  },
});

/** Routes of gift card accounts. */
export const accountRoutes = [makeAccount, getAccounts, getAccount, getAccountByCode, updateAccount, removeAccount];
