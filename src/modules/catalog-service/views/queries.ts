import type { Call } from '../../../kernel/call.ts';
import { sharedQueries, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { idOf, uidOf } from '../../../kernel/uids.ts';
import { catalogServiceErrors } from '../errors.ts';
import type { ViewVariant } from '../extensions.ts';
import { choicesOf, refine } from './options.ts';
import { isComplex, shownBySkus } from './read.ts';
import type { ViewSource } from './types.ts';

/** Maximum number of SKUs or options in a query. */
const MAX_NAMES = 500;
/** Maximum number of variants of a page. Source: the published service. */
const MAX_VARIANTS = 100;

const values = valueTypes({
  ProductViewVariant: { product: 'ProductView', selections: '[String!]' },
  ProductViewVariantResults: { cursor: 'String', variants: '[ProductViewVariant]!' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

function atMost<T>(query: string, names: readonly T[]): readonly T[] {
  if (names.length > MAX_NAMES) throw catalogServiceErrors.tooMany([query, MAX_NAMES]);
  return names;
}

/** A product as far as a buyer has chosen its values; null for an unknown product and for values that no variant has. */
async function refined(call: Call, sku: string, chosen: ReadonlySet<string>): Promise<ViewSource | null> {
  const [source] = await shownBySkus(call, [sku]);
  if (!source || !isComplex(call, source)) return null;
  const choices = refine(await choicesOf(call, source), chosen);
  if (!choices) return null;
  return choices.only ? { source: choices.only } : { source, refined: choices };
}

async function variantsOf(call: Call, sku: string, chosen: ReadonlySet<string>): Promise<readonly ViewVariant[]> {
  const [source] = await shownBySkus(call, [sku]);
  if (!source) return [];
  return refine(await choicesOf(call, source), chosen)?.variants ?? [];
}

/** A page of variants, after the product with the id in a cursor. */
function pageOf(all: readonly ViewVariant[], pageSize: number, cursor: string | null | undefined) {
  if (pageSize < 1 || pageSize > MAX_VARIANTS) throw catalogServiceErrors.pageSize([MAX_VARIANTS]);
  const sorted = all.toSorted((a, b) => a.product.product.id - b.product.product.id);
  const after = cursor ? idOf(cursor) : 0;
  if (after === undefined) throw catalogServiceErrors.cursor();
  const left = sorted.filter(({ product }) => product.product.id > after);
  const variants = left.slice(0, pageSize);
  const last = variants.at(-1);
  return {
    cursor: last && left.length > variants.length ? uidOf(last.product.product.id) : null,
    variants: variants.map(({ product, selections }) => ({ product: { source: product }, selections })),
  };
}

const queries = sharedQueries((t) => ({
  products: t.field('[ProductView]', { skus: '[String]' }, async (_, { skus }, call) => {
    const names = atMost('products', skus ?? []).filter((sku) => sku != null);
    return (await shownBySkus(call, names)).map((source) => ({ source }));
  }),
  refineProduct: t.field('ProductView', { optionIds: '[String!]!', sku: 'String!' }, (_, { optionIds, sku }, call) =>
    refined(call, sku, new Set(atMost('refineProduct', optionIds))),
  ),
  variants: t.field(
    'ProductViewVariantResults',
    { sku: 'String!', optionIds: '[String!]', pageSize: `Int = ${MAX_VARIANTS}`, cursor: 'String' },
    async (_, { sku, optionIds, pageSize, cursor }, call) => {
      const chosen = new Set(atMost('variants', optionIds ?? []));
      return pageOf(await variantsOf(call, sku, chosen), pageSize ?? MAX_VARIANTS, cursor);
    },
  ),
}));

/** Queries for products by their SKUs. */
export const viewQueries = [values, queries];
