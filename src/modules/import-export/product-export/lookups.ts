import type { Call } from '../../../kernel/call.ts';
import type { Attribute, EntityAttributes } from '../../eav/service.ts';
import { bundleTexts } from '../products/columns.ts';
import { decimalText, listText, timeText } from './texts.ts';

/** The names that product files use for ids. Read once for an export. */
export interface ExportNames {
  readonly attributes: EntityAttributes;
  setName(id: number): string;
  /** The paths of categories in order of their text, as ids differ between shops. */
  categories(ids: readonly number[]): string;
  websites(ids: readonly number[]): string;
  /** The label of an option in the default scope; undefined for an option that does not exist. */
  label(attribute: Attribute, value: string): string | undefined;
  /** The text of a stored value; empty for an option that does not exist. */
  value(attribute: Attribute, value: string | number): string;
}

/** Reads the names for an export of products. */
export async function loadNames(call: Call): Promise<ExportNames> {
  const { eav, catalog, store } = call.services;
  const attributes = await eav.entity(call, 'catalog_product');
  const { sets } = await eav.setCache.get(call);
  const paths = await catalog.categoryNamePaths(call);
  const choosing = [...attributes.byCode.values()].filter(hasOptions);
  const choices = await eav.choices(call, choosing, 0);
  const labels = new Map([...choices].map(([id, list]) => [id, new Map(list.map((one) => [one.value, one.label]))]));
  const label = (attribute: Attribute, value: string): string | undefined => labels.get(attribute.id)?.get(value);
  return {
    attributes,
    setName: (id) => sets.get(id)?.name ?? '',
    categories: (ids) =>
      ids
        .flatMap((id) => {
          const names = paths.get(id);
          return names ? [names.map((name) => name.replaceAll('/', '\\/')).join('/')] : [];
        })
        .sort()
        .join(','),
    websites: (ids) => listText(ids.flatMap((id) => store.website(id)?.code ?? [])),
    label,
    value: (attribute, value) => valueText(attribute, value, label),
  };
}

function hasOptions({ frontendInput, sourceModel }: Attribute): boolean {
  return Boolean(sourceModel) || frontendInput === 'select' || frontendInput === 'multiselect';
}

function valueText(attribute: Attribute, value: string | number, label: ExportNames['label']): string {
  const { code, frontendInput, backendType } = attribute;
  const text = String(value);
  const bundleText = Object.entries(bundleTexts[code] ?? {}).find(([, stored]) => stored === text)?.[0];
  if (bundleText !== undefined) return capitalised[bundleText] ?? bundleText;
  // The interface writes 1 and 2.
  if (code === 'status') return text;
  if (frontendInput === 'multiselect') {
    return listText(
      text.split(',').flatMap((id) => label(attribute, id) ?? []),
      '|',
    );
  }
  if (hasOptions(attribute)) return label(attribute, text) ?? '';
  if (backendType === 'datetime') return timeText(text, false);
  if (backendType === 'decimal') return decimalText(Number(text), 6);
  return text;
}

/** Texts of bundle columns that exports begin with a capital letter. */
const capitalised: Readonly<Record<string, string>> = { 'price range': 'Price range', 'as low as': 'As low as' };
