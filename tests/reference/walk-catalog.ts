import { everything, picture, where, type Json, type Walk } from './walk.ts';

/** Products of every type that the walk leaves behind, by what they are. */
export interface Catalog {
  readonly simple: Json;
  readonly virtual: Json;
  readonly configurable: Json;
  readonly variants: readonly Json[];
  readonly bundle: Json;
  readonly grouped: Json;
  readonly downloadable: Json;
  readonly attributeId: string;
  readonly attributeCode: string;
}

const stock = (qty = 100): Json => ({ stock_item: { qty, is_in_stock: true } });

/** Attributes, sets, categories and products of every type, and all that can be asked of them. */
export async function walkCatalog(walk: Walk): Promise<Catalog> {
  await walkEav(walk);
  const { attributeId, attributeCode, options } = await walkAttributes(walk);
  const catalog = await makeProducts(walk, attributeId, attributeCode, options);
  await walkCategories(walk, catalog);
  await walkProduct(walk, catalog.simple.sku);
  await walkPrices(walk, catalog.simple.sku);
  await walkStock(walk, catalog.simple.sku);
  await walkConfigurable(walk, catalog);
  await walkBundle(walk, catalog);
  await walkDownloadable(walk, catalog.downloadable.sku);
  await walkLists(walk);
  return catalog;
}

async function walkEav({ good, admin }: Walk): Promise<void> {
  const set = await good(admin, 'POST /V1/eav/attribute-sets', {
    entityTypeCode: 'catalog_product',
    attributeSet: { attribute_set_name: 'Walked', sort_order: 5 },
    skeletonId: 4,
  });
  const id = set.attribute_set_id;
  await good(admin, `PUT /V1/eav/attribute-sets/${id}`, {
    attributeSet: { attribute_set_name: 'Walked on', sort_order: 6, entity_type_id: 4 },
  });
  await good(admin, `GET /V1/eav/attribute-sets/${id}`);
  await good(admin, `GET /V1/eav/attribute-sets/list?${everything('attribute_set_id')}`);
  await good(admin, `DELETE /V1/eav/attribute-sets/${id}`);
}

async function walkAttributes({ good, admin }: Walk) {
  const made = await good(admin, 'POST /V1/products/attributes', {
    attribute: {
      attribute_code: 'walked_shade',
      frontend_input: 'select',
      scope: 'global',
      is_required: false,
      frontend_labels: [{ store_id: 0, label: 'Shade' }],
      options: [
        { label: 'Light', sort_order: 1, store_labels: [{ store_id: 1, label: 'Pale' }] },
        { label: 'Dark', sort_order: 2 },
      ],
    },
  });
  const code = made.attribute_code as string;
  await good(admin, `PUT /V1/products/attributes/${code}`, {
    attribute: {
      attribute_id: made.attribute_id,
      attribute_code: code,
      frontend_input: 'select',
      default_frontend_label: 'Shade',
      is_filterable: true,
    },
  });
  await good(admin, `GET /V1/products/attributes/${code}`);
  for (const one of [
    'price',
    'description',
    'category_ids',
    'image',
    'created_at',
    'weight',
    'quantity_and_stock_status',
  ])
    await good(admin, `GET /V1/products/attributes/${one}`);
  await good(admin, `PUT /V1/products/attributes/${code}/is-filterable/1`);
  await good(admin, `GET /V1/products/attributes/${code}/is-filterable`);
  const added = await good(admin, `POST /V1/products/attributes/${code}/options`, { option: { label: 'Gone' } });
  const optionId = String(added).replace(/^id_/, '');
  await good(admin, `PUT /V1/products/attributes/${code}/options/${optionId}`, { option: { label: 'Going' } });
  await good(admin, `DELETE /V1/products/attributes/${code}/options/${optionId}`);
  const shown = await good(admin, `GET /V1/products/attributes/${code}/options`);
  const options = (shown as Json[]).flatMap(({ value }) => (value === '' ? [] : [Number(value)]));
  await walkSets({ good, admin } as Walk, code);
  await good(admin, 'POST /V1/products/attributes', {
    attribute: {
      attribute_code: 'walked_note',
      frontend_input: 'text',
      frontend_labels: [{ store_id: 0, label: 'Note' }],
    },
  });
  await good(admin, 'DELETE /V1/products/attributes/walked_note');
  for (const one of ['is_active', 'display_mode', 'available_sort_by', 'name'])
    await good(admin, `GET /V1/categories/attributes/${one}`);
  await good(admin, 'GET /V1/categories/attributes/display_mode/options');
  return { attributeId: String(made.attribute_id), attributeCode: code, options };
}

async function walkSets({ good, admin }: Walk, code: string): Promise<void> {
  const set = await good(admin, 'POST /V1/products/attribute-sets', {
    attributeSet: { attribute_set_name: 'Bags', sort_order: 3 },
    skeletonId: 4,
  });
  const id = set.attribute_set_id;
  await good(admin, `GET /V1/products/attribute-sets/${id}`);
  await good(admin, `PUT /V1/products/attribute-sets/${id}`, {
    attributeSet: { attribute_set_id: id, attribute_set_name: 'More bags', sort_order: 3, entity_type_id: 4 },
  });
  const group = await good(admin, 'POST /V1/products/attribute-sets/groups', {
    group: { attribute_group_name: 'Straps', attribute_set_id: id },
  });
  await good(admin, `PUT /V1/products/attribute-sets/${id}/groups`, {
    group: { attribute_group_id: group.attribute_group_id, attribute_group_name: 'Handles', attribute_set_id: id },
  });
  for (const attributeSetId of [id, 4]) {
    const groups = await good(
      admin,
      `GET /V1/products/attribute-sets/groups/list?${where('attribute_set_id', attributeSetId)}`,
    );
    await good(admin, 'POST /V1/products/attribute-sets/attributes', {
      attributeSetId,
      attributeGroupId: groups.items[0].attribute_group_id,
      attributeCode: code,
      sortOrder: 9,
    });
  }
  await good(admin, `GET /V1/products/attribute-sets/${id}/attributes`);
  await good(admin, `DELETE /V1/products/attribute-sets/${id}/attributes/${code}`);
  await good(admin, `DELETE /V1/products/attribute-sets/groups/${group.attribute_group_id}`);
  await good(admin, `DELETE /V1/products/attribute-sets/${id}`);
}

async function makeProducts(
  { good, admin }: Walk,
  attributeId: string,
  attributeCode: string,
  options: readonly number[],
): Promise<Catalog> {
  const make = (sku: string, over: Json = {}): Promise<Json> =>
    good(admin, 'POST /V1/products', {
      product: {
        sku,
        name: `Walked ${sku}`,
        attribute_set_id: 4,
        price: 10,
        status: 1,
        visibility: 4,
        type_id: 'simple',
        weight: 1,
        extension_attributes: stock(),
        ...over,
      },
    });
  const simple = await make('walked-simple', {
    custom_attributes: [
      { attribute_code: 'description', value: 'A thing.' },
      { attribute_code: 'category_ids', value: ['2'] },
      { attribute_code: 'special_price', value: '9' },
      { attribute_code: 'tax_class_id', value: '2' },
    ],
    tier_prices: [{ customer_group_id: 32000, qty: 10, value: 8 }],
    media_gallery_entries: [
      {
        media_type: 'image',
        label: 'A point',
        position: 1,
        disabled: false,
        types: ['image', 'thumbnail'],
        content: picture,
      },
    ],
    options: [
      {
        product_sku: 'walked-simple',
        title: 'Engraving',
        type: 'field',
        is_require: false,
        price: 3,
        price_type: 'fixed',
        max_characters: 20,
      },
      {
        product_sku: 'walked-simple',
        title: 'Wrap',
        type: 'drop_down',
        is_require: false,
        values: [{ title: 'Red', price: 1, price_type: 'fixed', sort_order: 1 }],
      },
    ],
  });
  const virtual = await make('walked-virtual', { type_id: 'virtual', weight: undefined });
  const variants = [];
  for (const [i, value] of options.entries()) {
    const custom_attributes = [{ attribute_code: attributeCode, value: String(value) }];
    variants.push(await make(`walked-variant-${i}`, { visibility: 1, custom_attributes }));
  }
  const configurable = await make('walked-configurable', {
    type_id: 'configurable',
    price: undefined,
    extension_attributes: {
      ...stock(),
      configurable_product_options: [
        { attribute_id: attributeId, label: 'Shade', values: options.map((value_index) => ({ value_index })) },
      ],
      configurable_product_links: variants.map(({ id }) => id),
    },
  });
  const bundle = await make('walked-bundle', {
    type_id: 'bundle',
    custom_attributes: ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '1' })),
    extension_attributes: {
      ...stock(),
      bundle_product_options: [
        {
          title: 'Part',
          required: true,
          type: 'select',
          product_links: [
            { sku: simple.sku, qty: 1, is_default: true, price: 1, price_type: 0, can_change_quantity: 1 },
          ],
        },
      ],
    },
  });
  const grouped = await make('walked-grouped', {
    type_id: 'grouped',
    extension_attributes: { stock_item: { is_in_stock: true } },
    product_links: [
      {
        sku: 'walked-grouped',
        link_type: 'associated',
        linked_product_sku: simple.sku,
        linked_product_type: 'simple',
        position: 1,
        extension_attributes: { qty: 2 },
      },
    ],
  });
  const downloadable = await make('walked-downloadable', {
    type_id: 'downloadable',
    price: 5,
    extension_attributes: {
      ...stock(),
      downloadable_product_links: [link()],
      downloadable_product_samples: [
        { title: 'Taste', sort_order: 1, sample_type: 'url', sample_url: 'http://example.com/s.zip' },
      ],
    },
  });
  return { simple, virtual, configurable, variants, bundle, grouped, downloadable, attributeId, attributeCode };
}

const link = (): Json => ({
  title: 'Part',
  sort_order: 1,
  is_shareable: 1,
  price: 3,
  number_of_downloads: 5,
  link_type: 'url',
  link_url: 'http://example.com/a.zip',
  sample_type: 'url',
  sample_url: 'http://example.com/s.zip',
});

async function walkCategories({ good, admin }: Walk, { simple, virtual }: Catalog): Promise<void> {
  const root = await good(admin, 'POST /V1/categories', {
    category: {
      name: 'Things',
      parent_id: 2,
      is_active: true,
      custom_attributes: [{ attribute_code: 'description', value: 'x' }],
    },
  });
  const child = await good(admin, 'POST /V1/categories', {
    category: { name: 'Small', parent_id: root.id, is_active: true },
  });
  await good(admin, `PUT /V1/categories/${child.id}`, { category: { name: 'Smaller', is_active: true } });
  await good(admin, `PUT /V1/categories/${child.id}/move`, { parentId: 2, afterId: root.id });
  await good(admin, `GET /V1/categories/${root.id}`);
  await good(admin, 'GET /V1/categories');
  await good(admin, `GET /V1/categories?rootCategoryId=${root.id}&depth=1`);
  await good(admin, `GET /V1/categories/list?${everything('entity_id')}`);
  const path = `/V1/categories/${root.id}/products`;
  const productLink = { sku: simple.sku, position: 1, category_id: String(root.id) };
  await good(admin, `POST ${path}`, { productLink });
  await good(admin, `PUT ${path}`, { productLink: { ...productLink, sku: virtual.sku, position: 3 } });
  await good(admin, `GET ${path}`);
  await good(admin, `DELETE ${path}/${virtual.sku}`);
  await good(admin, `DELETE /V1/categories/${child.id}`);
}

async function walkProduct(walk: Walk, sku: string): Promise<void> {
  const { good, admin, guest } = walk;
  await good(admin, 'POST /V1/products', {
    product: { sku: 'walked-gone', name: 'Gone', attribute_set_id: 4, price: 1 },
  });
  await good(admin, 'PUT /V1/products/walked-gone', { product: { name: 'Going' }, saveOptions: true });
  await good(admin, 'DELETE /V1/products/walked-gone');
  await good(admin, `GET /V1/products/${sku}?editMode=true&forceReload=true&storeId=1`);
  await good(admin, `PUT /V1/products/${sku}/websites`, { productWebsiteLink: { sku, website_id: 1 } });
  await good(admin, `DELETE /V1/products/${sku}/websites/1`);
  await good(admin, `POST /V1/products/${sku}/websites`, { productWebsiteLink: { sku, website_id: 1 } });
  await good(admin, `GET /V1/products?${everything('entity_id')}`);
  for (const type of ['configurable', 'bundle', 'grouped', 'downloadable', 'virtual'])
    await good(admin, `GET /V1/products/walked-${type}`);
  await good(guest, `GET /V1/products-render-info?${everything('entity_id')}&storeId=1&currencyCode=USD`);
  await good(
    guest,
    `GET /V1/search?searchCriteria[requestName]=quick_search_container&${where('search_term', 'walked')}&searchCriteria[pageSize]=10`,
  );
  await walkOptions(walk, sku);
  await walkLinks(walk, sku);
  await walkMedia(walk, sku);
}

async function walkOptions({ good, admin }: Walk, sku: string): Promise<void> {
  const option = {
    product_sku: sku,
    title: 'Date',
    type: 'date',
    is_require: false,
    price: 2,
    price_type: 'percent',
    sort_order: 3,
  };
  const { option_id } = await good(admin, 'POST /V1/products/options', { option });
  await good(admin, `PUT /V1/products/options/${option_id}`, { option: { ...option, title: 'Day' } });
  await good(admin, `GET /V1/products/${sku}/options`);
  await good(admin, `GET /V1/products/${sku}/options/${option_id}`);
  await good(admin, `DELETE /V1/products/${sku}/options/${option_id}`);
}

async function walkLinks({ good, admin }: Walk, sku: string): Promise<void> {
  const to = {
    sku,
    link_type: 'related',
    linked_product_sku: 'walked-virtual',
    linked_product_type: 'virtual',
    position: 1,
  };
  await good(admin, `POST /V1/products/${sku}/links`, { items: [to] });
  await good(admin, `PUT /V1/products/${sku}/links`, { entity: { ...to, position: 2 } });
  await good(admin, `GET /V1/products/${sku}/links/related`);
  await good(admin, 'GET /V1/products/walked-grouped/links/associated');
  await good(admin, 'GET /V1/products/links/types');
  await good(admin, 'GET /V1/products/links/associated/attributes');
  await good(admin, `DELETE /V1/products/${sku}/links/related/walked-virtual`);
}

async function walkMedia({ good, admin }: Walk, sku: string): Promise<void> {
  const path = `/V1/products/${sku}/media`;
  const entry = { media_type: 'image', label: null, position: 2, disabled: false, types: [], content: picture };
  const id = await good(admin, `POST ${path}`, { entry });
  const video = {
    media_type: 'external-video',
    label: 'Film',
    position: 3,
    disabled: false,
    types: [],
    content: picture,
    extension_attributes: {
      video_content: {
        media_type: 'external-video',
        video_provider: '',
        video_url: 'https://www.youtube.com/watch?v=x',
        video_title: 'Film',
        video_description: '',
        video_metadata: '',
      },
    },
  };
  await good(admin, `POST ${path}`, { entry: video });
  await good(admin, `PUT ${path}/${id}`, {
    entry: { id: Number(id), media_type: 'image', label: 'B', position: 2, disabled: true, types: [] },
  });
  await good(admin, `GET ${path}`);
  await good(admin, `GET ${path}/${id}`);
  await good(admin, `DELETE ${path}/${id}`);
  await good(admin, 'GET /V1/products/media/types/Default');
}

async function walkPrices({ good, admin }: Walk, sku: string): Promise<void> {
  const tiers = `/V1/products/${sku}/group-prices`;
  await good(admin, `POST ${tiers}/1/tiers/5/price/7`);
  await good(admin, `GET ${tiers}/all/tiers`);
  await good(admin, `GET ${tiers}/1/tiers`);
  await good(admin, `DELETE ${tiers}/1/tiers/5`);
  const skus = [sku];
  const special = { price: 8, store_id: 0, sku, price_from: '2026-01-01 00:00:00', price_to: '2030-01-01 00:00:00' };
  const tier = { price: 6, price_type: 'fixed', website_id: 0, sku, customer_group: 'ALL GROUPS', quantity: 20 };
  const unknown = { price: -1, store_id: 99, sku: 'no-such-sku' };
  await good(admin, 'POST /V1/products/base-prices', { prices: [{ price: 11, store_id: 0, sku }, unknown] });
  await good(admin, 'POST /V1/products/base-prices-information', { skus });
  await good(admin, 'POST /V1/products/cost', {
    prices: [
      { cost: 4, store_id: 0, sku },
      { ...unknown, price: undefined, cost: -1 },
    ],
  });
  await good(admin, 'POST /V1/products/cost-information', { skus });
  await good(admin, 'POST /V1/products/cost-delete', { skus });
  await good(admin, 'POST /V1/products/special-price', {
    prices: [special, { ...unknown, price_from: 'x', price_to: 'y' }],
  });
  await good(admin, 'POST /V1/products/special-price-information', { skus });
  await good(admin, 'POST /V1/products/special-price-delete', { prices: [special] });
  await good(admin, 'POST /V1/products/tier-prices', { prices: [tier, { ...tier, sku: 'no-such-sku' }] });
  await good(admin, 'POST /V1/products/tier-prices-information', { skus });
  await good(admin, 'POST /V1/products/tier-prices-delete', { prices: [tier] });
  await good(admin, 'PUT /V1/products/tier-prices', { prices: [{ ...tier, price: 10, price_type: 'discount' }] });
  await good(admin, 'POST /V1/products/tier-prices-information', { skus });
}

async function walkStock({ good, admin }: Walk, sku: string): Promise<void> {
  const item = await good(admin, `GET /V1/stockItems/${sku}`);
  await good(admin, `PUT /V1/products/${sku}/stockItems/${item.item_id}`, {
    stockItem: { qty: 100, is_in_stock: true },
  });
  await good(admin, `GET /V1/stockStatuses/${sku}?scopeId=0`);
  await good(admin, 'GET /V1/stockItems/lowStock/?scopeId=0&qty=1000&pageSize=10&currentPage=1');
}

async function walkConfigurable(
  { good, admin }: Walk,
  { configurable, variants, attributeId }: Catalog,
): Promise<void> {
  const path = `/V1/configurable-products/${configurable.sku}`;
  const options = await good(admin, `GET ${path}/options/all`);
  await good(admin, `GET ${path}/options/${options[0].id}`);
  await good(admin, `PUT ${path}/options/${options[0].id}`, { option: { label: 'Tone' } });
  await good(admin, `GET ${path}/children`);
  await good(admin, `DELETE ${path}/children/${variants[1]!.sku}`);
  await good(admin, `POST ${path}/child`, { childSku: variants[1]!.sku });
  await good(admin, 'PUT /V1/configurable-products/variation', {
    product: { sku: 'walked-varied', name: 'Varied', price: 10, attribute_set_id: 4, type_id: 'configurable' },
    options: [{ attribute_id: attributeId, label: 'Shade', values: [{ value_index: variantValue(options) }] }],
  });
  await good(admin, 'POST /V1/products', {
    product: { sku: 'walked-plain', name: 'Plain', attribute_set_id: 4, price: 10, type_id: 'configurable' },
  });
  const id = await good(admin, 'POST /V1/configurable-products/walked-plain/options', {
    option: {
      attribute_id: attributeId,
      label: 'Shade',
      position: 0,
      values: [{ value_index: variantValue(options) }],
    },
  });
  await good(admin, `DELETE /V1/configurable-products/walked-plain/options/${id}`);
}

const variantValue = (options: Json): number => options[0].values[0].value_index as number;

async function walkBundle({ good, admin }: Walk, { bundle, variants }: Catalog): Promise<void> {
  const { sku } = bundle;
  const path = `/V1/bundle-products/${sku}`;
  await good(admin, 'GET /V1/bundle-products/options/types');
  const optionId = await good(admin, 'POST /V1/bundle-products/options/add', {
    option: { sku, title: 'More', required: false, type: 'checkbox', position: 2, product_links: [] },
  });
  await good(admin, `PUT /V1/bundle-products/options/${optionId}`, {
    option: { option_id: Number(optionId), sku, title: 'Even more', required: false, type: 'checkbox', position: 2 },
  });
  const linkedProduct = {
    sku: variants[0]!.sku,
    option_id: Number(optionId),
    qty: 1,
    position: 1,
    is_default: false,
    price: 2,
    price_type: 0,
    can_change_quantity: 0,
  };
  const id = await good(admin, `POST ${path}/links/${optionId}`, { linkedProduct });
  await good(admin, `PUT ${path}/links/${id}`, { linkedProduct: { ...linkedProduct, id: String(id), qty: 2 } });
  await good(admin, `GET ${path}/options/all`);
  await good(admin, `GET ${path}/options/${optionId}`);
  await good(admin, `GET ${path}/children`);
  await good(admin, `DELETE ${path}/options/${optionId}/children/${linkedProduct.sku}`);
  await good(admin, `DELETE ${path}/options/${optionId}`);
}

async function walkDownloadable({ good, admin }: Walk, sku: string): Promise<void> {
  const path = `/V1/products/${sku}/downloadable-links`;
  const id = await good(admin, `POST ${path}`, { link: { ...link(), title: 'More' }, isGlobalScopeContent: true });
  await good(admin, `PUT ${path}/${id}`, { link: { ...link(), title: 'Less' }, isGlobalScopeContent: true });
  await good(admin, `GET ${path}`);
  await good(admin, `DELETE /V1/products/downloadable-links/${id}`);
  const sample = {
    title: 'Bite',
    sort_order: 2,
    sample_type: 'file',
    sample_file_content: { file_data: Buffer.from('bite').toString('base64'), name: 'bite.txt' },
  };
  const taste = await good(admin, `POST ${path}/samples`, { sample });
  await good(admin, `PUT ${path}/samples/${taste}`, {
    sample: { ...sample, title: 'Crumb', sample_file_content: undefined },
  });
  await good(admin, `GET ${path}/samples`);
  await good(admin, `DELETE /V1/products/downloadable-links/samples/${taste}`);
}

async function walkLists({ good, admin, guest }: Walk): Promise<void> {
  await good(admin, `GET /V1/products/attributes?${everything('attribute_id')}`);
  await good(admin, `GET /V1/categories/attributes?${everything('attribute_id')}`);
  await good(admin, `GET /V1/products/attribute-sets/sets/list?${everything('attribute_set_id')}`);
  for (const what of ['types', 'attributes/types', 'options/types']) await good(admin, `GET /V1/products/${what}`);
  for (const what of ['websites', 'storeGroups', 'storeViews', 'storeConfigs', 'storeConfigs?storeCodes[]=default'])
    await good(admin, `GET /V1/store/${what}`);
  await good(admin, 'GET /V1/modules');
  for (const what of ['currency', 'countries', 'countries/US', 'countries/NL'])
    await good(guest, `GET /V1/directory/${what}`);
}
