import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import type { Json } from './shop.ts';

describe.each(engines)('rows with fields that a request emptied in an earlier version, on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind);
  });
  afterAll(() => here?.stop());

  /** Changes the document of a stored row. */
  const rewrite = (table: 'sales_order' | 'sales_invoice', id: number, change: (document: Json) => void) =>
    here.souk.systemCall().transaction(async ({ db }) => {
      const row = await db.selectFrom(table).select('document').where('id', '=', id).executeTakeFirstOrThrow();
      const document = JSON.parse(row.document) as Json;
      change(document);
      await db
        .updateTable(table)
        .set({ document: JSON.stringify(document) })
        .where('id', '=', id)
        .execute();
    });

  it('are read with empty texts, and written again', async () => {
    const entity = { customer_email: 'a@example.com', payment: { method: 'checkmo' }, items: [{ sku: 'a' }] };
    const { entity_id: id } = ok(await here.admin.post('/V1/orders', { entity }));
    const invoice = ok(await here.admin.post('/V1/invoices/', { entity: { order_id: id, items: [] } }));
    await rewrite('sales_order', id, ({ fields }) =>
      Object.assign(fields, { state: null, status: null, customer_email: null }),
    );
    await rewrite('sales_invoice', invoice.entity_id, (document) => (document.increment_id = null));

    const emptied = { state: '', status: '', customer_email: '' };
    expect(ok(await here.admin.get(`/V1/orders/${id}`))).toMatchObject(emptied);
    expect(ok(await here.admin.get(`/V1/orders/${id}/statuses`))).toBe('');
    expect(ok(await here.admin.get(`/V1/invoices/${invoice.entity_id}`))).toMatchObject({ increment_id: '' });
    const change = { entity_id: id, state: 'processing', customer_email: 'b@example.com' };
    expect(ok(await here.admin.post('/V1/orders', { entity: change }))).toMatchObject({
      state: 'processing',
      status: 'processing',
      customer_email: 'b@example.com',
    });
  });
});
