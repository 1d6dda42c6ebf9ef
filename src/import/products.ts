import { setImmediate as nextTurn } from 'node:timers/promises';
import { trust } from '../execution/admit.ts';
import { decode } from '../execution/decode.ts';
import { performWithin } from '../execution/life.ts';
import { planOf } from '../execution/plan.ts';
import type { Call } from '../kernel/call.ts';
import { PlatformError } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RawProduct } from './product-file.ts';

/** A product that was not imported, and why. */
export interface Refusal {
  readonly sku: string;
  readonly reason: string;
}

/** Products in one transaction: a commit costs more than a product. */
const BATCH = 100;

/**
 * Creates or updates products with global values, as `POST /V1/products` would; `onDone` is told how many were looked at since the last time.
 * A product that is refused changes nothing and does not stop the others.
 */
export async function importProducts(
  platform: Platform,
  products: readonly RawProduct[],
  onDone: (count: number) => void = () => {},
): Promise<Refusal[]> {
  const { registry } = platform;
  const save = registry.routes.find(
    (r) => r.route.service === 'catalogProductRepositoryV1' && r.route.method === 'POST',
  )!;
  const admitted = trust(platform, planOf(registry, save));
  const refused: Refusal[] = [];
  const saveOne = async (inside: Call, product: RawProduct): Promise<void> => {
    const input = await decode(admitted, { path: {}, rest: { product } }, 'trusted');
    await inside.savepoint((call) => performWithin({ ...admitted, call }, input, () => undefined));
  };
  for (let start = 0; start < products.length; start += BATCH) {
    const batch = products.slice(start, start + BATCH);
    const before = refused.length;
    await admitted.call.transaction(async (inside) => {
      // A transaction that is tried again starts over.
      refused.length = before;
      for (const product of batch) {
        try {
          await saveOne(inside, product);
        } catch (error) {
          if (!(error instanceof PlatformError) || error.kind === 'retriable') throw error;
          refused.push({ sku: String(product.sku ?? '(no sku)'), reason: error.text });
        }
      }
    });
    onDone(batch.length);
    // SQLite answers at once: without a pause nothing else would get its turn, such as the drawing of a progress bar.
    await nextTurn();
  }
  return refused;
}
