import type { ContributedRows } from '../../../kernel/module.ts';
import type { ProductTypeRules } from './product-types.ts';

/**
 * Notes in each attribute that a product type declares as its own that it applies to the type. Throws where there is no such
 * attribute: the module's declaration is wrong.
 */
export function attributesOfType({ name: type, attributes: codes = [] }: ProductTypeRules): ContributedRows[] {
  return codes.map((code) => ({
    name: `attribute ${code} of product type ${type}`,
    async write(call) {
      const { attributes, entity } = call.services.eav;
      const attribute = (await entity(call, 'catalog_product')).byCode.get(code);
      if (!attribute) throw new Error(`the product type ${type} names an attribute that there is not: ${code}`);
      const { applyTo } = attribute;
      // None means every type.
      if (applyTo.length === 0 || applyTo.includes(type)) return;
      await attributes.update(call, attribute, { applyTo: [...applyTo, type] });
    },
  }));
}
