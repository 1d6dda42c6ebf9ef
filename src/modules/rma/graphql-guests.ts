import { inputTypes, mutations, ofReleases, type InputTypesOf } from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { GUEST_RETURNS } from './graphql-orders.ts';
import { requestOf } from './graphql-requests.ts';
import { confirmByGuest, requestByGuest } from './guest-requests.ts';

const inputs = inputTypes({
  ConfirmReturnInput: { confirmation_key: 'String! @credential', order_id: 'ID!' },
  RequestGuestReturnInput: {
    comment_text: 'String',
    contact_email: 'String',
    items: '[RequestReturnItemInput]!',
    token: 'String! @credential',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {}
}

const guestMutations = mutations((t) => ({
  confirmReturn: t.field('RequestReturnOutput', { input: 'ConfirmReturnInput!' }, async (_, { input }, call) => ({
    found: await confirmByGuest(call, idOf(input.order_id) ?? 0, input.confirmation_key),
  })),
  requestGuestReturn: t.field(
    'RequestReturnOutput',
    { input: 'RequestGuestReturnInput!' },
    async (_, { input }, call) => {
      const order = await call.services.sales.orderOfGuest(call, input.token);
      const items = input.items.flatMap((item) => item ?? []);
      return { found: await requestByGuest(call, order, await requestOf(call, { ...input, items }, order.id)) };
    },
  ),
}));

/** Returns of guests, who confirm them with an emailed key. */
export const guestReturnDeclarations = ofReleases({ release: GUEST_RETURNS }, [inputs, guestMutations]);
