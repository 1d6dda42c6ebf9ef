import type { Call } from '../../kernel/call.ts';
import { without } from '../../kernel/fields.ts';
import type { CustomAttribute } from '../../kernel/types.ts';
import { ENABLED, NOT_VISIBLE, type ProductInput, type ProductOutput } from '../catalog/products/types.ts';
import { requireAttribute, type OptionInput } from './options.ts';

/** The interface has no limit; this one keeps a response within memory. */
const MAX_VARIATIONS = 10_000;

/**
 * Creates a product for every combination of the options' values, from the product of the input; nothing is saved.
 * Names and SKUs get the values as a suffix, as in the interface.
 */
export async function generateVariations(
  call: Call,
  product: ProductInput,
  options: readonly OptionInput[],
): Promise<ProductOutput[]> {
  if (options.length === 0) return [];
  let combinations: CustomAttribute[][] = [[]];
  for (const option of options) {
    const { code } = await requireAttribute(call, await withAttributeId(call, option));
    const values = (option.values ?? []).flatMap(({ value_index }) => value_index ?? []);
    const longer = [];
    for (const chosen of combinations) {
      for (const value of values) longer.push(chosen.concat({ attribute_code: code, value: String(value) }));
      if (longer.length >= MAX_VARIATIONS) break;
    }
    combinations = longer;
  }
  return combinations.slice(0, MAX_VARIATIONS).map((chosen) => variation(call, product, chosen));
}

/** An option may name its attribute by id or by code here, as in the interface. */
async function withAttributeId(call: Call, option: OptionInput): Promise<OptionInput> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const attribute = byCode.get(option.attribute_id ?? '');
  return attribute ? { ...option, attribute_id: String(attribute.id) } : option;
}

function variation(call: Call, product: ProductInput, chosen: readonly CustomAttribute[]): ProductOutput {
  const suffix = chosen.map(({ value }) => `-${String(value)}`).join('');
  const codes = new Set(chosen.map((attribute) => attribute.attribute_code));
  const fields = without(product, ['id', 'extension_attributes']);
  const type = call.services.catalog.productType(call, fields.type_id ?? '');
  return {
    ...(fields as Partial<ProductOutput>),
    sku: `${product.sku ?? ''}${suffix}`,
    name: `${product.name ?? ''}${suffix}`,
    visibility: NOT_VISIBLE,
    status: product.status ?? ENABLED,
    type_id: type && !type.isComposite ? type.name : 'simple',
    custom_attributes: [
      ...(product.custom_attributes ?? []).filter((attribute) => !codes.has(attribute.attribute_code)),
      ...chosen,
    ],
  };
}
