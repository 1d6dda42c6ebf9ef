import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { csvLine } from '../src/kernel/csv-text.ts';
import { productColumns } from '../src/modules/import-export/product-export/columns.ts';

const sizes = ['XS', 'S', 'M', 'L', 'XL'];
const colours = ['Black', 'Blue', 'Red'];
/** Rows of a configurable product: its variants, and itself. */
const FAMILY = sizes.length * colours.length + 1;

type Cells = Readonly<Record<string, string>>;

/** Writes a file of products in the layout of the sample data: configurable products behind their variants, without images. */
export async function writeProductFile(file: string, rows: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(csvLine(productColumns));
  for (let i = 0; i < rows; i++) {
    if (!stream.write(lineOf(cellsOf(i)))) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

function lineOf(cells: Cells): string {
  return csvLine(productColumns.map((column) => cells[column] ?? ''));
}

function cellsOf(i: number): Cells {
  const family = Math.floor(i / FAMILY);
  const place = i % FAMILY;
  return place === FAMILY - 1 ? configurable(family) : variant(family, place);
}

const skuOf = (family: number, place: number): string =>
  `WH${family}-${sizes[place % sizes.length]}-${colours[Math.floor(place / sizes.length)]}`;

function common(family: number, name: string): Cells {
  return {
    attribute_set_code: 'Default',
    categories: `Default Category/Women/Tops ${family % 20},Default Category/Collections`,
    product_websites: 'base',
    name,
    description: `<p>${name}. ${'It has a description of "some" length, with commas. '.repeat(6)}</p>`,
    product_online: '1',
    tax_class_name: 'Taxable Goods',
    price: '52.000000',
    url_key: name.toLowerCase().replaceAll(' ', '-'),
    meta_title: name,
    meta_keywords: 'hoodie, cotton',
    display_product_options_in: 'Block after Info Column',
    msrp_display_actual_price_type: 'Use config',
    out_of_stock_qty: '0.0000',
    use_config_min_qty: '1',
    use_config_backorders: '1',
    use_config_manage_stock: '1',
    is_in_stock: '1',
    website_id: '0',
  };
}

function variant(family: number, place: number): Cells {
  const [size, colour] = [sizes[place % sizes.length], colours[Math.floor(place / sizes.length)]];
  return {
    ...common(family, `Hoodie ${family} ${size} ${colour}`),
    sku: skuOf(family, place),
    product_type: 'simple',
    visibility: 'Not Visible Individually',
    weight: '1.000000',
    qty: '100.0000',
    additional_attributes: `color=${colour},size=${size}`,
  };
}

function configurable(family: number): Cells {
  const variants = Array.from({ length: FAMILY - 1 }, (_, place) => {
    const [size, colour] = [sizes[place % sizes.length], colours[Math.floor(place / sizes.length)]];
    return `sku=${skuOf(family, place)},color=${colour},size=${size}`;
  });
  return {
    ...common(family, `Hoodie ${family}`),
    sku: `WH${family}`,
    product_type: 'configurable',
    visibility: 'Catalog, Search',
    related_skus: family > 0 ? `WH${family - 1}` : '',
    related_position: family > 0 ? '1' : '',
    configurable_variations: variants.join('|'),
    configurable_variation_labels: 'color=Color,size=Size',
  };
}
