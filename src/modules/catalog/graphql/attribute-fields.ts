import type { Services } from '../../../kernel/call.ts';
import { installationFields } from '../../../kernel/graphql.ts';
import type { Attribute } from '../../eav/service.ts';

/** Attributes that storefronts never show: the purchase price of a product. */
export const hiddenAttributes: ReadonlySet<string> = new Set(['cost']);

/** Whether an attribute is user-defined and visible in storefronts. */
export function isShopAttribute({ code, isUserDefined }: Attribute): boolean {
  return isUserDefined && !hiddenAttributes.has(code);
}

/** The type of an attribute's field: the id of an option, a price, or text. Source: the reference's recorded schema. */
function fieldType({ frontendInput, backendType }: Attribute): 'Int' | 'Float' | 'String' {
  if (backendType === 'decimal') return 'Float';
  return backendType === 'int' && (frontendInput === 'select' || frontendInput === 'boolean') ? 'Int' : 'String';
}

const fieldsOf = (entity: 'catalog_product' | 'catalog_category', type: 'ProductInterface' | 'CategoryInterface') =>
  installationFields(
    type,
    ({ eav }) => eav.generation,
    ({ eav }: Services, t) =>
      Object.fromEntries(
        [...eav.current(entity).byCode.values()].filter(isShopAttribute).map((attribute) => {
          const { code } = attribute;
          const text = (values: Readonly<Record<string, string | number>>): string | null =>
            Object.hasOwn(values, code) && values[code] !== '' ? String(values[code]) : null;
          const number = (values: Readonly<Record<string, string | number>>): number | null => {
            const value = Number(text(values) ?? Number.NaN);
            return Number.isFinite(value) ? value : null;
          };
          const scalar = fieldType(attribute);
          if (scalar === 'String') return [code, t.field('String', ({ values }) => text(values))];
          return [code, t.field(scalar, ({ values }) => number(values))];
        }),
      ),
  );

/** The attributes of the shop as fields of products and categories. */
export const attributeFields = [
  fieldsOf('catalog_product', 'ProductInterface'),
  fieldsOf('catalog_category', 'CategoryInterface'),
];
