import { loader } from '../../../kernel/loader.ts';
import type { Call } from '../../../kernel/call.ts';
import { offeredComponents, type OfferedComponent } from '../availability/components.ts';
import type { StoredProduct } from '../products/product.ts';
import { hidesUnsold } from '../availability/salable.ts';
import type { ProductSource } from './types.ts';

const offered = loader<StoredProduct, readonly OfferedComponent[]>(async (products, call) => {
  const found = new Map<number, readonly OfferedComponent[]>();
  for (const [type, ofType] of Map.groupBy(products, ({ type_id }) => type_id)) {
    const ids = ofType.map(({ id }) => id);
    for (const [id, own] of await offeredComponents(call, type, ids)) found.set(id, own);
  }
  return products.map(({ id }) => found.get(id) ?? []);
});

/** Whether buyers see a component of a composite product, and can buy it. */
interface ShownComponent {
  readonly isSold: boolean;
}

/**
 * The components that a store view shows of a composite product, by the id of their row. Components out of stock are
 * omitted if the store view hides them. Requests of the same tick are read together.
 */
export async function storefrontComponents(
  call: Call,
  { product }: ProductSource,
): Promise<{
  readonly byRow: ReadonlyMap<number, ShownComponent>;
  readonly byId: ReadonlyMap<number, ShownComponent>;
}> {
  const all = await offered(call, product);
  const visible = hidesUnsold(call) ? all.filter(({ isSold }) => isSold) : all;
  return {
    byRow: new Map(visible.map((one) => [one.row, one])),
    byId: new Map(visible.map((one) => [one.component, one])),
  };
}
