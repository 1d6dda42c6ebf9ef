import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { Out } from '../../../kernel/types.ts';
import { escapeLike, fold, like } from '../../../storage/sql.ts';
import { requireCatalog } from '../catalogs.ts';
import type { CatalogProduct, ConsoleCatalogProducts } from './types.ts';

/** A page of the products of a catalog. */
interface ProductsRequest {
  /** A part of the SKU or of the name; empty: all products. */
  readonly search: string;
  readonly page: number;
  readonly size: number;
}

type ShownProduct = Out<typeof CatalogProduct>;

/** A page of the products of a catalog with its prices, by SKU; the queries do not grow with the products. Throws 404. */
export async function pageOfProducts(
  call: Call,
  catalogId: number,
  { search, page, size }: ProductsRequest,
): Promise<Out<typeof ConsoleCatalogProducts>> {
  const { customer_group_id: group } = await requireCatalog(call, catalogId);
  const found = productsMatching(call, catalogId, search);
  const { count } = await found.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .select('p.id')
    .orderBy('p.sku')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const ids = rows.map(({ id }) => id);
  const { catalog } = call.services;
  const products = await catalog.productsById(call, ids, 0);
  const items: ShownProduct[] = [];
  for (const id of ids) {
    const product = products.get(id);
    if (!product) continue;
    const { name, price } = await catalog.values(call, product);
    items.push({
      sku: product.sku,
      name: String(name ?? product.sku),
      type_id: product.type_id,
      price: price === undefined ? undefined : Number(price),
      prices: product.tier_prices
        .filter((tier) => tier.customer_group_id === group)
        .map(({ qty, value, percentage_value, website_id }) => ({
          quantity: qty,
          price: percentage_value ?? value ?? 0,
          price_type: percentage_value === null ? 'fixed' : 'discount',
          website_id,
        })),
    });
  }
  return { items, currency: call.services.store.baseCurrency(call, 0), total_count: Number(count) };
}

function productsMatching({ db }: Call, catalogId: number, search: string) {
  const all = db
    .selectFrom('shared_catalog_product as s')
    .innerJoin('catalog_product as p', 'p.id', 's.product_id')
    .where('s.catalog_id', '=', catalogId);
  const text = search.trim();
  if (text === '') return all;
  const pattern = `%${escapeLike(foldText(text))}%`;
  return all.where((eb) => eb.or([like(fold('p.sku'), pattern), like(fold('p.name'), pattern)]));
}
