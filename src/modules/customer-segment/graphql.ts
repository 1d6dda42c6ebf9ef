import type { Call } from '../../kernel/call.ts';
import { extendInput, extendType, ofPackage, queries, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { uidOf } from '../../kernel/uids.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { sharesSegments } from './configuration.ts';
import { segmentErrors } from './errors.ts';
import { segmentsOfCart } from './facts.ts';
import { segmentsOfCustomers } from './members.ts';

const values = valueTypes({ CustomerSegmentStorefront: { uid: 'ID!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

/** Whether storefronts of the call's store view learn segments. */
function areShared({ config, scope: { storeId } }: Call): boolean {
  return config.of(sharesSegments, { storeId });
}

const segmentQueries = queries((t) => ({
  customerSegments: t.field('[CustomerSegmentStorefront]', { cartId: 'String!' }, async (_, { cartId }, call) => {
    if (!areShared(call)) throw segmentErrors.hidden();
    const cart = await call.services.quote.storefrontCart(call, cartId);
    const segments = (await segmentsOfCart(call, cart))(cart);
    return segments.map(({ id }) => ({ uid: uidOf(id) }));
  }),
}));

const customerFields = extendType('Customer', (t) => ({
  segments: t.batch('[CustomerSegmentStorefront]', async (sources, _, call) => {
    if (!areShared(call)) return sources.map(() => null);
    const ids = sources.map(({ customer }) => customer.id);
    const segments = await segmentsOfCustomers(call, ids);
    return ids.map((id) => (segments.get(id) ?? []).map((segment) => ({ uid: uidOf(segment) })));
  }),
}));

/** Segments as storefronts see them. */
export const segmentGraphql = ofPackage('2.4.8', [
  values,
  segmentQueries,
  customerFields,
  extendInput('AttributeFilterInput', { is_used_for_customer_segment: 'Boolean' }),
  storeConfigFields({ share_active_segments: ['Boolean', sharesSegments] }),
]);
