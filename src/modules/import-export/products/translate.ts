import type { Call, Scope } from '../../../kernel/call.ts';
import type { ProductInput } from '../../catalog/products/types.ts';
import type { LoadedProduct } from '../../catalog/service.ts';
import type { Attribute, StoredAttributeSet } from '../../eav/service.ts';
import { CellFault, type Cell, type ImportRow } from '../../../platform/row-import/rows.ts';
import { bundleTexts, headColumns, ignoredColumns, isShared, renamedAttributes } from './columns.ts';
import { globalScope, type ProductLookups } from './lookups.ts';
import { partsOf, pairsOf } from './lists.ts';
import { OPTIONS_COLUMN, titledOptions } from './option-titles.ts';
import { storeCodeOf } from './store-code.ts';
import { sharedFieldsOf } from './shared-fields.ts';
import type { Translation } from './translation.ts';
import { flagOf, integerOf, numberOf, textOf, timeOf } from '../../../platform/row-import/values.ts';

/** Default type and attribute set of a new product. */
const DEFAULT_TYPE = 'simple';
const DEFAULT_SET = 'Default';
/** The scope that the values of a row are written in. Throws for an unknown store view. */
export function scopeOf(call: Call, row: ImportRow): Scope {
  const code = storeCodeOf(row);
  if (code === undefined) return globalScope;
  const scope = call.services.store.resolveScope(code);
  if (!scope) throw new CellFault('store_view_code', `there is no store view "${code}"`);
  return scope;
}

/** What identifies a row's product, its type and its set. Throws for a set other than that of an existing product. */
export function headOf(
  call: Call,
  row: ImportRow,
  lookups: ProductLookups,
  before: LoadedProduct | undefined,
): { readonly typeId: string; readonly set: StoredAttributeSet } {
  const { cells } = row;
  const typeCell = cells.get('product_type') ?? cells.get('type_id');
  const typeId = typeCell === undefined ? (before?.product.type_id ?? DEFAULT_TYPE) : textOf('product_type', typeCell);
  if (!call.services.catalog.productType(call, typeId)) {
    throw new CellFault('product_type', `there is no product type "${typeId}"`);
  }
  const setCell = cells.get('attribute_set_code');
  const setId = cells.get('attribute_set_id');
  const set =
    setCell !== undefined
      ? lookups.setByName('attribute_set_code', textOf('attribute_set_code', setCell))
      : setId !== undefined
        ? lookups.setById('attribute_set_id', integerOf('attribute_set_id', setId))
        : before
          ? lookups.setById('attribute_set_id', before.product.attribute_set_id)
          : lookups.setByName('attribute_set_code', DEFAULT_SET);
  return { typeId, set };
}

/** The input of the save that a row stands for, without links to other products. Throws a CellFault for a wrong cell. */
export async function inputOf(call: Call, row: ImportRow, translation: Translation): Promise<ProductInput> {
  const { sku, set, typeId, storeId } = translation;
  const values = await attributeValues(call, row, translation);
  const fields: ProductInput = { sku };
  if (storeId === 0) Object.assign(fields, { attribute_set_id: set.id, type_id: typeId });
  const custom: { attribute_code: string; value: unknown }[] = [];
  for (const [code, value] of values) {
    switch (code) {
      case 'name':
        fields.name = value;
        break;
      case 'price':
      case 'weight':
      case 'status':
      case 'visibility':
        fields[code] = value === null ? null : Number(value);
        break;
      default:
        custom.push({ attribute_code: code, value });
    }
  }
  const titled = storeId === 0 ? undefined : titledOptions(row, translation);
  if (titled) fields.options = titled;
  const shared = storeId === 0 ? await sharedFieldsOf(call, row, translation) : undefined;
  if (shared) custom.push(...shared.attributes);
  return { ...fields, ...shared?.fields, ...(custom.length > 0 && { custom_attributes: custom }) };
}

/** Values of attributes by code, in their stored form; null: none, or the inherited one. */
async function attributeValues(
  call: Call,
  row: ImportRow,
  translation: Translation,
): Promise<Map<string, string | null>> {
  const values = new Map<string, string | null>();
  for (const [column, cell] of row.cells) {
    if (column === 'additional_attributes') {
      for (const [code, value] of pairsOf(column, cell, translation.options.valueSeparator)) {
        await addValue(call, values, translation, { column, code, cell: value });
      }
    } else if (isShared(column)) {
      if (translation.storeId !== 0 && column !== OPTIONS_COLUMN) throw new CellFault(column, sharedFault);
    } else if (!headColumns.has(column) && !ignoredColumns.has(column)) {
      await addValue(call, values, translation, { column, code: renamedAttributes[column] ?? column, cell });
    }
  }
  return values;
}

const sharedFault = 'the row of a store view cannot have a value here: all store views share it';

async function addValue(
  call: Call,
  values: Map<string, string | null>,
  translation: Translation,
  { column, code, cell }: { readonly column: string; readonly code: string; readonly cell: Cell },
): Promise<void> {
  const { lookups, set, storeId, typeId, before } = translation;
  const attribute = await lookups.attributeIn(call, column, code, set);
  if (attribute.applyTo.length > 0 && !attribute.applyTo.includes(typeId)) return;
  const value = await valueOf(call, column, attribute, cell, translation);
  if (storeId !== 0 && lookups.isGlobal(attribute)) {
    const current = before?.product.values[code];
    if (value !== null && call.services.eav.checkValue(attribute, value) === storedText(call, attribute, current))
      return;
    throw new CellFault(column, sharedFault.replace('here', `of "${code}"`));
  }
  values.set(code, value);
}

function storedText(call: Call, attribute: Attribute, value: string | number | undefined): string | null {
  return value === undefined ? null : call.services.eav.checkValue(attribute, value);
}

/** The stored form of a cell, by the kind of its attribute. */
async function valueOf(
  call: Call,
  column: string,
  attribute: Attribute,
  cell: Cell,
  { lookups, options, storeId }: Translation,
): Promise<string | null> {
  const { code, frontendInput, backendType } = attribute;
  if (cell === options.emptyText) return null;
  const text = (): string => textOf(column, cell);
  const named = bundleTexts[code]?.[text().trim().toLowerCase()];
  if (named !== undefined) return named;
  if (frontendInput === 'multiselect') {
    const labels = partsOf(column, cell, '|');
    const ids = [];
    for (const label of labels) ids.push(await lookups.option(call, column, attribute, label, storeId));
    return ids.join(',');
  }
  if (attribute.sourceModel ?? (frontendInput === 'select' || undefined)) {
    return await lookups.option(call, column, attribute, text(), storeId);
  }
  if (frontendInput === 'boolean') return flagOf(column, cell) ? '1' : '0';
  switch (backendType) {
    case 'int':
      return String(integerOf(column, cell));
    case 'decimal':
      return String(numberOf(column, cell));
    case 'datetime':
      return timeOf(column, cell);
    case 'static':
      throw new CellFault(column, `the attribute "${code}" cannot be imported`);
    default:
      return text();
  }
}
