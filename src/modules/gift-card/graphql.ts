import type { Call } from '../../kernel/call.ts';
import { enumTypes, objectType, valueTypes, type EnumTypesOf, type ValueTypesOf } from '../../kernel/graphql.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import { offeredAmounts, valueIn } from './amounts.ts';
import { choiceKey } from './choice-keys.ts';
import { messageLength } from './configuration.ts';
import { entryFields } from './entry-fields.ts';
import { kindOf, openRange, termOf } from './terms.ts';
import { cardKinds } from './types.ts';

const enums = enumTypes({ GiftCardTypeEnum: ['VIRTUAL', 'PHYSICAL', 'COMBINED'] });

const values = valueTypes({
  GiftCardAmounts: {
    attribute_id: 'Int',
    uid: 'ID!',
    value: 'Float',
    value_id: { type: 'Int', deprecated: 'Use `uid`.' },
    website_id: 'Int',
    website_value: 'Float',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    GiftCardProduct: ProductSource;
  }
}

const kindNames: ReadonlyMap<number, (typeof enums.types.GiftCardTypeEnum)[number]> = new Map([
  [cardKinds.virtual, 'VIRTUAL'],
  [cardKinds.physical, 'PHYSICAL'],
  [cardKinds.combined, 'COMBINED'],
]);

/** The amounts of a gift card in the store view of the call, in base currencies. */
export async function amountsOfCard(call: Call, source: ProductSource) {
  const { extensions, metadata } = await call.services.storefront.added(call, source, 'giftCard');
  const { storeId } = call.scope;
  const amounts = offeredAmounts(call, extensions.giftCard?.amounts ?? [], storeId);
  const attributeId = metadata.attributes.byCode.get('giftcard_amounts')?.id ?? 0;
  return amounts.map((amount) => {
    const here = valueIn(call, amount, storeId);
    return {
      attribute_id: attributeId,
      uid: uidOf(`${choiceKey('giftcard_amount')}/${here.toFixed(4)}`),
      value: amount.value.toNumber(),
      value_id: amount.valueId,
      website_id: amount.websiteId,
      website_value: here.toNumber(),
    };
  });
}

const cardPage = objectType(
  'GiftCardProduct',
  (t) => ({
    allow_message: t.field('Boolean', ({ values: own }, _, call) =>
      termOf(call, own, 'allow_message', call.scope.storeId),
    ),
    allow_open_amount: t.field('Boolean', ({ values: own }) => openRange(own) !== undefined),
    gift_card_options: t.field('[CustomizableOptionInterface]!', async (source, _, call) =>
      entryFields(call, source, (await amountsOfCard(call, source)).length > 0),
    ),
    giftcard_amounts: t.field('[GiftCardAmounts]', (source, _, call) => amountsOfCard(call, source)),
    giftcard_type: t.field('GiftCardTypeEnum', ({ values: own }) => kindNames.get(kindOf(own))),
    is_redeemable: t.field('Boolean', ({ values: own }, _, call) =>
      termOf(call, own, 'is_redeemable', call.scope.storeId),
    ),
    lifetime: t.field('Int', ({ values: own }, _, call) => termOf(call, own, 'lifetime', call.scope.storeId) || null),
    message_max_length: t.field('Int', (_, __, call) => call.config.of(messageLength, call.scope)),
    open_amount_max: t.field('Float', ({ values: own }) => openRange(own)?.most?.toNumber()),
    open_amount_min: t.field('Float', ({ values: own }) => openRange(own)?.least?.toNumber()),
  }),
  ['ProductInterface', 'RoutableInterface', 'PhysicalProductInterface', 'CustomizableProductInterface'],
);

/** Gift cards on product pages. */
export const giftCardGraphql = [enums, values, cardPage];
