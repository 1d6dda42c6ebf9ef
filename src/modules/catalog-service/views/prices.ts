import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  unionType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { elementAt, firstOf } from '../../../kernel/lists.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import { codes } from '../../directory/code-types.ts';
import type { ViewSource } from './types.ts';

const enums = enumTypes({ ProductViewCurrency: [...codes.types.CurrencyEnum, 'NONE'] });

const values = valueTypes({
  ProductViewMoney: { currency: 'ProductViewCurrency', value: 'Float' },
  ProductViewPrice: {
    final: 'ViewPrice',
    regular: 'ViewPrice',
    roles: '[String]',
    tiers: '[ProductViewTierPrice]',
  },
  ProductViewPriceRange: { maximum: 'ProductViewPrice', minimum: 'ProductViewPrice' },
  ProductViewTierPrice: { quantity: '[ProductViewTierCondition!]!', tier: 'ViewPrice' },
  ProductViewTierExactMatchCondition: { in: '[Float]' },
  ProductViewTierRangeCondition: { gte: 'Float', lt: 'Float' },
  ViewPrice: { adjustments: '[ViewPriceAdjustment]', amount: 'ProductViewMoney' },
  ViewPriceAdjustment: { amount: 'Float', code: 'String' },
});

/** Quantities from `gte` on, below `lt`. */
interface QuantityRange {
  readonly gte: number;
  readonly lt: number | undefined;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    ProductViewTierCondition: QuantityRange;
  }
}

type PriceView = GraphQLTypes['ProductViewPrice'];
type Shown = Awaited<ReturnType<Call['services']['storefront']['range']>>['minimum_price'];

/** Prices are always visible: the shop has no rule that hides them. */
const VISIBLE = ['visible'];

function priceView({ regular_price, final_price }: Shown): PriceView {
  return {
    final: { amount: final_price, adjustments: [] },
    regular: { amount: regular_price, adjustments: [] },
    roles: VISIBLE,
  };
}

/** The price of a product, with those for larger quantities. */
export async function ownPrice(call: Call, source: ProductSource): Promise<PriceView> {
  const { storefront } = call.services;
  const [{ minimum_price }, units] = await Promise.all([
    storefront.range(call, source),
    storefront.unitPrices(call, source),
  ]);
  const larger = units.filter(({ quantity }) => quantity > 1);
  const tiers = larger.map(({ quantity, price }, i) => ({
    quantity: [{ gte: quantity, lt: larger[i + 1]?.quantity }],
    tier: { amount: price, adjustments: [] },
  }));
  return { ...priceView(minimum_price), tiers };
}

/** The lowest and the highest price of a product: of the variants that are left, or of all. */
export async function priceRange(
  call: Call,
  { source, refined }: ViewSource,
): Promise<GraphQLTypes['ProductViewPriceRange']> {
  const { storefront } = call.services;
  const products = refined?.variants?.map(({ product }) => product) ?? [];
  if (products.length === 0) {
    const { minimum_price: least, maximum_price: most } = await storefront.range(call, source);
    return { minimum: priceView(least), maximum: priceView(most) };
  }
  const ranges = await Promise.all(products.map((product) => storefront.range(call, product)));
  const prices = ranges
    .map(({ minimum_price }) => minimum_price)
    .sort((a, b) => a.final_price.value - b.final_price.value);
  return { minimum: priceView(firstOf(prices)), maximum: priceView(elementAt(prices, -1)) };
}

/** Prices of product views. */
export const priceDeclarations = [
  enums,
  values,
  unionType(
    'ProductViewTierCondition',
    ['ProductViewTierRangeCondition', 'ProductViewTierExactMatchCondition'],
    () => 'ProductViewTierRangeCondition',
  ),
];
