// node import.ts [catalogue.json]: brings what a PIM knows into the shop. Run again, it changes what has changed and makes nothing twice.
import { shop } from '../connect.ts';
import { readCatalogue, readPicture, type PimProduct } from './catalogue.ts';
import { requireAttributes, requireAttributeSet, requireCategory } from './structure.ts';

const { attributeSet, attributes, products } = readCatalogue(
  process.argv[2] ?? new URL('catalogue.json', import.meta.url),
);
const setId = await requireAttributeSet(shop, attributeSet);
const optionIds = await requireAttributes(shop, setId, attributes);
for (const product of products) {
  const categoryId = await requireCategory(shop, product.category);
  await importProduct(product, categoryId);
  console.log(`${product.sku}: ${product.variants.length} variants in ${product.category}`);
}

async function importProduct(product: PimProduct, categoryId: number): Promise<void> {
  const ids = await importVariants(product);
  const chosenBy = await Promise.all(attributes.map(({ code }) => shop.productAttributes.get({ attributeCode: code })));
  const { sku, name, price, description, variants } = product;
  await shop.products.save({
    product: {
      sku,
      name,
      price,
      type_id: 'configurable',
      attribute_set_id: setId,
      status: 1,
      // Found in the catalogue and by search; its variants are not.
      visibility: 4,
      custom_attributes: [{ attribute_code: 'description', value: description }],
      media_gallery_entries: (await hasPictures(sku)) ? undefined : [readPicture(variants[0]!.picture, name)],
      extension_attributes: {
        stock_item: { is_in_stock: true },
        category_links: [{ category_id: String(categoryId), position: 0 }],
        configurable_product_links: ids,
        configurable_product_options: attributes.map(({ code, label, options }, position) => ({
          attribute_id: String(chosenBy[position]!.attribute_id),
          label,
          position,
          values: options.map((option) => ({ value_index: optionIds.get(code)!.get(option)! })),
        })),
      },
    },
  });
}

/** Saves the variants of a product by one bulk; gives their ids. */
async function importVariants({ name, price, variants }: PimProduct): Promise<number[]> {
  const elements = await Promise.all(
    variants.map(async ({ sku, values, qty, picture }) => {
      const title = [name, ...values].join(' ');
      return {
        product: {
          sku,
          name: title,
          price,
          type_id: 'simple',
          attribute_set_id: setId,
          status: 1,
          visibility: 1,
          weight: 1.2,
          custom_attributes: attributes.map(({ code }, at) => ({
            attribute_code: code,
            value: String(optionIds.get(code)!.get(values[at]!)),
          })),
          media_gallery_entries: (await hasPictures(sku)) ? undefined : [readPicture(picture, title)],
          extension_attributes: { stock_item: { qty, is_in_stock: qty > 0 } },
        },
      };
    }),
  );
  const bulk = await shop.bulk.products.save(elements);
  return (await bulk.wait()).map(({ status, message, answer }, at) => {
    if (status !== 'complete') throw new Error(`${variants[at]!.sku}: ${message}`);
    return answer!.id!;
  });
}

/** Whether a product has pictures already. */
async function hasPictures(sku: string): Promise<boolean> {
  const { items } = await shop.products.list({ where: { sku } }, { fields: 'items[media_gallery_entries[id]]' }).page();
  return (items[0]?.media_gallery_entries?.length ?? 0) > 0;
}
