import { settingKey, singlePictures } from './album.ts';
import { germanSpecials } from './german.ts';
import { ATTRIBUTE_SET, custom, gallery, germanUrlKey, type DemoIds, type ProductBody } from './products.ts';
import { skuOf } from './catalogue.ts';

/** Products of the other types: bundles, a group, downloads and services. */
export function specialProducts(ids: DemoIds): ProductBody[] {
  return [breakfastSet(ids), giftBox(ids), cookware(ids), recipeBook(ids), cookingCourse(ids), sharpening(ids)];
}

function body(
  ids: DemoIds,
  head: { sku: string; name: string; type_id: string; category: string; price?: number; text: string },
  more: { extension?: object; attributes?: Readonly<Record<string, unknown>>; fields?: object } = {},
): ProductBody {
  const { category, text, ...fields } = head;
  return {
    ...fields,
    attribute_set_id: ATTRIBUTE_SET,
    status: 1,
    visibility: 4,
    ...more.fields,
    extension_attributes: {
      category_links: [{ category_id: String(ids.categories.get(category)), position: 0 }],
      stock_item: { qty: 500, is_in_stock: true },
      ...more.extension,
    },
    custom_attributes: custom({
      description: `<p>${text}</p>`,
      short_description: `<p>${text}</p>`,
      meta_title: head.name,
      meta_description: text,
      ...more.attributes,
    }),
  };
}

/** An option of a bundle: one of several products, the first unless another is chosen. */
function choice(title: string, position: number, skus: readonly string[], price = 0): object {
  return {
    title,
    position,
    required: true,
    type: position % 2 === 0 ? 'select' : 'radio',
    product_links: skus.map((sku, i) => ({
      sku,
      qty: 1,
      position: i,
      is_default: i === 0,
      price: price + i,
      price_type: 0,
      can_change_quantity: 0,
    })),
  };
}

const inColours = (kind: string, material: string, ...colours: string[]): string[] =>
  colours.map((colour) => skuOf(kind, material, colour));

/** Its price is the sum of its parts. */
function breakfastSet(ids: DemoIds): ProductBody {
  const text =
    'A mug, a bowl and a plate, each in the colour that you like. All three are thrown on the wheel, fired twice and safe in the dishwasher, so that breakfast is cleared away in a minute. Mix the colours or keep to one: they are made to stand side by side. The set costs what its parts cost, and reductions of a part count here, too.';
  const head = { sku: 'BREAKFAST-SET', name: 'Breakfast Set', type_id: 'bundle', category: 'Tableware', text };
  return body(ids, head, {
    fields: { media_gallery_entries: gallery(ids, head.name, singlePictures.breakfast) },
    extension: {
      bundle_product_options: [
        choice('Mug', 0, inColours('Mug', 'Stoneware', 'Indigo', 'Ivory', 'Olive')),
        choice('Bowl', 1, inColours('Bowl', 'Stoneware', 'Indigo', 'Ivory')),
        choice('Plate', 2, inColours('Plate', 'Stoneware', 'Indigo', 'Ivory', 'Charcoal')),
      ],
    },
    attributes: { price_type: 0, sku_type: 0, weight_type: 0, price_view: 0, shipment_type: 0, tax_class_id: '2' },
  });
}

/** Has a price of its own, to which the choices add. */
function giftBox(ids: DemoIds): ProductBody {
  const text =
    'A walnut box with two things in it, ready to be given away: a candle holder of coloured glass, and a mug of the same glass for the evening beside it. The box is dovetailed, oiled and lined, and stays useful when everything has been unpacked. Choose the colours; we put in the candle, tie the ribbon and write the card.';
  const head = { sku: 'GIFT-BOX', name: 'Gift Box', type_id: 'bundle', category: 'Storage', price: 39, text };
  return body(ids, head, {
    fields: { media_gallery_entries: gallery(ids, head.name, singlePictures.gifts) },
    extension: {
      bundle_product_options: [
        choice('Light', 0, inColours('Candle Holder', 'Glass', 'Saffron', 'Olive'), 10),
        choice('Cup', 1, inColours('Mug', 'Glass', 'Saffron', 'Olive'), 5),
      ],
    },
    attributes: { price_type: 1, sku_type: 1, weight_type: 1, price_view: 0, shipment_type: 1, tax_class_id: '2' },
  });
}

function cookware(ids: DemoIds): ProductBody {
  const text =
    'Everything in copper for a stove: take as many of each as you need. The saucepan is for sauces and caramel, the stockpot for soup and Sundays, the kettle for the rest of the day. All are spun from sheets two millimetres thick, tinned where they touch food, and enamelled at the handles. They may be ordered one by one; nobody needs three kettles.';
  const head = { sku: 'COPPER-COOKWARE', name: 'Copper Cookware', type_id: 'grouped', category: 'Pots and Pans', text };
  const members = ['Saucepan', 'Stockpot', 'Kettle'].map((kind) => skuOf(kind, 'Copper', 'Terracotta'));
  return body(ids, head, {
    fields: {
      media_gallery_entries: gallery(ids, head.name, settingKey({ category: 'Pots and Pans' }, 'Copper')),
      product_links: members.map((linked_product_sku, position) => ({
        sku: head.sku,
        link_type: 'associated',
        linked_product_sku,
        linked_product_type: 'simple',
        position,
        extension_attributes: { qty: 1 },
      })),
    },
    extension: { stock_item: { is_in_stock: true } },
  });
}

const asFile = (name: string, text: string): object => ({
  name,
  file_data: Buffer.from(text).toString('base64'),
});

function recipeBook(ids: DemoIds): ProductBody {
  const text =
    'Forty recipes for one pot, to be read anywhere: soups, stews, rice and puddings, ordered by what the market has. Each fits on a page, names what may be left out, and tells how it keeps until the next day. The first part covers spring and summer, the second autumn and winter. Both are plain texts that open on every device, and may be read five times.';
  const category = 'Pots and Pans';
  const head = { sku: 'RECIPE-BOOK', name: 'Recipe Book', type_id: 'downloadable', category, price: 12, text };
  const part = (title: string, price: number, i: number): object => ({
    title,
    price,
    sort_order: i,
    is_shareable: 2,
    number_of_downloads: 5,
    link_type: 'file',
    link_file_content: asFile(`recipes-${i + 1}.txt`, `${title}\n\nTake a pot, water, and what the season has.\n`),
    sample_type: 'file',
    sample_file_content: asFile(`taste-${i + 1}.txt`, `${title}: the first page.\n`),
  });
  return body(ids, head, {
    fields: { media_gallery_entries: gallery(ids, head.name, singlePictures.book) },
    extension: {
      downloadable_product_links: [part('Spring and Summer', 0, 0), part('Autumn and Winter', 4, 1)],
      downloadable_product_samples: [
        {
          title: 'Contents',
          sort_order: 0,
          sample_type: 'file',
          sample_file_content: asFile('contents.txt', 'Soups, stews, puddings.\n'),
        },
      ],
    },
    attributes: {
      links_title: 'Parts',
      samples_title: 'Look inside',
      links_purchased_separately: 1,
      tax_class_id: '2',
    },
  });
}

/** Has options of every common kind. */
function cookingCourse(ids: DemoIds): ProductBody {
  const text =
    'An evening at the stove, for beginners and for those who are not. Ten people cook four courses, eat them together, and take the recipes home. Beginners learn to hold a knife and to make a sauce that does not catch; the advanced bone a chicken and temper chocolate. Knives, boards and wine are there. An apron and a certificate can be added.';
  const category = 'Pots and Pans';
  const head = { sku: 'COOKING-COURSE', name: 'Cooking Course', type_id: 'virtual', category, price: 65, text };
  const value = (title: string, price: number, sort_order: number, sku: string): object => ({
    title,
    price,
    price_type: 'fixed',
    sort_order,
    sku,
  });
  const option = (title: string, type: string, sort_order: number, more: object): object => ({
    product_sku: head.sku,
    title,
    type,
    sort_order,
    ...more,
  });
  return body(ids, head, {
    fields: {
      media_gallery_entries: gallery(ids, head.name, singlePictures.course),
      options: [
        option('Level', 'drop_down', 0, {
          is_require: true,
          values: [value('Beginner', 0, 0, 'beginner'), value('Advanced', 15, 1, 'advanced')],
        }),
        option('Extras', 'checkbox', 1, { is_require: false, values: [value('Apron', 9, 0, 'apron')] }),
        option('Name on the certificate', 'field', 2, {
          is_require: false,
          price: 3,
          price_type: 'fixed',
          max_characters: 60,
        }),
        option('Evening', 'date', 3, { is_require: false, price: 0, price_type: 'fixed' }),
      ],
    },
    attributes: { tax_class_id: '2' },
  });
}

function sharpening(ids: DemoIds): ProductBody {
  const text =
    'We sharpen your knives while you wait. Each blade is ground wet on three stones, drawn off on leather and tried on a tomato. Chips of up to two millimetres are taken out; more than that takes a day. Bring the knives wrapped in a towel, from Tuesday to Saturday. The price is for one blade of any length, serrated ones excepted.';
  const head = {
    sku: 'SHARPENING',
    name: 'Knife Sharpening',
    type_id: 'virtual',
    category: 'Tableware',
    price: 7.5,
    text,
  };
  return body(ids, head, {
    fields: { media_gallery_entries: gallery(ids, head.name, singlePictures.knife) },
    attributes: { tax_class_id: '0' },
  });
}

/** The German texts of the products of the other types. */
export function germanSpecialProducts(): ProductBody[] {
  return Object.entries(germanSpecials).map(([sku, [name, text]]) => ({
    sku,
    name,
    custom_attributes: custom({
      description: `<p>${text}</p>`,
      short_description: `<p>${text}</p>`,
      url_key: germanUrlKey(name),
      meta_title: name,
      meta_description: text,
    }),
  }));
}
