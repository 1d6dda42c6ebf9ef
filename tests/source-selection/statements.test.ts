import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';
import { makeProduct, makeStock } from './stock.ts';

const destination_address = { country: 'US', postcode: '33101', street: 'x', region: 'Florida', city: 'Miami' };

describe.each(engines)('statements that choose sources on %s', (engine) => {
  let here: Here;
  let admin: Client;
  let counted: StatementCount;

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    ({ admin } = here);
    await here.configure({ 'cataloginventory/source_selection_distance_based/provider': 'offline' });
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  it.each(['priority', 'distance'])('by %s are as many for one source as for ten, with ten products each', async (algorithmCode) => {
    const skus = await Promise.all(Array.from({ length: 10 }, () => makeProduct(admin)));
    const has = Object.fromEntries(skus.map((sku) => [sku, 3]));
    const statements = async (sources: number, products: number): Promise<string[]> => {
      const { id } = await makeStock(admin, Array.from({ length: sources }, () => ({ has })));
      const items = skus.slice(0, products).map((sku) => ({ sku, qty: 5 }));
      const inventoryRequest = { stockId: id, items, extension_attributes: { destination_address } };
      const ask = (): Promise<Answer> => admin.post('/V1/inventory/source-selection-algorithm-result', { inventoryRequest, algorithmCode });
      return counted.settled(async () =>
        expect(ok(await ask()).source_selection_items).toHaveLength(sources * products));
    };
    const few = await statements(1, 1);
    const many = await statements(10, 10);
    expect(many.length, many.join('\n')).toBe(few.length);
    expect(many.length, many.join('\n')).toBeLessThanOrEqual(algorithmCode === 'priority' ? 2 : 4);
  }); // prettier-ignore
});
