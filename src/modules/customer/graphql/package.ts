import { groupInCall } from '../../../kernel/call.ts';
import { mutations, ofPackage, queries } from '../../../kernel/graphql.ts';
import { idOf, uidOf } from '../../../kernel/uids.ts';
import { getCustomer } from '../customers/load.ts';
import { deleteOwn, updateOwn } from './addresses.ts';
import { graphqlCustomerErrors } from './errors.ts';
import { groupSettings, sharesGroup } from './settings.ts';

/** Group of visitors who are not signed in. */
const VISITORS = 0;

const packageQueries = queries((t) => ({
  customerGroup: t.field('CustomerGroupStorefront!', async (_, __, call) => {
    if (!sharesGroup(call)) throw graphqlCustomerErrors.groupHidden();
    if (call.caller.type !== 'customer') return { uid: uidOf(VISITORS) };
    return { uid: uidOf(groupInCall(call, await getCustomer(call, call.caller.id))) };
  }),
}));

const own = { customersOnly: true } as const;
const packageMutations = mutations((t) => ({
  deleteCustomerAddressV2: t.field(
    'Boolean',
    { uid: 'ID!' },
    (_, { uid }, call) => deleteOwn(call, idOf(uid) ?? 0, uid),
    own,
  ),
  updateCustomerAddressV2: t.field(
    'CustomerAddress',
    { uid: 'ID!', input: 'CustomerAddressInput' },
    (_, { uid, input }, call) => updateOwn(call, idOf(uid) ?? 0, input, uid),
    own,
  ),
}));

/** Declarations of the storefront compatibility package for customers, beyond the open edition. */
export const packageDeclarations = ofPackage('2.4.8', [packageQueries, packageMutations, groupSettings]);
