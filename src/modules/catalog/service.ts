import type { Call } from '../../kernel/call.ts';
import type { SharedCache } from '../../kernel/caches.ts';
import { createCachedStatements, type CachedStatements } from '../../storage/prepared.ts';
import type { ServiceDependencies } from '../../kernel/module.ts';
import { createMediaFiles, type MediaFiles } from '../../storage/files/media.ts';
import { placeholderFiles } from './media/placeholder.ts';
import { isMediaFile } from './media/rows.ts';
import { imageUrl } from './media/urls.ts';
import { loadWebsitesWithSales, type WebsitesWithSales } from './products/website-sales.ts';
import { buyerGroup } from './assortments/buyer-group.ts';
import { discountOf, moneyIn, shownRange, shownUnitPrices, shownWithoutChoices } from './graphql/amounts.ts';
import { isShopAttribute } from './graphql/attribute-fields.ts';
import { childCategories, storefrontCategories } from './graphql/categories.ts';
import { isSalable, isShown } from './graphql/product-type.ts';
import { galleryShown } from './graphql/media.ts';
import { storefrontComponents } from './graphql/components.ts';
import { storefrontAdded, storefrontOf, storefrontProduct, storefrontProducts } from './graphql/products.ts';
import { associatedProducts } from './links/rows.ts';
import {
  categoryCounts,
  choiceCounts,
  countInCategories,
  countNumbers,
  hasOneOf,
  numberValues,
} from './listing/choices.ts';
import { countsAsComponent, isEnabled, isOffered } from './availability/components.ts';
import {
  hasItsComponents,
  hasComponent,
  mostTaken,
  wholesByVariant,
  wholesIn,
  wholesOf,
} from './products/compositions.ts';
import { indexedNumbers } from './products/index-values.ts';
import { hasProductWith, loadOverridden, type OverriddenAttributes } from './products/index-rows.ts';
import { assortmentGroup, productsSeenBy, seenByCaller, seenOnly, withSeen } from './assortments/assortment.ts';
import { createCachedItems, type CachedItems } from './listing/cached-items.ts';
import { findById, findByIds, findByIdsOf, findBySku, findBySkus, foldSku, productIdsAfter } from './products/load.ts';
import {
  effectiveValues,
  priceWebsite,
  productMetadata,
  type LoadedProduct,
  type ProductValues,
  type StoredProduct,
} from './products/product.ts';
import { loadAdded } from './products/extending.ts';
import { presentProduct, wishesShown } from './products/present.ts';
import { productType } from './products/product-types.ts';
import { productNotFound, requireProduct, touchSaved } from './products/require.ts';
import { touchProducts } from './products/rows.ts';
import { chargeDue } from './pricing/charged-price.ts';
import { rulePrices } from './pricing/price-rules.ts';
import { salesChanged, soldSomewhere, writeAllSoldAt } from './availability/salable.ts';
import { deleteProduct } from './saving/delete.ts';
import { saveProduct, standsAlone } from './saving/save.ts';
import { removeGroupTiers, updateTierPrices } from './prices/tiers.ts';
import { countListed, listedInCategories, visibleProducts } from './listing/visible-products.ts';
import { productFields } from './products/search-fields.ts';
import { selectionOf, type ProductWishes } from './products/selection.ts';
import { categoriesAt, categoryPaths } from './categories/paths.ts';
import { requireCategories } from './categories/load.ts';
import { saveProductAttribute } from './attributes/attributes.ts';
import { categoryNamePaths, categoryNames, categoryTrails } from './categories/names.ts';
import { createMovedCategory, saveCategory } from './categories/save.ts';
import { isInCategory } from './categories/products.ts';

export type { ComponentTest } from './products/compositions.ts';
export type { SaleRule } from './availability/salable.ts';
export type { ProductChoice, PriceSpan, ProductTypeRules } from './products/product-types.ts';
export type { ProductOption, ProductOptionValue } from './options/option.ts';
export type { PriceRules, RulePrices } from './pricing/price-rules.ts';
export type { ProductMatches } from './listing/visible-products.ts';
export type { ProductIdsQuery } from './products/load.ts';
export type { ProductSelection, ProductWishes } from './products/selection.ts';
export type { LoadedProduct, ProductValues, StoredProduct, StoredTierPrice } from './products/product.ts';

/** Products, one by one: `call.services.catalog`. They are read for a store view; 0: the values that all inherit. */
interface CatalogService {
  /** The files of product images. */
  readonly mediaFiles: MediaFiles;
  /** The product with a SKU, ignoring case; undefined when it does not exist. One query. */
  readonly productBySku: typeof findBySku;
  /** As `productBySku`. Throws 404 when it does not exist. */
  readonly requireProduct: typeof requireProduct;
  readonly productNotFound: typeof productNotFound;
  readonly productById: typeof findById;
  /** Products by id, in one query. */
  readonly productsById: typeof findByIds;
  /** As `productsById`, for ids that another query finds. */
  readonly productsByIdsOf: typeof findByIdsOf;
  /** Products by folded SKU, in one query. */
  readonly productsBySku: typeof findBySkus;
  /** Ids of the products behind a SKU, in order of SKUs: to go through all of them. */
  readonly productIdsAfter: typeof productIdsAfter;
  /** A SKU for comparison. */
  readonly foldSku: typeof foldSku;
  /** The values of a product in the store view for which it was read, by attribute code. */
  values(call: Call, product: Pick<StoredProduct, 'values' | 'overrides'>): Promise<ProductValues>;
  /** The website whose prices a store view shows or writes; 0 if prices are the same everywhere. */
  readonly priceWebsite: typeof priceWebsite;
  /** Products with the selected data of further tables, in a query or two for each wish. */
  loadAdded(call: Call, products: readonly StoredProduct[], wishes: ProductWishes): Promise<LoadedProduct[]>;
  /** For routes that return products: a product for a response, and the data to load for a list of them. */
  readonly present: typeof presentProduct;
  readonly wishesShown: typeof wishesShown;
  /** Numeric values of attributes in scope 0, such as the options of selects. */
  readonly indexedNumbers: typeof indexedNumbers;
  /** Prices of products by rules of modules; no statement without rules. */
  readonly rulePrices: typeof rulePrices;
  /** The rules of a product type; undefined for one that no module has. */
  readonly productType: typeof productType;
  /** Saves a product as the interface does; must be called within a transaction. */
  readonly saveProduct: typeof saveProduct;
  /** Deletes the product with a SKU; must be called within a transaction. Throws 404 when it does not exist. */
  readonly deleteProduct: typeof deleteProduct;
  /** Whether a save of a product concerns no other one, so that it may run together with saves of others. */
  readonly standsAlone: typeof standsAlone;
  /** Saves a category as the interface does; must be called within a transaction. */
  readonly saveCategory: typeof saveCategory;
  readonly createMovedCategory: typeof createMovedCategory;
  /** Saves a product attribute as the interface does; must be called within a transaction. */
  readonly saveAttribute: typeof saveProductAttribute;
  readonly requireCategories: typeof requireCategories;
  readonly isInCategory: typeof isInCategory;
  readonly categoryTrails: typeof categoryTrails;
  readonly categoryNamePaths: typeof categoryNamePaths;
  /** Tier prices of many products; within a transaction. */
  readonly updateTierPrices: typeof updateTierPrices;
  readonly removeGroupTiers: typeof removeGroupTiers;
  /** Must be called when other data in products' responses has changed, in the same transaction. */
  readonly touchProducts: typeof touchProducts;
  /** As `touchProducts`, for a change of one product itself. Throws 404 when it was deleted meanwhile. */
  readonly touchSaved: typeof touchSaved;
  /** Whether some product has a number as its value of an attribute in some store view; not for attributes that are columns. */
  readonly hasProductWith: typeof hasProductWith;
}

/** The products that can be sold, and their components: `call.services.availability`. */
interface AvailabilityService {
  // Conditions on `catalog_product as p`.
  readonly isEnabled: typeof isEnabled;
  readonly isOffered: typeof isOffered;
  readonly hasItsComponents: typeof hasItsComponents;
  readonly hasComponent: typeof hasComponent;
  readonly countsAsComponent: typeof countsAsComponent;
  /** A product can be sold on some website, or in some place with a stock of its own. */
  readonly soldSomewhere: typeof soldSomewhere;
  /** The products that contain others as components. */
  readonly wholesIn: typeof wholesIn;
  readonly wholesOf: typeof wholesOf;
  /** The products of which some are variants. */
  readonly wholesByVariant: typeof wholesByVariant;
  readonly mostTaken: typeof mostTaken;
  /** The products of grouped products; see `associatedProducts`. */
  readonly associatedProducts: typeof associatedProducts;
  /** The websites on which some product has a price or salability of its own. */
  readonly websitesWithSales: SharedCache<WebsitesWithSales>;
  /** To be called when products may have become salable, or have ceased to be, in the same transaction. */
  readonly salesChanged: typeof salesChanged;
  /** As `salesChanged`, when prices may have changed otherwise than by saves. */
  readonly pricesChanged: typeof salesChanged;
  /** Computes at once all products that a place with a stock of its own can sell. */
  readonly writeAllSoldAt: typeof writeAllSoldAt;
  /** Computes prices and salability of the products that are due. */
  readonly chargeDue: typeof chargeDue;
  /** Resolves when this process has seen all settings that were committed before the call. */
  readonly settled: () => Promise<void>;
}

/** Lists of products: `call.services.listing`. */
interface ListingService {
  /** The attributes that store views override in some product. */
  readonly overriddenAttributes: SharedCache<OverriddenAttributes>;
  /** Statements of lists, cached while settings and metadata are unchanged. */
  readonly cachedStatements: CachedStatements;
  /** Encoded products of lists. */
  readonly cachedItems: CachedItems;
  /** The search fields of products; see `productFields`. */
  readonly searchFields: typeof productFields;
  /** Products that visitors of a store view see. */
  readonly visibleProducts: typeof visibleProducts;
  readonly listedInCategories: typeof listedInCategories;
  readonly countListed: typeof countListed;
  // The assortment of a caller or a customer group.
  readonly assortmentGroup: typeof assortmentGroup;
  readonly seenOnly: typeof seenOnly;
  readonly withSeen: typeof withSeen;
  readonly seenByCaller: typeof seenByCaller;
  readonly productsSeenBy: typeof productsSeenBy;
  // Counts by the values of attributes, and by categories.
  readonly hasOneOf: typeof hasOneOf;
  readonly choiceCounts: typeof choiceCounts;
  readonly numberValues: typeof numberValues;
  readonly countNumbers: typeof countNumbers;
  readonly categoryCounts: typeof categoryCounts;
  readonly countInCategories: typeof countInCategories;
  /** Ids of the categories with some URL paths. */
  readonly categoriesAt: typeof categoriesAt;
  /** URL paths of active categories, by id. */
  readonly categoryPaths: typeof categoryPaths;
  /** Active categories with their names in the call's store view, by id. */
  readonly categoryNames: typeof categoryNames;
}

/** Products as GraphQL storefronts see them: `call.services.storefront`. */
interface StorefrontService {
  /** The GraphQL object of a product. */
  readonly source: typeof storefrontOf;
  /** Products by id, as storefronts see them; one query for all of a request. */
  readonly product: typeof storefrontProduct;
  readonly products: typeof storefrontProducts;
  /** Data of further tables, and the components that storefronts show. */
  readonly added: typeof storefrontAdded;
  readonly components: typeof storefrontComponents;
  /** Amounts in the currency of the storefront. */
  readonly money: typeof moneyIn;
  readonly range: typeof shownRange;
  readonly withoutChoices: typeof shownWithoutChoices;
  /** The discount between a price before and after it. */
  readonly discount: typeof discountOf;
  /** Prices of one unit for larger quantities. */
  readonly unitPrices: typeof shownUnitPrices;
  /** The customer group whose prices the caller sees. */
  readonly group: typeof buyerGroup;
  readonly media: typeof galleryShown;
  /** The address of a picture, by its file. */
  readonly imageUrl: typeof imageUrl;
  readonly isSalable: typeof isSalable;
  /** Whether visitors see a product by itself. */
  readonly isShown: typeof isShown;
  /** Whether an attribute is user-defined and visible in storefronts. */
  readonly isShopAttribute: typeof isShopAttribute;
  /** Categories that the store view shows: by id, and the children of one. */
  readonly categories: typeof storefrontCategories;
  readonly childCategories: typeof childCategories;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    catalog: CatalogService;
    availability: AvailabilityService;
    listing: ListingService;
    storefront: StorefrontService;
  }
}

/** Maximum size of the cached statements of lists, in bytes: 1,000 of 2 KB, each with its shape. */
const MAX_STATEMENT_BYTES = 2 ** 21;

/** Creates `call.services.catalog`. */
export function createCatalogService({ files }: ServiceDependencies): CatalogService {
  for (const [path, file] of placeholderFiles()) files.builtIn.set(`media/${path}`, file);
  return {
    mediaFiles: createMediaFiles(files, 'media/catalog/product', isMediaFile),
    productBySku: findBySku,
    requireProduct,
    productNotFound,
    productById: findById,
    productsById: findByIds,
    productsByIdsOf: findByIdsOf,
    productsBySku: findBySkus,
    productIdsAfter,
    foldSku,
    values: async (call, product) => effectiveValues(product, await productMetadata(call)),
    priceWebsite,
    loadAdded: (call, products, wishes) => loadAdded(call, products, selectionOf(call, wishes)),
    present: presentProduct,
    wishesShown,
    indexedNumbers,
    rulePrices,
    productType,
    saveProduct,
    deleteProduct,
    standsAlone,
    saveCategory,
    createMovedCategory,
    saveAttribute: saveProductAttribute,
    requireCategories,
    isInCategory,
    categoryTrails,
    categoryNamePaths,
    updateTierPrices,
    removeGroupTiers,
    touchProducts,
    touchSaved,
    hasProductWith,
  };
}

/** Creates `call.services.availability`. */
export const createAvailabilityService = ({ caches }: ServiceDependencies): AvailabilityService => ({
  isEnabled,
  isOffered,
  hasItsComponents,
  hasComponent,
  countsAsComponent,
  soldSomewhere,
  wholesIn,
  wholesOf,
  wholesByVariant,
  mostTaken,
  associatedProducts,
  websitesWithSales: caches.define('product-website-sales', loadWebsitesWithSales),
  salesChanged,
  pricesChanged: salesChanged,
  writeAllSoldAt,
  chargeDue,
  settled: () => caches.refresh(),
});

/** Creates `call.services.listing`. */
export const createListingService = ({ caches }: ServiceDependencies): ListingService => ({
  overriddenAttributes: caches.define('product-overrides', loadOverridden),
  cachedStatements: createCachedStatements(MAX_STATEMENT_BYTES, () => caches.generation),
  cachedItems: createCachedItems(),
  searchFields: productFields,
  visibleProducts,
  listedInCategories,
  countListed,
  assortmentGroup,
  seenOnly,
  withSeen,
  seenByCaller,
  productsSeenBy,
  hasOneOf,
  choiceCounts,
  numberValues,
  countNumbers,
  categoryCounts,
  countInCategories,
  categoriesAt,
  categoryPaths,
  categoryNames,
});

/** Creates `call.services.storefront`. */
export const createStorefrontService = (): StorefrontService => ({
  source: storefrontOf,
  product: storefrontProduct,
  products: storefrontProducts,
  added: storefrontAdded,
  components: storefrontComponents,
  money: moneyIn,
  range: shownRange,
  withoutChoices: shownWithoutChoices,
  discount: discountOf,
  group: buyerGroup,
  media: galleryShown,
  imageUrl,
  unitPrices: shownUnitPrices,
  isSalable,
  isShown,
  isShopAttribute,
  categories: storefrontCategories,
  childCategories,
});
