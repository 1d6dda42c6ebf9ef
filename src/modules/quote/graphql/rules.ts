import { extendType, ofPackage, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { sharesRules } from '../../sales-rule/configuration.ts';
import { storeConfigFields } from '../../store/extensions.ts';
import { evaluatedOf } from './carts.ts';

const values = valueTypes({ CartRuleStorefront: { uid: 'ID!' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

const ofCarts = extendType('Cart', (t) => ({
  rules: t.field('[CartRuleStorefront]', async (source, _, call) => {
    if (!call.config.of(sharesRules, { storeId: source.cart.store_id })) return null;
    const { totals } = await evaluatedOf(call, source);
    return totals.appliedRuleIds.map((id) => ({ uid: uidOf(id) }));
  }),
}));

/** The rules that apply to a cart, for the personalization of storefronts. */
export const cartRuleDeclarations = ofPackage('2.4.8', [
  values,
  ofCarts,
  storeConfigFields({ share_applied_cart_rule: ['Boolean', sharesRules] }),
]);
