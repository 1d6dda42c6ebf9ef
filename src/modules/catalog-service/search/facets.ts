import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  interfaceType,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { idOf } from '../../../kernel/uids.ts';
import type { Layer, LayerChoice, LayeredProducts, LayeredRequest } from '../../search/service.ts';
import type { CategoryViewSource } from '../categories.ts';
import { yesOrNoText } from '../views/attributes.ts';

const enums = enumTypes({ AggregationType: ['INTELLIGENT', 'PINNED', 'POPULAR'] });

const values = valueTypes({
  SearchAggregation: { attribute: 'String!', buckets: '[Bucket]!', title: 'String!', type: 'AggregationType' },
});

/** A number of products that have something in common. */
type BucketSource =
  | {
      readonly kind: 'RangeBucket';
      readonly title: string;
      readonly from: number;
      readonly to: number;
      readonly count: number;
    }
  | { readonly kind: 'ScalarBucket'; readonly title: string; readonly id: string; readonly count: number }
  | { readonly kind: 'StatsBucket'; readonly title: string; readonly min: number; readonly max: number }
  | {
      readonly kind: 'CategoryBucket';
      readonly title: string;
      readonly id: string;
      readonly count: number;
      readonly path: string;
    }
  | (CategoryViewSource & { readonly kind: 'CategoryView'; readonly title: string });

type OfKind<K> = Extract<BucketSource, { readonly kind: K }>;

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    Bucket: BucketSource;
    CategoryBucket: OfKind<'CategoryBucket'>;
    CategoryBucketInterface: OfKind<'CategoryBucket'>;
    RangeBucket: OfKind<'RangeBucket'>;
    ScalarBucket: OfKind<'ScalarBucket'>;
    StatsBucket: OfKind<'StatsBucket'>;
  }
}

const bucket = interfaceType(
  'Bucket',
  () => ({ title: 'String!' }),
  ({ kind }) => kind,
);
const categoryBucket = interfaceType(
  'CategoryBucketInterface',
  () => ({ id: 'ID!' }),
  ({ kind }) => kind,
);
const buckets = [
  // The components of storefronts still read categories as `CategoryView`; documents may name either.
  objectType('CategoryBucket', () => ({ count: 'Int!', path: 'String!' }), ['Bucket', 'CategoryBucketInterface']),
  objectType('RangeBucket', () => ({ count: 'Int!', from: 'Float!', to: 'Float' }), ['Bucket']),
  objectType('ScalarBucket', () => ({ count: 'Int!', id: 'ID!' }), ['Bucket']),
  objectType('StatsBucket', () => ({ max: 'Float!', min: 'Float!' }), ['Bucket']),
];

/** Code of the layer of categories. */
const CATEGORIES = 'category_uid';

/** Facets that are filtered are counted without their own filter, for at most so many of them. */
const MAX_WIDENED = 8;

/**
 * The facets of a result. A facet that the result is filtered by has the values that it would have without that filter,
 * so that a buyer can add another value. One count for the result, and one more for each such facet.
 */
export async function facetsOf(call: Call, found: LayeredProducts, isBelowOnly: boolean) {
  const { catalogSearch } = call.services;
  const { request } = found;
  const layersOf = async (filters: LayeredRequest['filters']): Promise<readonly Layer[]> =>
    (await catalogSearch.find(call, { ...request, filters, page: 1, pageSize: 1 })).layers({ isBelowOnly });
  const own = await found.layers({ isBelowOnly });
  const filtered = [...new Set(request.filters.map(({ code }) => code))].filter((code) => code !== 'category_id');
  const widened = new Map<string, Layer>();
  for (const code of filtered.slice(0, MAX_WIDENED)) {
    const layers = await layersOf(request.filters.filter((filter) => filter.code !== code));
    const layer = layers.find((one) => one.code === code);
    if (layer) widened.set(code, layer);
  }
  const missing = [...widened.values()].filter(({ code }) => !own.some((layer) => layer.code === code));
  const layers = [...own.map((layer) => widened.get(layer.code) ?? layer), ...missing];
  return await Promise.all(layers.map((layer) => facetOf(call, layer)));
}

async function facetOf(call: Call, { code, label, choices, position }: Layer) {
  if (code === CATEGORIES) {
    return {
      attribute: 'categories',
      title: 'Categories',
      type: 'PINNED' as const,
      buckets: await categoryBuckets(call, choices),
    };
  }
  const isAmount = choices.every(({ value }) => /^[\d.]+_[\d.]+$/.test(value)) && isRanged(call, code);
  const isYesOrNo = call.services.eav.current('catalog_product').byCode.get(code)?.frontendInput === 'boolean';
  return {
    attribute: code,
    title: label,
    type: position === null ? ('PINNED' as const) : ('POPULAR' as const),
    buckets: choices.map((choice) => (isAmount ? rangeBucket(choice) : scalarBucket(choice, isYesOrNo))),
  };
}

function isRanged(call: Call, code: string): boolean {
  return call.services.catalogSearch.filterable(call.services).get(code) === 'range';
}

function rangeBucket({ value, count }: LayerChoice): BucketSource {
  const [from = 0, to = 0] = value.split('_').map(Number);
  const title = [from, to].map((amount) => (Number.isInteger(amount) ? amount.toFixed(1) : String(amount))).join('-');
  return { kind: 'RangeBucket', title, from, to, count };
}

/** A choice by its label, which filters take. */
function scalarBucket({ label, value, count }: LayerChoice, isYesOrNo: boolean): BucketSource {
  const title = isYesOrNo ? yesOrNoText(value === '1') : label;
  return { kind: 'ScalarBucket', title, id: title, count };
}

/** Categories by their paths, which filters take; two queries. */
async function categoryBuckets(call: Call, choices: readonly LayerChoice[]): Promise<BucketSource[]> {
  const { storefront } = call.services;
  const ids = choices.flatMap(({ value }) => idOf(value) ?? []);
  const categories = await storefront.categories(call, ids);
  return choices.flatMap(({ value, count }): BucketSource[] => {
    const source = categories.get(idOf(value) ?? 0);
    const title = source?.category.url_path;
    return source && title ? [{ kind: 'CategoryView', title, source, count }] : [];
  });
}

/** Facets of product searches. */
export const facetDeclarations = [enums, values, bucket, categoryBucket, ...buckets];
