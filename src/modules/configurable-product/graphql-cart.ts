import type { Call } from '../../kernel/call.ts';
import { deprecated, mutations, objectType } from '../../kernel/graphql.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { ChoicesSource } from '../quote/graphql/types.ts';
import { optionLists } from './option-lists.ts';

/** The values that were chosen, as texts. */
export async function chosenValues(call: Call, { node }: Pick<ChoicesSource, 'node'>) {
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  return Promise.all(
    (node.item.choices.configurable_item_options ?? []).map(async ({ option_id, option_value }) => {
      const attribute = byId.get(Number(option_id));
      const label = (await optionLists(call, Number(option_id))).get(String(option_value))?.label;
      return {
        configurable_product_option_uid: uidOf(`configurable/${node.product.product.id}/${option_id}`),
        configurable_product_option_value_uid: uidOf(`configurable/${option_id}/${option_value}`),
        id: Number(option_id),
        option_label: attribute?.labels.get(call.scope.storeId) ?? attribute?.label ?? '',
        value_id: option_value,
        value_label: label ?? String(option_value),
      };
    }),
  );
}

/** The variant that was chosen; the product itself where that is gone. */
function variantOf(call: Call, { node }: Pick<ChoicesSource, 'node'>): ProductSource {
  return call.services.storefront.source(call, node.components[0]?.product ?? node.product);
}

const wish = objectType(
  'ConfigurableWishlistItem',
  (t) => ({
    child_sku: deprecated(
      'Use `configured_variant`.',
      t.field('String!', ({ chosen }, _, call) => variantOf(call, chosen).product.sku),
    ),
    configurable_options: t.field('[SelectedConfigurableOption]', ({ chosen }, _, call) => chosenValues(call, chosen)),
    configured_variant: t.field('ProductInterface', ({ chosen }, _, call) =>
      chosen.node.components.length > 0 ? variantOf(call, chosen) : null,
    ),
  }),
  ['WishlistItemInterface'],
);

const cartItem = objectType(
  'ConfigurableCartItem',
  (t) => ({
    configurable_options: t.field('[SelectedConfigurableOption]!', (source, _, call) => chosenValues(call, source)),
    configured_variant: t.field('ProductInterface!', (source, _, call) => variantOf(call, source)),
    customizable_options: t.field('[SelectedCustomizableOption]!', (source, _, call) =>
      call.services.quote.customizableOptions(source),
    ),
  }),
  ['CartItemInterface'],
);

const cartMutations = mutations((t) => ({
  addConfigurableProductsToCart: t.field(
    'AddConfigurableProductsToCartOutput',
    { input: 'AddConfigurableProductsToCartInput' },
    (_, { input }, call) => {
      const { quote } = call.services;
      const products = (input?.cart_items ?? []).flatMap((one) =>
        one
          ? [
              {
                ...quote.toAdd(one.data),
                sku: one.variant_sku ?? one.data.sku,
                parentSku: one.parent_sku ?? one.data.parent_sku,
                options: quote.customOptionsOf(one.customizable_options),
              },
            ]
          : [],
      );
      return quote.addAll(call, input?.cart_id ?? '', products);
    },
  ),
}));

/** Configurable products in carts and wish lists. */
export const configurableCartGraphql = [cartItem, wish, cartMutations];
