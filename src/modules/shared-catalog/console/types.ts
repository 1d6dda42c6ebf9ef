import * as t from '../../../kernel/types.ts';

const head = {
  id: t.integer,
  name: t.string,
  description: t.optional(t.string),
  /** See `catalogTypes`. */
  type: t.integer,
  customer_group_id: t.integer,
  tax_class_id: t.integer,
  created_at: t.string,
  /** Numbers of products, categories and companies. */
  products: t.integer,
  categories: t.integer,
  companies: t.integer,
} as const;

/** A shared catalog in the list of the console. */
export const ConsoleCatalogHead = t.object('console-shared-catalog-head', head);

const Category = t.object('console-shared-catalog-category', {
  id: t.integer,
  /** Names from the first level down, such as `Kitchen / Pots`. */
  name: t.string,
});
const Company = t.object('console-shared-catalog-company', { id: t.integer, name: t.string, status: t.integer });

/** A shared catalog with its categories and companies. */
export const ConsoleCatalog = t.object('console-shared-catalog', {
  ...head,
  category_list: t.array(Category),
  company_list: t.array(Company),
});

const TierPrice = t.object('console-shared-catalog-price', {
  quantity: t.number,
  /** An amount of the base currency, or a percentage off the price of the product. */
  price: t.number,
  /** `fixed` or `discount`. */
  price_type: t.string,
  website_id: t.integer,
});

/** A product of a shared catalog with its prices. */
export const CatalogProduct = t.object('console-shared-catalog-product', {
  sku: t.string,
  name: t.string,
  type_id: t.string,
  /** Price for everybody; absent for types that compute it. */
  price: t.optional(t.number),
  /** Prices of the catalog. */
  prices: t.array(TierPrice),
});

/** A page of the products of a shared catalog. */
export const ConsoleCatalogProducts = t.object('console-shared-catalog-products', {
  items: t.array(CatalogProduct),
  /** The base currency, which prices are in. */
  currency: t.string,
  total_count: t.integer,
});
