import type { ContributedRows } from '../../../kernel/module.ts';
import type { ProductTypeRules } from './product-types.ts';

/**
 * Adds a product type to the attributes that it declares (`apply_to`). Throws for an unknown attribute: then the module's
 * declaration is wrong.
 */
export function attributesOfType({ name: type, attributes: codes = [] }: ProductTypeRules): ContributedRows[] {
  return codes.map((code) => ({
    name: `attribute ${code} of product type ${type}`,
    async write(call) {
      const { attributes, entity } = call.services.eav;
      const attribute = (await entity(call, 'catalog_product')).byCode.get(code);
      if (!attribute) throw new Error(`the product type ${type} names an attribute that there is not: ${code}`);
      const { applyTo } = attribute;
      // An empty list means every type.
      if (applyTo.length === 0 || applyTo.includes(type)) return;
      await attributes.update(call, attribute, { applyTo: [...applyTo, type] });
    },
  }));
}
