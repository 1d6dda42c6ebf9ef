import { isAllowed } from '../../../platform/access/check.ts';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { acl } from '../../../kernel/route.ts';
import { requireSerial } from '../../../storage/concurrent-work.ts';
import { readTime as readStoredTime } from '../../../storage/criteria/values.ts';
import type { Attribute } from '../../eav/service.ts';
import { catalogErrors } from '../errors.ts';
import type { ProductChange } from '../products/change.ts';
import { indexedText, isNumeric } from '../products/index-rows.ts';
import type { ProductMetadata, ProductValue } from '../products/product.ts';
import { INVALID_SET } from '../products/rows.ts';
import { PRODUCT_ENTITY_TYPE } from '../products/types.ts';

/** Checks the id of an attribute set of products. Throws 400 when there is no such set. */
export async function checkAttributeSet(call: Call, id: number): Promise<number> {
  const set = await call.services.eav.attributeSet(call, id);
  if (set?.entityTypeId !== PRODUCT_ENTITY_TYPE) {
    throw catalogErrors.invalidProductData([INVALID_SET]);
  }
  return id;
}

/** A time of a product's input, in its stored form; undefined when it is missing. Throws 400 for an invalid one. */
export function readTime(input: string | null | undefined, field: string): string | undefined {
  if (!input) return undefined;
  const time = readStoredTime(input, field).slice(0, 19);
  if (time.startsWith('0000')) throw platformErrors.invalidValue({ value: input, fieldName: field });
  return time;
}

/** Permission to change the design of a product's page, and the attributes of the design. */
const editDesign = acl('Magento_Catalog::edit_product_design');
const designAttributes = [
  'custom_design',
  'page_layout',
  'options_container',
  'custom_layout_update',
  'custom_design_from',
  'custom_design_to',
  'custom_layout_update_file',
];

/**
 * Throws 401 when a caller without the permission changes the design of a product's page. `known`: values of an attribute that
 * are not a change.
 */
export function checkDesign(
  call: Call,
  change: ProductChange,
  known: (code: string) => readonly (ProductValue | null | undefined)[],
): void {
  if (isAllowed(call.caller, editDesign)) return;
  const textOf = (value: ProductValue | null | undefined): string => String(value ?? '');
  const isUnchanged = (code: string): boolean => known(code).some((value) => textOf(value) === textOf(change[code]));
  if (designAttributes.some((code) => code in change && !isUnchanged(code))) throw catalogErrors.designNotAllowed();
}

/** Throws 400 when another product has one of these values of a unique attribute in some store view. */
export async function checkUnique(
  call: Call,
  { attributes }: ProductMetadata,
  change: ProductChange,
  productId: number | undefined,
): Promise<void> {
  const unique = Object.entries(change).flatMap(([code, value]): [Attribute, string | number][] => {
    const attribute = attributes.byCode.get(code);
    return attribute?.isUnique && value !== null && value !== '' ? [[attribute, value]] : [];
  });
  if (unique.length === 0) return;
  requireSerial(call.db);
  const otherProduct = await call.db
    .selectFrom('catalog_product_index')
    .select('attribute_id')
    .where('product_id', '<>', productId ?? 0)
    .where(({ or, and, eb }) =>
      or(
        unique.map(([attribute, value]) =>
          and([
            eb('attribute_id', '=', attribute.id),
            isNumeric(attribute)
              ? eb('number_value', '=', Number(value))
              : eb('text_value', '=', indexedText(attribute, String(value))),
          ]),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (otherProduct) throw call.services.eav.notUnique(valueAt(attributes.byId, otherProduct.attribute_id));
}
