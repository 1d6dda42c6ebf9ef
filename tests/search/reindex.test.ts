import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReindexing } from '../../src/modules/search/reindex.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { addToSet, newProduct } from '../support/products.ts';

describe.each(engines)('a save, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  it('makes the words of a product anew only where a text has changed', async () => {
    const all = here.admin.store('all');
    const { id, sku } = await newProduct({ admin: all }, { name: 'Quillonvelvet' });
    const words = async (): Promise<unknown> => {
      const rows = here.souk.systemCall().db.selectFrom('catalog_search').select('name').where('product_id', '=', id);
      return (await rows.execute()).map(({ name }) => name);
    };
    expect(await words()).toEqual(['quillonvelvet']);
    // Words that differ from the texts show whether a save has written them.
    await here.souk.systemCall().transaction(async ({ db }) => {
      await db.updateTable('catalog_search').set({ name: 'marked' }).where('product_id', '=', id).execute();
    });
    const save = async (fields: Record<string, unknown>): Promise<void> => {
      ok(await all.put(`/V1/products/${sku}`, { product: fields }));
    };
    await save({ price: 12.5, weight: 3, name: 'Quillonvelvet' });
    expect(await words()).toEqual(['marked']);
    await save({ name: 'Brindlevelvet' });
    expect(await words()).toEqual(['brindlevelvet']);
  });
});

describe.each(engines)('an attribute that becomes searchable, on %s', (engine) => {
  let here: Here;
  const code = 'lining';
  beforeAll(async () => {
    here = await startHere(engine);
    await attribute({ is_searchable: '0' });
    await addToSet(here, code);
  });
  afterAll(() => here.stop());

  const attribute = async (fields: Record<string, unknown>): Promise<void> => {
    const known = await here.admin.get(`/V1/products/attributes/${code}`);
    const sent = { attribute_code: code, frontend_input: 'text', default_frontend_label: 'Lining', scope: 'store' };
    const id = known.status === 200 ? { attribute_id: known.body.attribute_id } : {};
    const path = known.status === 200 ? `/V1/products/attributes/${code}` : '/V1/products/attributes';
    ok(
      await here.admin.send(known.status === 200 ? 'PUT' : 'POST', path, { attribute: { ...sent, ...id, ...fields } }),
    );
  };
  const product = (value: string): Promise<{ id: number; sku: string }> =>
    newProduct({ admin: here.admin.store('all') }, { custom_attributes: [{ attribute_code: code, value }] });
  const found = async (text: string, store = 'default'): Promise<number[]> => {
    const asked = criteria([[{ field: 'search_term', value: text }]]);
    const path = `/V1/search?searchCriteria[requestName]=quick_search_container&${asked}`;
    return ok(await here.guest.store(store).get(path)).items.map(({ id }: { id: number }) => id);
  };
  /** Runs two workers, as two processes do, until all products have been looked at. */
  const settle = async (): Promise<void> => {
    const workers = [1, 2].map(() => startReindexing(here.souk.platform));
    const isDone = async (): Promise<boolean> => {
      const { db } = here.souk.systemCall();
      const row = await db.selectFrom('catalog_search_state').selectAll().executeTakeFirst();
      const { byCode } = await here.souk.systemCall().services.eav.entity(here.souk.systemCall(), 'catalog_product');
      const isOne = row?.attributes
        .split(';')[1]!
        .split(',')
        .some((one) => one.split('@')[0] === String(byCode.get(code)!.id));
      return row?.position === null && isOne === byCode.get(code)!.isSearchable;
    };
    await expect.poll(isDone).toBe(true);
    await Promise.all(workers.map((worker) => worker.stop()));
  };

  it('counts for products that were saved before, in each store view, until it ceases to be', async () => {
    const silk = await product('Quillonsilk');
    const many = [];
    for (let i = 0; i < 60; i++) many.push(await product('Brindlefelt'));
    const custom_attributes = [{ attribute_code: code, value: 'Doppelfilz' }];
    ok(await here.admin.store('default').put(`/V1/products/${many[0]!.sku}`, { product: { custom_attributes } }));
    await settle();
    expect(await found('quillonsilk')).toEqual([]);

    await attribute({ is_searchable: '1' });
    await settle();
    expect(await found('quillonsilk')).toEqual([silk.id]);
    expect(await found('doppelfilz')).toEqual([many[0]!.id]);
    expect((await found('brindlefelt')).length).toBeGreaterThan(10);
    expect(await found('brindlefelt')).not.toContain(many[0]!.id);

    // In an attribute that all store views share, the value of one of them counts no more.
    await attribute({ is_searchable: '1', scope: 'global' });
    const worker = startReindexing(here.souk.platform);
    await expect.poll(() => found('doppelfilz')).toEqual([]);
    await worker.stop();

    await attribute({ is_searchable: '0' });
    await settle();
    for (const text of ['quillonsilk', 'doppelfilz', 'brindlefelt']) expect(await found(text), text).toEqual([]);
  });
});
