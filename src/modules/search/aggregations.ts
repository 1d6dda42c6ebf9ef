import type { RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { ComponentTest } from '../catalog/service.ts';
import type { Attribute } from '../eav/service.ts';
import type { BucketOutput } from './types.ts';

/** Which attributes a request counts values of; undefined: it counts nothing, categories neither. */
export type CountedAttributes = ((attribute: Attribute) => boolean) | undefined;

interface Count {
  readonly value: number;
  readonly n: number;
}

/**
 * The buckets of a request over the products with the ids from `idsOf`, in two queries. A product also has the values
 * of its components that meet a condition.
 */
export async function aggregate(
  call: Call,
  idsOf: () => Promise<RawBuilder<unknown>>,
  total: number,
  counted: CountedAttributes,
  componentCounts: ComponentTest,
): Promise<BucketOutput[]> {
  if (!counted) return [];
  const { eav, listing, store } = call.services;
  const { byCode } = await eav.entity(call, 'catalog_product');
  const attributes = [...byCode.values()]
    .filter((attribute) => isCountable(call, attribute) && counted(attribute))
    .sort((a, b) => a.id - b.id);
  if (total === 0) return [bucket('category', []), ...attributes.map(({ code }) => bucket(code, []))];
  const found = await idsOf();
  // The root category of the store view has all of them.
  const root = store.rootCategoryOf(call.scope.storeId);
  const categories = [{ value: root, n: total }, ...(await listing.countInCategories(call, found, root))];
  const ids = attributes.map((attribute) => attribute.id);
  const values = await listing.countNumbers(call, found, ids, componentCounts);
  return [bucket('category', categories), ...attributes.map(({ id, code }) => bucket(code, values.get(id) ?? []))];
}

/** Values are counted where they are one of several choices. */
function isCountable(call: Call, attribute: Attribute): boolean {
  return (
    attribute.frontendInput === 'select' &&
    attribute.backendType === 'int' &&
    call.services.eav.hasStoredOptions(attribute)
  );
}

function bucket(name: string, counts: readonly Count[]): BucketOutput {
  const sorted = counts.toSorted((a, b) => b.n - a.n || a.value - b.value);
  return {
    name: `${name}_bucket`,
    values: sorted.map(({ value, n }) => ({ value: String(value), metrics: [value, n] })),
  };
}
