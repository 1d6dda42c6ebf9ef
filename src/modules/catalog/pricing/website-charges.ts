import type { Call, Scope } from '../../../kernel/call.ts';
import { derivedCharges } from './derived-charges.ts';
import { hasPriceRules } from './price-rules.ts';
import type { StoredProduct } from '../products/product.ts';
import { compositeTypes } from '../products/product-types.ts';
import { soldHere, writeSalableIn } from '../availability/salable.ts';
import { websiteScopes, writeWebsiteSales } from '../products/website-sales.ts';

type Charges = Awaited<ReturnType<typeof derivedCharges>>;

/**
 * Computes the prices of products that depend on others or on rules, and writes whether their websites can sell them. Lists use the
 * values of the first website that a product is assigned to (the default one if possible). Values of other websites are
 * written where they differ, and removed for all products with `ids`. `call`: in the scope of the default website,
 * whose salability is already written. Returns the prices of the first websites. With a single website, it needs no
 * query besides those for prices.
 */
export async function chargeOnWebsites(
  call: Call,
  ids: readonly number[],
  products: readonly StoredProduct[],
): Promise<Charges> {
  const scopes = websiteScopes(call);
  const isFirst = ({ website_ids }: StoredProduct): Scope =>
    scopes.find(({ websiteId }) => website_ids.includes(websiteId)) ?? call.scope;
  const charges: Charges = [];
  for (const [scope, own] of Map.groupBy(products, isFirst)) {
    const there = call.with({ scope });
    charges.push(...(await derivedCharges(there, own)));
    if (scope.websiteId !== call.scope.websiteId) await writeSalableIn(there, idsOf(own));
  }
  const composite = compositeTypes(call);
  const differing = hasPriceRules(call) ? products : products.filter(({ type_id }) => composite.includes(type_id));
  const prices = new Map(charges.map(({ id, charged_price }) => [id, charged_price]));
  const rows = [];
  const others = scopes.length > 1 ? scopes : [];
  for (const scope of others) rows.push(...(await exceptionsOn(call.with({ scope }), differing, prices)));
  await writeWebsiteSales(call, ids, rows);
  return charges;
}

/**
 * Prices and salability on the call's website, for products where one differs from the values that lists use otherwise.
 */
async function exceptionsOn(call: Call, products: readonly StoredProduct[], prices: ReadonlyMap<number, number>) {
  const { websiteId } = call.scope;
  const assigned = products.filter(({ website_ids }) => website_ids.includes(websiteId));
  if (assigned.length === 0) return [];
  const charges = await derivedCharges(call, assigned);
  const sold = await soldHere(call, idsOf(assigned));
  return charges.flatMap(({ id, charged_price }) => {
    const one = sold.get(id);
    const isSame = prices.get(id) === charged_price && (!one || Number(one.listed) === Number(one.sold));
    return isSame
      ? []
      : [{ website_id: websiteId, product_id: id, charged_price, is_salable: one ? Number(one.sold) : 1 }];
  });
}

function idsOf(products: readonly StoredProduct[]): number[] {
  return products.map(({ id }) => id);
}
