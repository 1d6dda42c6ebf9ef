import type { Call } from '../../kernel/call.ts';
import * as t from '../../kernel/types.ts';
import { withOptionsPrice } from '../quote/items/extensions/custom-options.ts';
import { isOffered, ownWeight, type ItemProduct } from '../quote/items/extensions/item-product.ts';
import type { ItemLabel, CartItemNode, CartItemType, ShownCart } from '../quote/items/extensions/item-type.ts';
import { ownPrice, productPrice } from '../quote/items/extensions/prices.ts';
import type { ChosenOptions, ProductChoices } from '../quote/option-types.ts';
import { configurableErrors } from './errors.ts';
import { CONFIGURABLE, ConfigurableChoice } from './types.ts';

/** The field of a product option with the choices of a configurable product. */
export const configurableChoiceFields = { configurable_item_options: t.optional(t.array(ConfigurableChoice)) };

declare module '../quote/option-types.ts' {
  interface ProductOptionFields {
    configurable_item_options: (typeof configurableChoiceFields)['configurable_item_options'];
  }
  interface ProductChoices {
    readonly configurable_item_options?: { readonly option_id: string; readonly option_value: number }[];
  }
}

type VariantChoice = NonNullable<ProductChoices['configurable_item_options']>[number];

/**
 * Configurable products in carts: the buyer chooses attribute values, and the variant with them is a component, which
 * sets the price.
 */
export const configurableItem: CartItemType = {
  names: [CONFIGURABLE],
  schemaName: 'ConfigurableCartItem',
  choicesOf: (keys) => ({
    configurable_item_options: keys.flatMap(([kind, option_id, option_value]) =>
      kind === 'configurable' ? [{ option_id: option_id ?? '', option_value: Number(option_value) }] : [],
    ),
  }),
  choicesOfVariant,
  async prepare(call, product, input, qty) {
    const optionValues = (input?.extension_attributes?.configurable_item_options ?? []).map((choice) => ({
      option_id: String(choice.option_id ?? ''),
      option_value: Number(choice.option_value ?? 0),
    }));
    const options = product.extensions.configuration?.options ?? [];
    const chosen = options.flatMap(
      (option) => optionValues.find(({ option_id }) => option_id === String(option.attribute_id)) ?? [],
    );
    if (chosen.length === 0 || chosen.length < options.length) throw configurableErrors.chooseOptions();
    const variant = await findVariant(call, product, chosen);
    if (!variant) throw configurableErrors.chooseOptions();
    const choices = { configurable_item_options: chosen };
    return [{ product, qty, choices, components: [{ product: variant, qty: 1 }] }];
  },
  price: (node, qty, context) => withOptionsPrice(node, productPrice(variantOf(node), qty, context)),
  originalPrice: (node) => ownPrice(variantOf(node).values),
  sku: (node) => variantOf(node).product.sku,
  labels: attributeLabels,
  weight: (node) => ownWeight(variantOf(node)),
};

async function choicesOfVariant(
  call: Call,
  { extensions, product }: ItemProduct,
  sku: string,
): Promise<ChosenOptions | undefined> {
  const { options = [], children = [] } = extensions.configuration ?? {};
  const variant = await call.services.catalog.productBySku(call, sku, product.store_id);
  if (!variant || !children.includes(variant.id)) return undefined;
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  return {
    configurable_item_options: options.map(({ attribute_id }) => ({
      option_id: String(attribute_id),
      option_value: Number(variant.values[byId.get(attribute_id)?.code ?? '']),
    })),
  };
}

/** The product that is sold: the variant, if it still exists. */
function variantOf({ product, components }: CartItemNode): ItemProduct {
  return components[0]?.product ?? product;
}

async function findVariant(
  call: Call,
  product: ItemProduct,
  choices: readonly VariantChoice[],
): Promise<ItemProduct | undefined> {
  const ids = product.extensions.configuration?.children ?? [];
  const variants = await call.services.catalog.productsById(call, ids, call.scope.storeId);
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  const found = [...variants.values()].find((variant) =>
    choices.every(({ option_id, option_value }) => {
      const code = byId.get(Number(option_id))?.code;
      return code !== undefined && Number(variant.values[code]) === option_value;
    }),
  );
  const described = found && (await call.services.quote.itemProducts(call, [found.id])).get(found.id);
  return described && isOffered(described, call.scope.websiteId) ? described : undefined;
}

/**
 * The labels of attributes in the store view, in one query. Recorded behaviour: the labels of the product's options do not count.
 */
async function attributeLabels(
  nodes: readonly CartItemNode[],
  { call }: ShownCart,
): Promise<(node: CartItemNode) => readonly ItemLabel[]> {
  const { eav } = call.services;
  const { storeId } = call.scope;
  const choicesOf = ({ item }: CartItemNode): readonly VariantChoice[] => item.choices.configurable_item_options ?? [];
  const ids = new Set(nodes.flatMap((node) => choicesOf(node).map(({ option_id }) => Number(option_id))));
  const options = await eav.storedOptions(call, [...ids], storeId);
  const { byId } = await eav.entity(call, 'catalog_product');
  return (node) =>
    choicesOf(node).map(({ option_id, option_value }) => {
      const value = String(option_value);
      const attribute = byId.get(Number(option_id));
      return {
        value: options.get(Number(option_id))?.find((one) => one.value === value)?.label ?? value,
        label: attribute?.labels.get(storeId) ?? attribute?.label ?? '',
      };
    });
}
