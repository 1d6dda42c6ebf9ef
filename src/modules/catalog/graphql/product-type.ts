import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  interfaceType,
  objectType,
  ofRelease,
  valueTypes,
  type EnumTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { loader } from '../../../kernel/loader.ts';
import { formatTime } from '../../../kernel/time.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { seenByCaller } from '../assortments/assortment.ts';
import { linkTypeCode, linkTypes } from '../links/link.ts';
import { addedLoader, storefrontProducts } from './products.ts';
import { buyerGroup } from '../assortments/buyer-group.ts';
import { moneyIn, shownRange, shownTiers } from './amounts.ts';
import { specialPriceOn, tierPricesOf } from '../pricing/price-range.ts';
import type { StoredProduct } from '../products/product.ts';
import { urlSuffix } from '../url-suffixes.ts';
import type { ProductSource } from './types.ts';

const enums = enumTypes({
  ProductStockStatus: ['IN_STOCK', 'OUT_OF_STOCK'],
  PriceAdjustmentCodesEnum: ['TAX', 'WEEE', 'WEEE_TAX'],
  PriceAdjustmentDescriptionEnum: ['INCLUDED', 'EXCLUDED'],
});

const gone = 'Use `price_range`.';
const values = valueTypes({
  ComplexTextValue: { html: 'String!' },
  FixedProductTax: { amount: 'Money', label: 'String' },
  Price: { adjustments: { type: '[PriceAdjustment]', deprecated: gone }, amount: { type: 'Money', deprecated: gone } },
  PriceAdjustment: {
    amount: 'Money',
    code: { type: 'PriceAdjustmentCodesEnum', deprecated: gone },
    description: { type: 'PriceAdjustmentDescriptionEnum', deprecated: gone },
  },
  PriceRange: { maximum_price: 'ProductPrice', minimum_price: 'ProductPrice!' },
  ProductDiscount: { amount_off: 'Float', percent_off: 'Float' },
  ProductPrice: {
    discount: 'ProductDiscount',
    final_price: 'Money!',
    fixed_product_taxes: '[FixedProductTax]',
    regular_price: 'Money!',
  },
  ProductPrices: {
    maximalPrice: { type: 'Price', deprecated: gone },
    minimalPrice: { type: 'Price', deprecated: gone },
    regularPrice: { type: 'Price', deprecated: gone },
  },
  ProductTierPrices: {
    customer_group_id: { type: 'String', deprecated: 'Use `price_tiers`.' },
    percentage_value: { type: 'Float', deprecated: 'Use `price_tiers`.' },
    qty: { type: 'Float', deprecated: 'Use `price_tiers`.' },
    value: { type: 'Float', deprecated: 'Use `price_tiers`.' },
    website_id: { type: 'Float', deprecated: 'Use `price_tiers`.' },
  },
  TierPrice: { discount: 'ProductDiscount', final_price: 'Money', quantity: 'Float' },
});

/** A link to another product. */
interface LinkSource {
  readonly link_type: string;
  readonly linked_product_sku: string;
  readonly linked_product_type: string;
  readonly position: number;
  readonly sku: string;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    PhysicalProductInterface: ProductSource;
    ProductInterface: ProductSource;
    ProductLinks: LinkSource;
    ProductLinksInterface: LinkSource;
    SimpleProduct: ProductSource;
    VirtualProduct: ProductSource;
  }
}

const withLinks = addedLoader({ fields: ['links'], places: false });

/** Whether a product can be sold. Requests of the same tick are read together. */
export const isSalable = loader<StoredProduct, boolean>(async (products, call) => {
  const verdicts: ReadonlyMap<number, boolean>[] = [];
  for (const tell of call.contributions.salability) verdicts.push(await tell(call, products));
  return products.map(({ id }) => verdicts.every((of) => of.get(id) !== false));
});

/** The products that a product is linked to by links of a kind, as far as the store shows them, in their order. */
async function linked(
  call: Call,
  sources: readonly ProductSource[],
  kind: Parameters<typeof linkTypeCode>[0],
): Promise<ProductSource[][]> {
  const code = linkTypeCode(kind);
  const all = await Promise.all(sources.map((source) => withLinks(call, source)));
  const ids = all.map(({ links = [] }) =>
    links.filter((link) => link.link_type_id === code).map((link) => link.linked_product_id),
  );
  const products = await storefrontProducts(call, [...new Set(ids.flat())]);
  const shown = [...products.values()].filter((one) => isShown(call, one)).map(({ product }) => product.id);
  const seen = await seenByCaller(call, shown);
  return ids.map((own) => own.filter((id) => seen.has(id)).flatMap((id) => products.get(id) ?? []));
}

/** Whether products are enabled in the store view of the call, and in the assortment of the caller. */
const enabledIds = loader<number, boolean>(async (ids, call) => {
  const products = await storefrontProducts(call, ids);
  const seen = await seenByCaller(call, ids);
  return ids.map((id) => seen.has(id) && Number(products.get(id)?.values.status) === 1);
});

/** The links of a product to products that are enabled. */
async function shownLinks(call: Call, source: ProductSource) {
  const { links = [] } = await withLinks(call, source);
  const areEnabled = await Promise.all(links.map((link) => enabledIds(call, link.linked_product_id)));
  return links.filter((_, i) => areEnabled[i]);
}

/** Whether visitors of the store see a product by itself: enabled, in its website, not hidden. */
export function isShown(call: Call, { product, values }: ProductSource): boolean {
  const { websiteId } = call.scope;
  return Number(values.status) === 1 && Number(values.visibility) !== 1 && product.website_ids.includes(websiteId);
}

const productInterface = interfaceType(
  'ProductInterface',
  (t) => {
    const text = (code: string) => t.field('String', ({ values }) => values[code] ?? null);
    const number = (code: string) =>
      t.field('Int', ({ values }) => (values[code] === undefined ? null : Number(values[code])));
    const html = (code: string) => t.field('ComplexTextValue', ({ values }) => ({ html: values[code] ?? '' }));
    const own = 'Storefronts do not need to know it.';
    return {
      attribute_set_id: deprecated(
        own,
        t.field('Int', ({ product }) => product.attribute_set_id),
      ),
      color: deprecated('Use `custom_attributesV2`.', number('color')),
      country_of_manufacture: text('country_of_manufacture'),
      created_at: deprecated(
        own,
        t.field('String', ({ product }) => product.created_at),
      ),
      crosssell_products: t.batch('[ProductInterface]', (all, _, call) => linked(call, all, 'crosssell')),
      description: html('description'),
      // Later releases return whether a message can be given (`gift-message/graphql.ts`).
      gift_message_available: ofRelease({ before: '2.4.8' }, text('gift_message_available')),
      id: deprecated(
        'Use `uid`.',
        t.field('Int', ({ product }) => product.id),
      ),
      manufacturer: deprecated('Use `custom_attributesV2`.', number('manufacturer')),
      meta_description: text('meta_description'),
      meta_keyword: text('meta_keyword'),
      meta_title: text('meta_title'),
      name: text('name'),
      new_from_date: text('news_from_date'),
      new_to_date: text('news_to_date'),
      options_container: text('options_container'),
      price: deprecated(
        gone,
        t.field('ProductPrices', async (source, _, call) => {
          const { minimum_price: least, maximum_price: most } = await shownRange(call, source);
          const price = (amount: typeof least.final_price) => ({ amount, adjustments: [] });
          return {
            minimalPrice: price(least.final_price),
            maximalPrice: price(most.final_price),
            regularPrice: price(least.regular_price),
          };
        }),
      ),
      price_range: t.field('PriceRange!', (source, _, call) => shownRange(call, source)),
      price_tiers: t.field('[TierPrice]', (source, _, call) => shownTiers(call, source)),
      product_links: t.field('[ProductLinksInterface]', async (source, _, call) =>
        (await shownLinks(call, source)).flatMap((link) => {
          const name = linkTypes.find(({ code }) => code === link.link_type_id)?.name;
          const { linked_product_sku, linked_product_type, position } = link;
          const { sku } = source.product;
          return name ? [{ link_type: name, linked_product_sku, linked_product_type, position, sku }] : [];
        }),
      ),
      related_products: t.batch('[ProductInterface]', (all, _, call) => linked(call, all, 'related')),
      short_description: html('short_description'),
      sku: t.field('String', ({ product }) => product.sku),
      special_from_date: deprecated(own, text('special_from_date')),
      special_price: t.field('Float', ({ values }, _, call) => {
        const price = specialPriceOn(values, formatTime(call.clock.now()).slice(0, 10));
        return price == null ? null : moneyIn(call)(price).value;
      }),
      special_to_date: text('special_to_date'),
      stock_status: t.field('ProductStockStatus', async ({ product }, _, call) =>
        (await isSalable(call, product)) ? 'IN_STOCK' : 'OUT_OF_STOCK',
      ),
      tier_price: deprecated(
        'Use `price_tiers`.',
        // Recorded behaviour: always null, even with tier prices.
        t.field('Float', () => null),
      ),
      tier_prices: deprecated(
        'Use `price_tiers`.',
        t.field('[ProductTierPrices]', async ({ product }, _, call) => {
          const money = moneyIn(call);
          return (await tierPricesOf(call, product, await buyerGroup(call))).map(
            ({ customer_group_id, qty, value }) => ({
              customer_group_id: String(customer_group_id),
              // Recorded behaviour: the value is the price that a percentage results in.
              percentage_value: null,
              qty,
              value: value === null ? null : money(value).value,
              website_id: null,
            }),
          );
        }),
      ),
      type_id: deprecated(
        'Use `__typename`.',
        t.field('String', ({ product }) => product.type_id),
      ),
      uid: t.field('ID!', ({ product }) => uidOf(product.id)),
      updated_at: deprecated(
        own,
        t.field('String', ({ product }) => product.updated_at),
      ),
      upsell_products: t.batch('[ProductInterface]', (all, _, call) => linked(call, all, 'upsell')),
      url_key: text('url_key'),
      url_path: deprecated('Use `url_rewrites`.', text('url_path')),
      url_suffix: t.field('String', (_, __, call) => urlSuffix(call, 'product', call.scope.storeId)),
      websites: deprecated(
        'Storefronts do not need to know websites.',
        t.field('[Website]', ({ product }, _, call) =>
          product.website_ids.flatMap((id) => call.services.store.website(id) ?? []),
        ),
      ),
    };
  },
  ({ typename }) => typename,
);

const physical = interfaceType(
  'PhysicalProductInterface',
  (t) => ({
    weight: t.field('Float', ({ values: { weight } }) => (weight === undefined ? null : Number(weight))),
  }),
  ({ typename }) => typename,
);

const linkInterface = interfaceType(
  'ProductLinksInterface',
  () => ({
    link_type: 'String',
    linked_product_sku: 'String',
    linked_product_type: 'String',
    position: 'Int',
    sku: 'String',
  }),
  () => 'ProductLinks',
);
const link = objectType('ProductLinks', () => ({}), ['ProductLinksInterface']);

const simple = objectType('SimpleProduct', () => ({}), [
  'ProductInterface',
  'RoutableInterface',
  'PhysicalProductInterface',
  'CustomizableProductInterface',
]);
const virtual = objectType('VirtualProduct', () => ({}), [
  'ProductInterface',
  'RoutableInterface',
  'CustomizableProductInterface',
]);

/** The common fields of all storefront products, and the catalogue's own types. */
export const productDeclarations = [enums, values, productInterface, physical, linkInterface, link, simple, virtual];
