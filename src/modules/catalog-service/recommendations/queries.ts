import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { pageTypes } from '../configuration.ts';
import { catalogServiceErrors } from '../errors.ts';
import { shownBySkus } from '../views/read.ts';
import type { RecommendedPage } from './types.ts';
import { filledUnits } from './units.ts';

const enums = enumTypes({ PageType: pageTypes });
const inputs = inputTypes({
  CurrentProductInput: { price: 'Float', sku: 'String' },
  PurchaseHistory: { date: 'DateTime', items: '[String]!' },
  ViewHistory: { date: 'DateTime', sku: 'String!' },
});
const values = valueTypes({
  RecommendationUnit: {
    displayOrder: 'Int',
    pageType: 'String',
    productsView: '[ProductView]',
    storefrontLabel: 'String',
    totalProducts: 'Int',
    typeId: 'String',
    unitId: 'String',
    unitName: 'String',
    userError: 'String',
  },
  Recommendations: { results: '[RecommendationUnit]', totalResults: 'Int' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, InputTypesOf<typeof inputs>, ValueTypesOf<typeof values> {}
}

/** Maximum number of names in an argument. */
const MAX_NAMES = 500;

type Skus = readonly (string | null | undefined)[] | null | undefined;
type Views = readonly (GraphQLTypes['ViewHistory'] | null | undefined)[] | null | undefined;

/** What a page says of itself and of its visitor. */
interface PageArguments {
  readonly currentSku?: string | null | undefined;
  readonly cartSkus?: Skus;
  readonly category?: string | null | undefined;
  readonly userViewHistory?: Views;
}

function within<T>(name: string, list: readonly (T | null | undefined)[] | null | undefined): T[] {
  if ((list?.length ?? 0) > MAX_NAMES) throw catalogServiceErrors.tooMany([name, MAX_NAMES]);
  return (list ?? []).filter((one) => one != null);
}

async function pageOf(
  call: Call,
  { currentSku, cartSkus, category, userViewHistory }: PageArguments,
): Promise<RecommendedPage> {
  const cart = within('cartSkus', cartSkus);
  const views = within('userViewHistory', userViewHistory);
  const time = ({ date }: (typeof views)[number]): number => (date == null ? 0 : Date.parse(date));
  const [current] = currentSku ? await shownBySkus(call, [currentSku]) : [];
  return {
    current,
    cart: await shownBySkus(call, cart),
    categoryId: category ? await categoryOf(call, category) : undefined,
    viewed: views.toSorted((a, b) => time(b) - time(a)).map(({ sku }) => sku),
  };
}

/** The id of a category by its id or URL path; 0, which no category has, for an unknown one. */
async function categoryOf(call: Call, name: string): Promise<number> {
  if (/^\d{1,15}$/.test(name)) return Number(name);
  const [id = 0] = await call.services.listing.categoriesAt(call, [name]);
  return id;
}

const history = {
  cartSkus: '[String]',
  currentSku: 'String',
  userPurchaseHistory: '[PurchaseHistory]',
  userViewHistory: '[ViewHistory]',
} as const;

async function recommended(
  call: Call,
  choice: Parameters<typeof filledUnits>[1],
  args: PageArguments,
): Promise<GraphQLTypes['Recommendations']> {
  const results = await filledUnits(call, choice, await pageOf(call, args));
  return { results, totalResults: results.length };
}

// Orders are no public data: responses are not cached.
const recommendationQueries = queries((t) => ({
  recommendations: t.field(
    'Recommendations',
    { ...history, category: 'String', pageType: 'PageType' },
    (_, { pageType, ...page }, call) =>
      recommended(call, { pageType: pageType ?? (page.currentSku ? 'Product' : 'CMS') }, page),
  ),
  recommendationsByUnitIds: t.field(
    'Recommendations',
    { ...history, currentProduct: 'CurrentProductInput', unitIds: '[String!]!' },
    (_, { unitIds, currentProduct, ...page }, call) =>
      recommended(
        call,
        { ids: within('unitIds', unitIds) },
        { ...page, currentSku: page.currentSku || currentProduct?.sku },
      ),
  ),
}));

/** Recommendations of the catalogue service. */
export const recommendationDeclarations = [enums, inputs, values, recommendationQueries];
