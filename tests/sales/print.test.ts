import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newProduct } from '../support/products.ts';
import { array, assert, integer, property, string } from '../support/properties.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakLines, visualOrder } from '../../src/modules/sales/print/lines.ts';
import { mails, mailTo } from '../support/mails.ts';
import { readPdf, type Pdf } from '../support/pdf.ts';
import { ok, startSouk, unique, until, type Souk } from '../support/souk.ts';
import { guestOrder, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const post = async (path: string, body: object = {}): Promise<string> => ok(await souk.admin.post(path, body));

/** Asks for a document in print. */
async function printOf(path: string, token = souk.admin.token): Promise<{ status: number; type: string; pdf?: Pdf }> {
  const answer = await fetch(`${souk.base}/rest${path}`, {
    headers: { accept: 'application/pdf', authorization: `Bearer ${token}` },
  });
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type, ...(type === 'application/pdf' ? { pdf: readPdf(bytes) } : {}) };
}

async function read(path: string): Promise<Pdf> {
  const { status, type, pdf } = await printOf(path);
  expect({ status, type }).toEqual({ status: 200, type: 'application/pdf' });
  return pdf!;
}

async function set(path: string, value: string): Promise<void> {
  await souk.configure({ [path]: value });
}

/** An order that is written as it is, for a customer whose name and address are not Latin. */
async function foreignOrder(items: number, over: Json = {}): Promise<Json> {
  const address = {
    firstname: 'Żaneta',
    lastname: 'Ğüneş',
    company: 'Ελληνικά ΑΕ',
    street: ['ул. Пушкина, 5', '東京都千代田区'],
    city: 'Łódź',
    postcode: '90-001',
    country_id: 'PL',
    telephone: '+48 42 000',
  };
  const entity = {
    customer_email: 'zaneta@example.com',
    base_currency_code: 'USD',
    order_currency_code: 'EUR',
    base_to_order_rate: 1,
    grand_total: 10 * items + 5,
    subtotal: 10 * items,
    shipping_amount: 5,
    payment: { method: 'checkmo' },
    billing_address: address,
    items: Array.from({ length: items }, (_, i) => ({
      sku: `item-${i}`,
      name: `Żółw number ${i} with a name so long that it takes more than one line of its column`,
      qty_ordered: 1,
      price: 10,
      row_total: 10,
    })),
    extension_attributes: { shipping_assignments: [{ shipping: { address, method: 'flatrate_flatrate' } }] },
    ...over,
  };
  return ok(await souk.admin.post('/V1/orders', { entity }));
}

describe('a printed document', () => {
  it('is an invoice with who, what and how much', async () => {
    const bought = await newProduct(souk, { name: 'Café „Ωmega“' });
    const { id, order } = await guestOrder(souk, 2, bought);
    const invoice = await post(`/V1/order/${id}/invoice`);
    const { increment_id } = ok(await souk.admin.get(`/V1/invoices/${invoice}`));
    const pdf = await read(`/V1/invoices/${invoice}`);
    expect(pdf.title).toBe(`Invoice ${increment_id}`);
    expect(pdf.size).toEqual([612, 792]);
    const lines = pdf.text.split('\n');
    const about = [`Invoice ${increment_id}`, `Order: ${order.increment_id}`, 'Ada Buyer', '1 Main St', 'Page 1 of 1'];
    const where = ['Los Angeles, California 90001', 'United States', 'Flat Rate - Fixed'];
    const what = ['Café „Ωmega“', bought.sku, '$10.00', '2', '$20.00', 'Subtotal', 'Shipping', 'Total', '$30.00'];
    for (const text of [...about, ...where, ...what]) expect(lines).toContain(text);
  });

  it('is a packing slip without amounts, with the numbers of carriers', async () => {
    const { id, order } = await guestOrder(souk, 3);
    const items = [{ order_item_id: order.items[0].item_id, qty: 2 }];
    const tracks = [{ track_number: 'TRACK-9', title: 'Carrier', carrier_code: 'ups' }];
    const { text } = await read(`/V1/shipment/${await post(`/V1/order/${id}/ship`, { items, tracks })}`);
    expect(text).toContain('Packing slip');
    expect(text).toContain('Carrier: TRACK-9');
    expect(text.split('\n')).toContain('2');
    expect(text).not.toContain('$');
  });

  it('is a credit memo with what was adjusted', async () => {
    const { id, order } = await guestOrder(souk, 3);
    await post(`/V1/order/${id}/invoice`);
    const memo = await post(`/V1/order/${id}/refund`, {
      items: [{ order_item_id: order.items[0].item_id, qty: 1 }],
      arguments: { shipping_amount: 0, adjustment_positive: 3, adjustment_negative: 1 },
    });
    const { text } = await read(`/V1/creditmemo/${memo}`);
    expect(text).toMatch(/Credit memo \d{9}/);
    expect(text).toMatch(/Adjustment refund\n\$3\.00\nAdjustment fee\n-\$1\.00\nTotal\n\$12\.00/);
  });

  it('breaks over pages that each name their columns, and loses no line and no letter', async () => {
    const order = await foreignOrder(90);
    const pdf = await read(`/V1/invoices/${await post(`/V1/order/${order.entity_id}/invoice`)}`);
    expect(pdf.pages.length).toBeGreaterThan(3);
    for (const [i, page] of pdf.pages.entries()) {
      expect(page).toContain('SKU');
      expect(page).toContain(`Page ${i + 1} of ${pdf.pages.length}`);
    }
    const lines = pdf.text.split('\n');
    for (let i = 0; i < 90; i++) expect(lines.filter((line) => line === `item-${i}`)).toHaveLength(1);
    for (const text of ['Żaneta Ğüneş', 'Ελληνικά ΑΕ', 'ул. Пушкина, 5', 'Łódź 90-001']) expect(lines).toContain(text);
    expect(lines.at(-3)).toBe('€905.00');
  });

  it('sets words that run from right to left in their order', async () => {
    const name = { firstname: 'דוד', lastname: 'כהן' };
    const order = await foreignOrder(1, {
      billing_address: { ...name, street: ['رقم 12'], city: 'חיפה', country_id: 'IL', telephone: '1', postcode: '7' },
      extension_attributes: {},
    });
    const { text } = await read(`/V1/invoices/${await post(`/V1/order/${order.entity_id}/invoice`)}`);
    // On paper the first word stands rightmost, its letters turned round.
    expect(text).toMatch(/ןהכ\nדוד/);
  });

  it('is asked for by Accept, of those who may read the document, where there is one', async () => {
    const { id } = await guestOrder(souk, 1);
    const invoice = await post(`/V1/order/${id}/invoice`);
    expect((await printOf(`/V1/orders/${id}`)).status).toBe(406);
    expect((await printOf('/V1/invoices/99999')).status).toBe(404);
    expect((await printOf(`/V1/invoices/${invoice}`, 'nobody')).status).toBe(401);
    const both = await souk.admin.get(`/V1/invoices/${invoice}`, { accept: 'application/pdf, application/json;q=0.5' });
    expect(both.body).toMatchObject({ grand_total: 15 });
  });

  it('is written by a command', async () => {
    const { id } = await guestOrder(souk, 1);
    const invoice = await post(`/V1/order/${id}/invoice`);
    const folder = mkdtempSync(join(tmpdir(), 'souk-print-'));
    const file = join(folder, 'invoice.pdf');
    expect(await souk.cli('sales:pdf', 'invoice', invoice, '-o', file)).toMatchObject({ code: 0, stdout: `${file}\n` });
    expect(readPdf(readFileSync(file)).text).toContain('$15.00');
    rmSync(folder, { recursive: true });
    expect((await souk.cli('sales:pdf', 'invoice', '99999', '-o', file)).stderr).toMatch(/doesn't exist/);
    expect((await souk.cli('sales:pdf', 'poster', '1')).code).toBe(1);
  });
});

describe('the label of a shipment', () => {
  const label = async (id: string): Promise<string> => ok(await souk.admin.get(`/V1/shipment/${id}/label`));

  it('is empty, what a carrier gave, or, where there are packages, a page for each', async () => {
    const [plain, packed] = [await guestOrder(souk, 1), await guestOrder(souk, 1)];
    const without = await post(`/V1/order/${plain.id}/ship`);
    expect(await label(without)).toBe('');
    const shipment = await post(`/V1/order/${packed.id}/ship`, { packages: [{}, {}] });
    const pdf = readPdf(Buffer.from(await label(shipment), 'base64'));
    expect(pdf.size).toEqual([288, 432]);
    expect(pdf.pages).toHaveLength(2);
    expect(pdf.pages[1]).toEqual(expect.arrayContaining(['Ada Buyer', '1 Main St', 'United States', 'Package 2 of 2']));
    expect((await read(`/V1/shipment/${without}/label`)).pages).toHaveLength(1);
    const entity = { entity_id: Number(shipment), order_id: packed.id, shipping_label: 'label' };
    ok(await souk.admin.post('/V1/shipment/', { entity: { ...entity, items: [], tracks: [], comments: [] } }));
    expect(await label(shipment)).toBe(Buffer.from('label').toString('base64'));
  });

  it('is printed for every shipment where the configuration wants labels', async () => {
    const shipment = await post(`/V1/order/${(await guestOrder(souk, 1)).id}/ship`);
    await set('souk/sales_pdf/labels', '1');
    const text = await until(async () => (await label(shipment)) || undefined);
    expect(readPdf(Buffer.from(text, 'base64')).text).toContain('Package 1 of 1');
    await set('souk/sales_pdf/labels', '0');
  });
});

describe('mails about documents', () => {
  it('bring them along in print where the configuration says so', async () => {
    await set('souk/sales_pdf/attach_invoice', '1');
    const email = `${unique('print')}@example.com`;
    const { id } = await guestOrder(souk, 1, undefined, { email });
    const invoice = await post(`/V1/order/${id}/invoice`);
    const attached = async (): Promise<string | undefined> => {
      ok(await souk.admin.post(`/V1/invoices/${invoice}/emails`));
      await mailTo(souk, email, (mail) => mail.subject.startsWith('Invoice'));
      return mails(souk).find((mail) => mail.to.includes(email) && mail.source.includes('application/pdf'))?.source;
    };
    const source = await until(attached);
    const [, encoded] = /filename="?invoice-\d+\.pdf[^]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(source)!;
    expect(readPdf(Buffer.from(encoded!, 'base64')).text).toContain('$15.00');
    ok(await souk.admin.post(`/V1/order/${id}/ship`, { notify: true }));
    const shipped = await mailTo(souk, email, (mail) => mail.subject.includes('on its way'));
    expect(shipped.source).not.toContain('application/pdf');
  });
});

describe('print of another country', () => {
  it('speaks the language of the store, on its paper', async () => {
    await set('general/locale/code', 'de_DE');
    await set('general/country/default', 'DE');
    await set('sales/identity/address', 'Musterladen GmbH\nHauptstraße 1');
    await set('sales_pdf/invoice/put_order_id', '0');
    const order = await foreignOrder(1);
    const invoice = await post(`/V1/order/${order.entity_id}/invoice`);
    const pdf = await until(async () => {
      const found = await read(`/V1/invoices/${invoice}`);
      return found.text.includes('Rechnung') && !found.text.includes('Bestellung') ? found : undefined;
    });
    expect(pdf.size).toEqual([595.28, 841.89]);
    for (const text of ['Musterladen GmbH', 'Hauptstraße 1', 'Polen', 'Zwischensumme']) {
      expect(pdf.text).toContain(text);
    }
    expect(pdf.text).toMatch(/^15,00\s€$/m);
  });
});

describe('lines', () => {
  const widthOf = (text: string): number => text.length;

  it('keep every word and are never wider than they may be', () => {
    const words = array(string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((word) => !/\s/.test(word)));
    assert(
      property(words, integer({ min: 3, max: 40 }), (texts, width) => {
        const lines = breakLines(texts.join(' '), width, widthOf);
        expect(lines.join('').replaceAll(' ', '')).toBe(texts.join(''));
        // A sign of several code units is never torn apart.
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(width, [...line][0]?.length ?? 0));
      }),
    );
  });

  it.each([
    ['plain words stay', 'plain words stay'],
    ['שלום עולם', 'עולם שלום'],
    ['רחוב 12 תל', 'תל 12 רחוב'],
    ['to שלום עולם now', 'to עולם שלום now'],
    ['אל Main Street פה', 'פה Main Street אל'],
    ['', ''],
  ])('put the words of %j in the order %j', (text, visual) => {
    expect(visualOrder(text)).toBe(visual);
  });
});
