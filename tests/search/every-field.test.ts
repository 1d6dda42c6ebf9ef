import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { AnyRoute } from '../../src/kernel/route.ts';
import { bare, type Fields, type Type } from '../../src/kernel/types.ts';
import { listedFields } from '../../src/modules/negotiable-quote-template/types.ts';
import { modules } from '../../src/program/modules.ts';
import { criteria, startSouk, type Souk } from '../support/souk.ts';

/**
 * Every list is filtered and sorted by every plain field of what it lists, on whatever database. Lists, and what they list, are
 * those of the declarations.
 */

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const { routes } = buildRegistry(modules, 'commercial', '2.4.8');

/** Fields of items that are worked out for the answer or kept secret: lists are not searched by them (400, D2). */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Ids of the categories below, worked out of the tree.
  '/V1/categories/list': ['children'],
  // The published search has four fields: start_time, status, bulk_uuid, topic_name.
  '/V1/bulk': ['serialized_data', 'result_serialized_data', 'result_message', 'error_code'],
  // Pictures as they are sent, which no answer has; where they are served, and the currency of all.
  '/V1/gift-wrappings': ['image_base64_content', 'image_url', 'base_currency_code'],
};

/** Lists that are searched by other things than the fields of their items. */
const others: ReadonlySet<string> = new Set([
  // Searched by products, and shows how one is rendered.
  '/V1/products-render-info',
  // Searched by the words of a named request, and gives ids.
  '/V1/search',
  // Searched by products of a website, and tells how much of each can be sold.
  '/V1/inventory/export-stock-salable-qty/:salesChannelType/:salesChannelCode',
  // For integrations alone, which tests/customer-segment has.
  '/V1/customerSegments/search',
]);

/** Fields of the records of lists for which the interface has no type of its own. */
const recordFields: Readonly<Record<string, (name: string) => boolean>> = {
  '/V1/negotiableQuoteTemplate': (name) => name in listedFields && !isOfLink(name),
  '/V1/negotiableQuoteTemplate/referenceDocumentLink': (name) => name === 'template_id' || isOfLink(name),
};
const isOfLink = (name: string): boolean =>
  /^(link_id|document_name|document_identifier|reference_document_url)$/.test(name);

/** Fields that a list is sorted by and not filtered by. */
const sortOnly: ReadonlySet<string> = new Set(['/V1/bulk id']);

interface List {
  readonly path: string;
  /** Plain fields of the items, with the kind of their values. */
  readonly fields: readonly (readonly [name: string, kind: string])[];
}

const plain = new Set(['string', 'integer', 'number', 'boolean']);

/** What a list gives: the type of its items; undefined for what is no list. */
function itemOf(type: Type): Fields | undefined {
  const list = bare(type);
  const items = list.kind === 'object' ? list.fields.items : undefined;
  const rows = items && bare(items);
  const item = rows?.kind === 'array' ? bare(rows.items) : undefined;
  return item?.kind === 'object' ? item.fields : undefined;
}

function listOf({ method, path, input, output }: AnyRoute): List[] {
  const fields = method === 'GET' && Object.hasOwn(input, 'searchCriteria') ? itemOf(output) : undefined;
  if (!fields) return [];
  const kinds = Object.entries(fields).map(([name, type]) => [name, bare(type).kind] as const);
  const isShown = recordFields[path] ?? ((): boolean => true);
  return [{ path, fields: kinds.filter(([name, kind]) => plain.has(kind) && isShown(name)) }];
}

const lists = routes.flatMap(({ route }) => listOf(route)).filter(({ path }) => !others.has(path));

/** A value that a field could have. */
function valueOf(name: string, kind: string): string {
  if (/^date_|(_at|_from|_to|_date|_time|datetime|dob)$/.test(name)) return '2024-02-03';
  return kind === 'string' ? 'some' : '1';
}

describe('every list', () => {
  it.each(lists)('$path', async ({ path, fields }) => {
    const url = path.replace(/:\w+/, 'catalog_product');
    const expected = (name: string, isFilter: boolean): number =>
      exceptions[path]?.includes(name) || (isFilter && sortOnly.has(`${path} ${name}`)) ? 400 : 200;
    for (const [name, kind] of fields) {
      const filtered = criteria([[{ field: name, value: valueOf(name, kind) }]], { pageSize: 2 });
      const sorted = criteria([], { sort: [{ field: name, direction: 'DESC' }], pageSize: 2 });
      for (const query of [filtered, sorted]) {
        const { request, status, text } = await souk.admin.get(`${url}?${query}`);
        expect(status, `${name}: ${request} -> ${text}`).toBe(expected(name, query === filtered));
      }
    }
  });
});

describe('the list of orders', () => {
  it.each(['shipping_method', 'gift_message_id'])('has the column %s of the interface too', async (field) => {
    const filtered = criteria([[{ field, value: '1' }]], { sort: [{ field }] });
    const { status, text } = await souk.admin.get(`/V1/orders?${filtered}`);
    expect(status, text).toBe(200);
  });
});
