import { objectsOf } from '../../../kernel/plain-objects.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { readAll } from '../source/lists.ts';
import { extensionsOf, fieldsOf, textIn } from '../wire.ts';
import { storeIdOf, websiteIdsOf } from './stores.ts';

interface FoundRecords<T> {
  readonly items: readonly T[];
}

/** Criteria of all records. */
const everything = { searchCriteria: {} };

const taxClasses: MigrationKind = {
  name: 'tax classes',
  part: 'tax',
  listing: { all: ({ client }) => readAll(client, '/V1/taxClasses/search') },
  keyOf: (record) => textIn(record, 'class_id'),
  nameOf: (record) => textIn(record, 'class_name'),
  async save({ route }, record, known) {
    const { class_name, class_type } = record;
    const { items } = await route<FoundRecords<{ class_id: number; class_name: string; class_type: string }>>(
      'taxTaxClassRepositoryV1',
      'getList',
      everything,
    );
    const found = items.find((one) => one.class_name === class_name && one.class_type === class_type);
    if (found) return found.class_id;
    const taxClass = { class_name, class_type, ...(known ? { class_id: Number(known) } : {}) };
    return await route<number>('taxTaxClassRepositoryV1', 'save', { taxClass });
  },
};

const customerGroups: MigrationKind = {
  name: 'customer groups',
  part: 'tax',
  listing: { all: ({ client }) => readAll(client, '/V1/customerGroups/search') },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'code'),
  async save(saving, record, known) {
    const { call, route, idOf } = saving;
    const code = textIn(record, 'code');
    const sameCode = call.services.customer.allGroups().find((one) => one.code.toLowerCase() === code.toLowerCase());
    const id = known === undefined ? sameCode?.id : Number(known);
    const excluded = extensionsOf(record)['exclude_website_ids'];
    const group = {
      ...(id === undefined ? {} : { id }),
      code,
      tax_class_id: await idOf('tax classes', record['tax_class_id']),
      ...(Array.isArray(excluded)
        ? { extension_attributes: { exclude_website_ids: await websiteIdsOf(saving, excluded) } }
        : {}),
    };
    return (await route<{ id: number }>('customerGroupRepositoryV1', 'save', { group })).id;
  },
};

const taxRates: MigrationKind = {
  name: 'tax rates',
  part: 'tax',
  listing: { all: ({ client }) => readAll(client, '/V1/taxRates/search') },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'code'),
  async save(saving, record, known) {
    const { route } = saving;
    const code = textIn(record, 'code');
    const { items } = await route<FoundRecords<{ id: number; code: string }>>('taxTaxRateRepositoryV1', 'getList', {
      searchCriteria: { filter_groups: [{ filters: [{ field: 'code', value: code }] }] },
    });
    const id = known ?? items.find((one) => one.code === code)?.id;
    const country = textIn(record, 'tax_country_id');
    const region = regionIdOf(saving, country, record);
    const taxRate = {
      ...fieldsOf(record, ['id', 'tax_region_id', 'region_name', 'titles', 'extension_attributes']),
      tax_region_id: region,
      ...(id === undefined ? {} : { id: Number(id) }),
      titles: await titlesOf(saving, record),
    };
    return (await route<{ id: number }>('taxTaxRateRepositoryV1', 'save', { taxRate })).id;
  },
};

/** Region ids may differ between shops; codes do not. */
function regionIdOf({ call }: Saving, country: string, { tax_region_id, region_name }: SourceRecord): number {
  if (!tax_region_id) return 0;
  const { directory } = call.services;
  return directory.regionByCode(country, String(region_name))?.id ?? Number(tax_region_id);
}

async function titlesOf(saving: Saving, { titles }: SourceRecord): Promise<object[]> {
  const moved = [];
  for (const { store_id, value } of objectsOf(titles)) {
    const id = await storeIdOf(saving, store_id);
    if (id !== undefined) moved.push({ store_id: String(id), value });
  }
  return moved;
}

const taxRules: MigrationKind = {
  name: 'tax rules',
  part: 'tax',
  listing: { all: ({ client }) => readAll(client, '/V1/taxRules/search') },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'code'),
  async save({ route, idOf }, record, known) {
    const code = textIn(record, 'code');
    const { items } = await route<FoundRecords<{ id: number; code: string }>>(
      'taxTaxRuleRepositoryV1',
      'getList',
      everything,
    );
    const id = known ?? items.find((one) => one.code === code)?.id;
    const mapped = async (kind: string, ids: unknown): Promise<number[]> => {
      const found = [];
      for (const one of Array.isArray(ids) ? ids : []) found.push(await idOf(kind, one));
      return found;
    };
    const rule = {
      ...fieldsOf(record, ['id', 'extension_attributes']),
      ...(id === undefined ? {} : { id: Number(id) }),
      customer_tax_class_ids: await mapped('tax classes', record['customer_tax_class_ids']),
      product_tax_class_ids: await mapped('tax classes', record['product_tax_class_ids']),
      tax_rate_ids: await mapped('tax rates', record['tax_rate_ids']),
    };
    return (await route<{ id: number }>('taxTaxRuleRepositoryV1', 'save', { rule })).id;
  },
};

/** Tax classes, rates and rules, and the groups of customers, which have a tax class. */
export const taxKinds: readonly MigrationKind[] = [taxClasses, customerGroups, taxRates, taxRules];
