import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { fold, inIds } from '../../storage/sql.ts';
import data from './data/options.json' with { type: 'json' };
import { readLabels } from './records.ts';
import type { Attribute, ListedOption, AttributeSource, SourceOption } from './metadata-types.ts';

/** The source model of attributes whose options are stored. */
const storedSource = 'Magento\\Eav\\Model\\Entity\\Attribute\\Source\\Table';

/** Label of the empty choice that lists of stored options start with. */
const storedEmptyLabel = ' ';

/** Sources with a fixed list of options; a module's source of the same name takes precedence. */
const fixedSources = new Map<string, AttributeSource>(
  data.sources.map(({ source_model: sourceModel, options: list, ...rest }) => [
    sourceModel,
    { sourceModel, emptyLabel: 'empty_label' in rest ? rest.empty_label : undefined, options: async () => list },
  ]),
);

/** Source model as the interface shows it: a whole-number select of stored options has one though none is set. */
export function shownSourceModel(attribute: Attribute): string | null {
  if (attribute.sourceModel) return attribute.sourceModel;
  return attribute.backendType === 'int' && attribute.frontendInput === 'select' ? storedSource : null;
}

/** Whether the options of an attribute are stored, and so may be added and removed. */
export function hasStoredOptions(attribute: Attribute): boolean {
  if (attribute.sourceModel) return attribute.sourceModel === storedSource;
  return attribute.frontendInput === 'select' || attribute.frontendInput === 'multiselect';
}

function sourceOf(call: Call, attribute: Attribute): AttributeSource | undefined {
  const { sourceModel } = attribute;
  if (!sourceModel || sourceModel === storedSource) return undefined;
  return (
    call.contributions.attributeSources.find((source) => source.sourceModel === sourceModel) ??
    fixedSources.get(sourceModel)
  );
}

/** As `EavService.options`. */
export async function options(call: Call, attributeId: number, storeId = 0): Promise<readonly ListedOption[]> {
  const attribute = await attributeById(call, attributeId);
  if (!attribute) return [];
  const source = sourceOf(call, attribute);
  if (!source) return (await storedOptions(call, [attributeId], storeId)).get(attributeId) ?? [];
  return (await source.options(call, attribute)).map(({ value, label }, i) => ({
    value,
    label,
    adminLabel: label,
    sortOrder: i,
    labels: new Map(),
    swatch: null,
  }));
}

async function attributeById(call: Call, id: number): Promise<Attribute | undefined> {
  for (const { byId } of (await call.services.eav.attributeCache.get(call)).values()) {
    const attribute = byId.get(id);
    if (attribute) return attribute;
  }
  return undefined;
}

const selectOptions = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('eav_attribute_option')
    .selectAll()
    .where(inIds('attribute_id', p.ids))
    .orderBy('attribute_id')
    .orderBy('sort_order')
    .orderBy(fold('label'))
    .orderBy('option_id'),
);

/** As `EavService.storedOptions`. Order: sort order, then label of the default scope. */
export async function storedOptions(
  call: Call,
  attributeIds: readonly number[],
  storeId = 0,
): Promise<ReadonlyMap<number, readonly ListedOption[]>> {
  const rows = attributeIds.length > 0 ? await selectOptions(call.db, { ids: attributeIds }) : [];
  const found = new Map<number, ListedOption[]>();
  for (const row of rows) {
    const labels = readLabels(row.labels);
    const list = found.get(row.attribute_id) ?? [];
    found.set(row.attribute_id, list);
    list.push({
      value: String(row.option_id),
      label: labels.get(storeId) ?? row.label,
      adminLabel: row.label,
      sortOrder: row.sort_order,
      labels,
      swatch: isSwatchType(row.swatch_type) ? { type: row.swatch_type, value: row.swatch_value } : null,
    });
  }
  return found;
}

function isSwatchType(type: number | null): type is 0 | 1 | 2 | 3 {
  return type !== null;
}

/** As `EavService.choices`. */
export async function choices(
  call: Call,
  attributes: readonly Attribute[],
  storeId: number,
): Promise<ReadonlyMap<number, readonly SourceOption[]>> {
  const stored = await storedOptions(
    call,
    attributes.filter(hasStoredOptions).map((attribute) => attribute.id),
    storeId,
  );
  const found = new Map<number, readonly SourceOption[]>();
  for (const attribute of attributes) {
    const source = sourceOf(call, attribute);
    const list = source ? await source.options(call, attribute) : (stored.get(attribute.id) ?? []);
    const emptyLabel = source ? source.emptyLabel : hasStoredOptions(attribute) ? storedEmptyLabel : undefined;
    const entries = list.map(({ value, label }) => ({ value, label }));
    found.set(attribute.id, emptyLabel === undefined ? entries : [{ value: '', label: emptyLabel }, ...entries]);
  }
  return found;
}
