import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import { inputTypes, ofReleases, queries, type InputTypesOf } from '../../../kernel/graphql.ts';
import { keyOf, uidOf } from '../../../kernel/uids.ts';
import { fold } from '../../../storage/sql.ts';
import type { StoredOrder } from '../order.ts';
import { findOrders } from '../records/rows.ts';
import { graphqlSalesErrors } from './errors.ts';
import type { OrderSource } from './types.ts';

const inputs = inputTypes({ OrderTokenInput: { token: 'String! @credential' } });

/** How guests name an order from release 2.4.8 on; both parts of the billing address serve. */
const guestOrderFields = { email: 'String!', lastname: 'String', number: 'String!', postcode: 'String' } as const;
const guestInputs = inputTypes({ OrderInformationInput: guestOrderFields });
const newerGuestInputs = inputTypes({ GuestOrderInformationInput: guestOrderFields });
const olderGuestInputs = inputTypes({
  OrderInformationInput: { email: 'String!', number: 'String!', postcode: 'String!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes
    extends InputTypesOf<typeof inputs>, InputTypesOf<typeof guestInputs>, InputTypesOf<typeof newerGuestInputs> {}
}

/** A token that identifies the buyer of an order without an account; it contains the secret code of the order. */
export function tokenOf({ fields }: StoredOrder): string {
  return uidOf(`${fields.increment_id}|${fields.customer_email}|${fields.protect_code}`);
}

/** The orders of a guest that have a number; numbers are unique in a store view only. */
async function guestsOrders(call: Call, number: string): Promise<StoredOrder[]> {
  const rows = await call.db
    .selectFrom('sales_order')
    .select('id')
    .where(fold('increment_id'), '=', foldText(number))
    .limit(100)
    .execute();
  return [
    ...(
      await findOrders(
        call,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
}

/** The order with a number that a test holds for, of anybody. Throws when not found. */
async function locate(call: Call, number: string, isIt: (order: StoredOrder) => boolean): Promise<StoredOrder> {
  const order = (await guestsOrders(call, number)).find(isIt);
  if (!order) throw graphqlSalesErrors.notLocated();
  return order;
}

/** The order of a guest, or of the calling customer. Throws for that of another customer. */
function opened(call: Call, order: StoredOrder): OrderSource {
  const { customer_id: owner } = order.fields;
  if (owner && !(call.caller.type === 'customer' && call.caller.id === owner)) throw graphqlSalesErrors.loginNeeded();
  return { order };
}

/** The order with a token, of anybody. Throws for an unknown token. */
export function orderOfToken(call: Call, token: string): Promise<StoredOrder> {
  const [number = ''] = keyOf(token).split('|');
  return locate(call, number, (order) => Boolean(order.fields.protect_code) && tokenOf(order) === token);
}

/** The order of a guest with a token. Throws for an unknown token, and for the order of a customer. */
export async function orderOfGuest(call: Call, token: string): Promise<StoredOrder> {
  const order = await orderOfToken(call, token);
  if (order.fields.customer_id) throw graphqlSalesErrors.loginNeeded();
  return order;
}

const tokenQueries = queries((t) => ({
  guestOrderByToken: t.field('CustomerOrder!', { input: 'OrderTokenInput!' }, async (_, { input }, call) =>
    opened(call, await orderOfToken(call, input.token)),
  ),
}));

/** The parts of a billing address by which guests name their orders: the postcode up to release 2.4.7, then the last name. */
const guestKeys = ['lastname', 'postcode'] as const;

/** The order of a guest, who names one of the parts at least: storefronts of both kinds find it (D332). */
const guestOrderBy = (input: 'OrderInformationInput!' | 'GuestOrderInformationInput!') =>
  queries((t) => ({
    guestOrder: t.field('CustomerOrder!', { input }, async (_, { input: guestInput }, call) => {
      const { email, number } = guestInput;
      const named = guestKeys.flatMap((part) => (guestInput[part] == null ? [] : [[part, guestInput[part]] as const]));
      if (named.length === 0) throw graphqlSalesErrors.guestKeyMissing();
      const order = await locate(call, number, ({ fields }) => {
        const isNamed = named.every(([part, text]) => isSameText(fields.billing_address?.[part] ?? '', text));
        return isSameText(fields.customer_email, email) && isNamed;
      });
      return opened(call, order);
    }),
  }));

function isSameText(one: string, other: string): boolean {
  return foldText(one.trim()) === foldText(other.trim());
}

/** Orders that guests read by their parts or by a token. */
export const guestOrderDeclarations = [
  inputs,
  tokenQueries,
  ...ofReleases({ before: '2.4.8' }, [olderGuestInputs]),
  ...ofReleases({ release: '2.4.8', before: '2.4.9' }, [guestInputs]),
  ...ofReleases({ before: '2.4.9' }, [guestOrderBy('OrderInformationInput!')]),
  ...ofReleases({ release: '2.4.9' }, [newerGuestInputs, guestOrderBy('GuestOrderInformationInput!')]),
];
