import type { Call } from '../../kernel/call.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { ViewChoices } from '../catalog-service/extensions.ts';
import { offeredOptions, optionUid, selectionProducts, selectionUid } from './graphql.ts';
import { titleOf } from './present.ts';
import { isMultiple } from './rows.ts';

/** The choices of a bundle in the catalogue service. They do not lead to one product, but to a sum of products. */
export async function bundleChoices(call: Call, source: ProductSource): Promise<ViewChoices> {
  const { storefront } = call.services;
  const [options, { byRow }] = await Promise.all([offeredOptions(call, source), storefront.components(call, source)]);
  return {
    options: await Promise.all(
      options.map(async ({ option }) => ({
        id: optionUid(option),
        title: titleOf(option, call.scope.storeId) ?? '',
        required: option.required === 1,
        multi: isMultiple(option),
        values: (
          await Promise.all(
            option.links.map(async (link) => {
              const product = await selectionProducts(call, link.child_id);
              if (!product) return [];
              const part = {
                product,
                quantity: link.qty,
                isDefault: link.is_default === 1,
                canEditQuantity: link.can_change_quantity === 1,
              };
              const title = String(product.values.name ?? product.product.sku);
              return [{ id: selectionUid(option, link), title, inStock: byRow.get(link.id)?.isSold === true, part }];
            }),
          )
        ).flat(),
      })),
    ),
  };
}
