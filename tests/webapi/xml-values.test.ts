import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startSouk, type Souk } from '../support/souk.ts';

/** Values of custom attributes in XML: lists come as `item` elements, also where there is one or none. */

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  ok(await souk.admin.post('/V1/products', { product: { sku: 'mug', name: 'Mug', price: 9, attribute_set_id: 4 } }));
});
afterAll(() => souk?.stop());

const xml = { 'content-type': 'application/xml', accept: 'application/json' };

async function put(attributes: string): Promise<{ status: number; categories: unknown }> {
  const body = `<request><product><custom_attributes>${attributes}</custom_attributes></product></request>`;
  const { status, text } = await souk.admin.raw('PUT', '/rest/V1/products/mug', body, xml);
  const { custom_attributes: values = [] } = JSON.parse(text) as { custom_attributes?: Attribute[] };
  return { status, categories: values.find(({ attribute_code: code }) => code === 'category_ids')?.value };
}

interface Attribute {
  attribute_code: string;
  value: unknown;
}

const root = `<item><attribute_code>category_ids</attribute_code><value><item>2</item></value></item>`;

test('a list of one is a list', async () => {
  expect(await put(root)).toEqual({ status: 200, categories: ['2'] });
});

test('several attributes, one of them with several values', async () => {
  const sent = { parent_id: 2, name: 'Cups', is_active: true };
  const { id } = ok(await souk.admin.post('/V1/categories', { category: sent })) as { id: number };
  const both = `<item><attribute_code>category_ids</attribute_code><value><item>2</item><item>${id}</item></value></item>`;
  const material = '<item><attribute_code>meta_title</attribute_code><value>A mug</value></item>';
  expect(await put(both + material)).toEqual({ status: 200, categories: ['2', String(id)] });
});

test('what was read can be written back', async () => {
  ok(await souk.admin.post('/V1/products', { product: { sku: 'jar', name: 'Jar', price: 9, attribute_set_id: 4 } }));
  const read = await souk.admin.raw('GET', '/rest/V1/products/jar', undefined, { accept: 'application/xml' });
  expect(read.text).toContain('<value/>');
  const body = read.text.replace('<response>', '<request><product>').replace('</response>', '</product></request>');
  const answer = await souk.admin.raw('PUT', '/rest/V1/products/jar', body, { ...xml, accept: 'application/xml' });
  expect(answer.status, answer.text).toBe(200);
  const plain = (text: string): string => text.replace(/<updated_at>.*<\/updated_at>/, '');
  expect(plain(answer.text)).toBe(plain(read.text));
});
