import type { Call, Services } from '../../../kernel/call.ts';
import type { Attribute } from '../../eav/service.ts';

/** How the values of an attribute are filtered. */
export type FilterKind = 'equal' | 'match' | 'range';

/** Attributes that are filtered by whether or not they say so. */
const always: Readonly<Record<string, FilterKind>> = { sku: 'equal', url_key: 'equal', price: 'range' };

/** Whether the values of an attribute are choices that are counted. */
export function isChoice({ services: { eav } }: Pick<Call, 'services'>, attribute: Attribute): boolean {
  const { frontendInput } = attribute;
  if (frontendInput === 'boolean') return attribute.backendType === 'int';
  return (frontendInput === 'select' || frontendInput === 'multiselect') && eav.hasStoredOptions(attribute);
}

/** Whether a filter counts the values of an attribute by ranges of amounts; `price` has a filter of its own, by final prices. */
export function isAmount({ code, frontendInput, backendType }: Attribute): boolean {
  return frontendInput === 'price' && backendType === 'decimal' && code !== 'price';
}

/** Whether the filters of a result show an attribute. */
export function isCounted(call: Call, attribute: Attribute, isSearch: boolean): boolean {
  if (!isChoice(call, attribute) && !isAmount(attribute)) return false;
  return attribute.isFilterable !== 0 || (isSearch && attribute.isFilterableInSearch);
}

/** How products are filtered by an attribute; undefined where they are not. Attributes without any choice are omitted. */
function filterKindOf(services: Services, attribute: Attribute): FilterKind | undefined {
  const { code, frontendInput, backendType } = attribute;
  const isUsed =
    attribute.isSearchable ||
    attribute.isFilterable !== 0 ||
    attribute.isFilterableInSearch ||
    attribute.isVisibleInAdvancedSearch;
  if (!isUsed) return undefined;
  if (Object.hasOwn(always, code)) return always[code];
  if (isChoice({ services }, attribute)) {
    const hasChoices = frontendInput === 'boolean' || services.eav.optionedAttributes.current.has(attribute.id);
    return hasChoices ? 'equal' : undefined;
  }
  if (backendType === 'decimal' || backendType === 'datetime') return 'range';
  if (frontendInput === 'text' || frontendInput === 'textarea') return backendType === 'int' ? 'equal' : 'match';
  return undefined;
}

/** The attributes that products are filtered by, with how, by code. */
export function filterableAttributes(services: Services): Map<string, FilterKind> {
  const { byCode } = services.eav.current('catalog_product');
  return new Map(
    [...byCode.values()].flatMap((attribute) => {
      const kind = filterKindOf(services, attribute);
      return kind ? [[attribute.code, kind] as const] : [];
    }),
  );
}

/** The attributes that lists are sorted by, in order of their places. */
export function sortableAttributes(services: Services): Attribute[] {
  const { byCode } = services.eav.current('catalog_product');
  return [...byCode.values()]
    .filter((attribute) => attribute.usedForSortBy)
    .sort((a, b) => a.position - b.position || a.id - b.id);
}

/** The label of an attribute in the call's store view. */
export function labelIn(call: Call, { labels, label, code }: Attribute): string {
  return labels.get(call.scope.storeId) ?? label ?? code;
}
