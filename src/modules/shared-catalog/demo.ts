import type { Call } from '../../kernel/call.ts';
import type { CallRoute, Demo } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { catalogTypes } from './types.ts';

const LEADER = 'tom.ashworth@example.com';

/** Products of the custom catalog, by their SKUs. */
const tableware = /^(BOWL|PLATE|CARAFE|MUG)-/;
const TABLEWARE = 'Tableware';

/** Quantities from which a percentage off the price for everybody holds. */
const tiers = [
  [1, 10],
  [24, 18],
  [96, 25],
] as const;

/** Visibility of products that are only shown with another one. */
const NOT_VISIBLE = 1;
/** Class of the taxes of retail customers. */
const RETAIL_CUSTOMER = 3;

/**
 * A custom catalog with prices by quantity, for the company of the demo. The public catalog gets all products and categories, so that
 * visitors see the same after catalogs are switched on.
 */
export async function demoCatalogs({ customerIds, productIds, callRoute, call }: Demo): Promise<void> {
  const categories = await categoriesBelow(callRoute);
  await fill(callRoute, await publicId(callRoute), await visibleSkus(call), categories);
  const sharedCatalog = {
    name: 'Canteens',
    description: 'Tableware for canteens and hotels, cheaper by the crate.',
    type: catalogTypes.custom,
    store_id: 0,
    tax_class_id: RETAIL_CUSTOMER,
  };
  const id = await callRoute<number>('sharedCatalogSharedCatalogRepositoryV1', 'save', { sharedCatalog });
  const own = [...productIds.keys()].filter((sku) => tableware.test(sku));
  await fill(callRoute, id, own, branchOf(categories, TABLEWARE));
  await callRoute('sharedCatalogAssignTierPriceV1', 'assignTierPrices', {
    sharedCatalogId: id,
    prices: own.flatMap((sku) =>
      tiers.map(([quantity, price]) => ({
        sku,
        quantity,
        price,
        price_type: 'discount',
        website_id: 0,
        customer_group: '',
      })),
    ),
  });
  const companyId = await call.services.company.buysFor(call, valueAt(customerIds, LEADER));
  await callRoute('sharedCatalogCompanyManagementV1', 'assignCompanies', {
    sharedCatalogId: id,
    companies: [{ id: companyId }],
  });
}

/** SKUs of the products that visitors see, with those of modules. */
async function visibleSkus({ db }: Call): Promise<string[]> {
  const rows = await db.selectFrom('catalog_product').select('sku').where('visibility', '>', NOT_VISIBLE).execute();
  return rows.map(({ sku }) => sku);
}

/** A category of the tree. */
interface Branch {
  readonly id: number;
  readonly name: string;
  readonly children_data: readonly Branch[];
}

/** The categories below the root categories of stores. */
async function categoriesBelow(callRoute: CallRoute): Promise<readonly Branch[]> {
  const tree = await callRoute<Branch>('catalogCategoryManagementV1', 'getTree');
  return tree.children_data.flatMap((root) => root.children_data);
}

const flat = (branches: readonly Branch[]): Branch[] => branches.flatMap((one) => [one, ...flat(one.children_data)]);

/** A category with those above and below it. */
function branchOf(branches: readonly Branch[], name: string): Branch[] {
  return branches.flatMap((one) => {
    if (one.name === name) return [one];
    const below = branchOf(one.children_data, name);
    return below.length > 0 ? [{ ...one, children_data: below }] : [];
  });
}

async function publicId(callRoute: CallRoute): Promise<number> {
  const filters = [{ field: 'type', value: String(catalogTypes.public) }];
  const { items } = await callRoute<{ readonly items: readonly { readonly id: number }[] }>(
    'sharedCatalogSharedCatalogRepositoryV1',
    'getList',
    { searchCriteria: { filter_groups: [{ filters }] } },
  );
  return items[0]?.id ?? 0;
}

async function fill(
  callRoute: CallRoute,
  id: number,
  skus: readonly string[],
  branches: readonly Branch[],
): Promise<void> {
  await callRoute('sharedCatalogCategoryManagementV1', 'assignCategories', {
    id,
    categories: flat(branches).map((one) => ({ id: one.id })),
  });
  await callRoute('sharedCatalogProductManagementV1', 'assignProducts', { id, products: skus.map((sku) => ({ sku })) });
}
