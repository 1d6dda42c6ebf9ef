import type { Call } from '../../../../kernel/call.ts';
import { quoteErrors } from '../../errors.ts';
import { optionLabels, readCustomOptions } from '../custom-options.ts';
import type { ChoiceNames, ItemLabel, ItemNode, ItemType } from '../item-type.ts';
import { loadProducts, isOffered, type ItemProduct } from '../products.ts';
import { finalPriceOf, ownWeight, priceWithOptions } from './plain.ts';

/** An option of a configurable product, as on the wire. */
interface ConfigurableOption {
  readonly attribute_id: string | number;
}

interface Choice {
  readonly option_id: string;
  readonly option_value: number;
}

/** Products with variants: the buyer chooses values, the cart has the variant as a part, and the variant's price counts. */
export const configurableType: ItemType = {
  names: ['configurable'],
  async prepare(call, product, sent, qty) {
    const given = (sent?.extension_attributes?.configurable_item_options ?? []).map((choice) => ({
      option_id: String(choice.option_id ?? ''),
      option_value: Number(choice.option_value ?? 0),
    }));
    const options = optionsOf(product);
    const choices = options.map((option) => given.find(({ option_id }) => option_id === String(option.attribute_id)));
    if (choices.length === 0 || choices.some((choice) => !choice)) throw quoteErrors.chooseOptions();
    const variant = await findVariant(call, product, choices as Choice[]);
    if (!variant) throw quoteErrors.chooseOptions();
    const custom_options = readCustomOptions(product.options, sent);
    return [
      {
        product,
        product_type: product.product.type_id,
        qty,
        choices: {
          configurable_item_options: choices as Choice[],
          ...(custom_options.length > 0 ? { custom_options } : {}),
        },
        parts: [{ product: variant, qty: 1 }],
      },
    ];
  },
  price: (node, qty, context) => priceWithOptions(node, finalPriceOf(node.parts[0] ?? node, qty, context)),
  sku: ({ product, parts }) => parts[0]?.product.product.sku ?? product.product.sku,
  labels: (node, names) => [
    ...attributeLabels(node, names),
    ...optionLabels(node.product.options, node.item.choices.custom_options),
  ],
  weight: (node) => ownWeight(node.parts[0] ?? node),
};

function optionsOf(product: ItemProduct): readonly ConfigurableOption[] {
  return (product.extension.configurable_product_options as readonly ConfigurableOption[] | undefined) ?? [];
}

async function findVariant(
  call: Call,
  product: ItemProduct,
  choices: readonly Choice[],
): Promise<ItemProduct | undefined> {
  const ids = (product.extension.configurable_product_links as readonly number[] | undefined) ?? [];
  const variants = await call.services.catalog.productsById(call, ids, call.scope.storeId);
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  const found = [...variants.values()].find((variant) =>
    choices.every(({ option_id, option_value }) => {
      const code = byId.get(Number(option_id))?.code;
      return code !== undefined && Number(variant.values[code]) === option_value;
    }),
  );
  const described = found && (await loadProducts(call, [found.id])).get(found.id);
  return described && isOffered(described, call.scope.websiteId) ? described : undefined;
}

/** Recorded behaviour: the attribute's label in the store view, whatever the product calls its option. */
function attributeLabels({ item }: ItemNode, names: ChoiceNames): ItemLabel[] {
  return (item.choices.configurable_item_options ?? []).map(({ option_id, option_value }) => ({
    value: names.option(Number(option_id), option_value),
    label: names.attribute(Number(option_id)),
  }));
}
