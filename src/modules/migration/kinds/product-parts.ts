import { anyText } from '../../../kernel/any-text.ts';
import { isAnyList, objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { NotMoved, type Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import { extensionsOf, fieldsOf, integerIn } from '../wire.ts';
import type { AttributeFacts } from './attributes.ts';
import { stockItemOf } from './stock.ts';
import { groupIdOf, websiteIdsOf } from './stores.ts';

/** The extension attributes of a product, by the names of this program, with references of this shop. */
export async function extensionsHere(
  saving: Saving,
  facts: AttributeFacts,
  record: SourceRecord,
): Promise<Record<string, unknown>> {
  const extensions = extensionsOf(record);
  const parts: Record<string, unknown> = {
    website_ids: await websiteIdsOf(saving, listIn(extensions, 'website_ids')),
    category_links: await categoryLinks(saving, extensions),
  };
  const item = stockItemOf(extensions);
  if (item) parts['stock_item'] = item;
  if (record['type_id'] === 'configurable') {
    parts['configurable_product_options'] = await configurableOptions(saving, facts, extensions);
    parts['configurable_product_links'] = await componentIds(saving, extensions);
  }
  if (extensions['bundle_product_options']) parts['bundle_product_options'] = bundleOptions(extensions);
  if (extensions['downloadable_product_links']) Object.assign(parts, downloads(saving, extensions));
  if (extensions['giftcard_amounts']) parts['giftcard_amounts'] = await giftCardAmounts(saving, extensions);
  return parts;
}

function listIn(record: SourceRecord, name: string): unknown[] {
  const value = record[name];
  return isAnyList(value) ? value : [];
}

async function categoryLinks({ findId, lose }: Saving, extensions: SourceRecord): Promise<object[]> {
  const links = [];
  for (const { position, category_id } of objectsOf(extensions['category_links'])) {
    const id = await findId('categories', category_id);
    if (id === undefined) lose(`its category ${anyText(category_id)} was not moved`);
    else links.push({ position: Number(position ?? 0), category_id: String(id) });
  }
  return links;
}

async function configurableOptions(saving: Saving, facts: AttributeFacts, extensions: SourceRecord): Promise<object[]> {
  const options = [];
  for (const option of objectsOf(extensions['configurable_product_options'])) {
    const code = facts.codes.get(anyText(option['attribute_id']));
    if (code === undefined) throw new NotMoved(`its attribute ${anyText(option['attribute_id'])} is unknown`);
    const values = [];
    for (const { value_index } of objectsOf(option['values'])) {
      values.push({ value_index: await saving.idOf('options', `${code}:${anyText(value_index)}`) });
    }
    const { label, position } = option;
    options.push({
      attribute_id: String(await saving.idOf('attributes', option['attribute_id'])),
      label,
      position,
      values,
    });
  }
  return options;
}

async function componentIds({ findId, lose }: Saving, extensions: SourceRecord): Promise<number[]> {
  const ids = [];
  for (const one of listIn(extensions, 'configurable_product_links')) {
    const id = await findId('products', one);
    if (id === undefined) lose(`its variant with id ${anyText(one)} was not moved`);
    else ids.push(id);
  }
  return ids;
}

function bundleOptions(extensions: SourceRecord): object[] {
  return objectsOf(extensions['bundle_product_options']).map((option) =>
    Object.assign(fieldsOf(option, ['option_id', 'product_links', 'sku']), {
      product_links: objectsOf(option['product_links']).map((link) => fieldsOf(link, ['id', 'option_id'])),
    }),
  );
}

/** Links and samples by URL; the interface does not give the files of the others. */
function downloads({ lose }: Saving, extensions: SourceRecord): Record<string, object[]> {
  const links = objectsOf(extensions['downloadable_product_links']).flatMap((link) => {
    if (link['link_type'] !== 'url') {
      lose(`the file of its download "${anyText(link['title'])}" is not part of the interface`);
      return [];
    }
    const fields = fieldsOf(link, ['id', 'link_file', 'sample_file', 'extension_attributes']);
    if (link['sample_type'] !== 'file') return [fields];
    lose(`the sample of its download "${anyText(link['title'])}" is not part of the interface`);
    return [fieldsOf(fields, ['sample_type'])];
  });
  const samples = objectsOf(extensions['downloadable_product_samples']).flatMap((sample) => {
    if (sample['sample_type'] === 'url') return [fieldsOf(sample, ['id', 'sample_file'])];
    lose(`the file of its sample "${anyText(sample['title'])}" is not part of the interface`);
    return [];
  });
  return { downloadable_product_links: links, downloadable_product_samples: samples };
}

async function giftCardAmounts(saving: Saving, extensions: SourceRecord): Promise<object[]> {
  const attribute = await saving.route<{ attribute_id: number }>('catalogProductAttributeRepositoryV1', 'get', {
    attributeCode: 'giftcard_amounts',
  });
  const amounts = [];
  for (const { website_id, value, website_value } of objectsOf(extensions['giftcard_amounts'])) {
    const [website] = await websiteIdsOf(saving, [website_id]);
    if (website !== undefined) {
      amounts.push({ attribute_id: attribute.attribute_id, website_id: website, value, website_value });
    }
  }
  return amounts;
}

/** The tier prices of a product with groups and websites of this shop. */
export async function tierPricesHere(saving: Saving, record: SourceRecord): Promise<object[]> {
  const prices = [];
  for (const price of objectsOf(record['tier_prices'])) {
    const extensions = extensionsOf(price);
    const [website] = await websiteIdsOf(saving, [extensions['website_id'] ?? 0]);
    if (website === undefined) continue;
    prices.push({
      ...fieldsOf(price, ['extension_attributes']),
      customer_group_id: await groupIdOf(saving, integerIn(price, 'customer_group_id')),
      extension_attributes: { ...extensions, website_id: website },
    });
  }
  return prices;
}

/** The custom options of a product without their ids. */
export function customOptionsHere(record: SourceRecord): object[] {
  return objectsOf(record['options']).map((option) =>
    Object.assign(
      fieldsOf(option, ['option_id']),
      option['values']
        ? { values: objectsOf(option['values']).map((value) => fieldsOf(value, ['option_type_id'])) }
        : {},
    ),
  );
}

/** The links of a product, by SKU. `types`: kinds of links. */
export function linksOf(record: SourceRecord, types: ReadonlySet<string>): SourceRecord[] {
  return objectsOf(record['product_links'])
    .filter(({ link_type }) => types.has(anyText(link_type)))
    .map((link) => Object.assign({}, link, { extension_attributes: objectOf(link['extension_attributes']) }));
}
