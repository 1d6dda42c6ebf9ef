import { storeResponses, type ListedShop } from './listed-source.ts';

const address = {
  city: 'Austin',
  country_id: 'US',
  firstname: 'Ann',
  lastname: 'Lee',
  postcode: '73301',
  region_id: 57,
  street: ['1 Main St'],
  telephone: '1',
};

const line = {
  item_id: 9,
  product_id: 5,
  product_type: 'simple',
  sku: 'bare',
  name: 'Bare',
  qty_ordered: 2,
  qty_canceled: 0,
  qty_invoiced: 0,
  qty_refunded: 0,
  qty_shipped: 0,
  price: 4,
  base_price: 4,
  row_total: 8,
  base_row_total: 8,
  store_id: 7,
};

/** Its order, of a store view that it does not show. */
export const order = {
  entity_id: 40,
  increment_id: 'A-40',
  state: 'processing',
  status: 'wrapped',
  store_id: 7,
  store_name: 'Gone\nGone\nGone',
  created_at: '2019-02-03 04:05:06',
  updated_at: '2019-02-03 04:05:06',
  customer_email: 'guest@example.com',
  customer_is_guest: 1,
  customer_group_id: 0,
  is_virtual: 0,
  base_currency_code: 'USD',
  order_currency_code: 'USD',
  grand_total: 8,
  base_grand_total: 8,
  subtotal: 8,
  base_subtotal: 8,
  remote_ip: null,
  weight: null,
  items: [line],
  billing_address: {
    ...address,
    region: 'Texas',
    region_code: 'TX',
    address_type: 'billing',
    email: 'guest@example.com',
    entity_id: 80,
    parent_id: 40,
  },
  payment: { method: 'checkmo', additional_information: ['Check', null], account_status: null, cc_last4: null },
  status_histories: [],
  extension_attributes: [],
};

/** Its product, without a price. */
export const product = {
  id: 5,
  sku: 'bare',
  name: 'Bare',
  attribute_set_id: 4,
  status: 1,
  visibility: 4,
  type_id: 'simple',
  created_at: '2019-01-01 00:00:00',
  updated_at: '2019-01-01 00:00:00',
  extension_attributes: {
    website_ids: [1],
    stock_item: { item_id: 5, product_id: 5, stock_id: 1, qty: null, is_in_stock: false, low_stock_date: null },
  },
  product_links: [],
  options: [],
  media_gallery_entries: [],
  tier_prices: [],
  custom_attributes: [{ attribute_code: 'tax_class_id', value: '0' }],
};

/** The customer of the small shop, of a store view that it does not show. */
export const customer = {
  id: 3,
  group_id: 1,
  email: 'ann@example.com',
  firstname: 'Ann',
  lastname: 'Lee',
  store_id: 7,
  website_id: 1,
  created_at: '2019-01-01 00:00:00',
  updated_at: '2019-01-01 00:00:00',
  default_shipping: '11',
  gender: 0,
  disable_auto_group_change: 0,
  addresses: [
    {
      ...address,
      id: 11,
      customer_id: 3,
      region: { region_code: 'TX', region: 'Texas', region_id: 57 },
      default_shipping: true,
    },
  ],
  extension_attributes: { is_subscribed: false },
};

/** Its page. */
export const page = {
  title: 'Home',
  page_layout: '1column',
  content: '<p>Hello</p>',
  creation_time: '2019-01-01 00:00:00',
  update_time: '2019-01-01 00:00:00',
  sort_order: '0',
  active: true,
};

/** An installation with a few records, in shapes that those of Magento have. */
export const smallShop: ListedShop = {
  lists: {
    '/V1/taxClasses/search': {
      id: 'class_id',
      records: [{ class_id: 3, class_name: 'Retail', class_type: 'CUSTOMER' }],
    },
    '/V1/customerGroups/search': {
      id: 'id',
      records: [
        { id: 0, code: 'NOT LOGGED IN', tax_class_id: 3, tax_class_name: 'Retail', extension_attributes: [] },
        { id: 1, code: 'General', tax_class_id: 3, tax_class_name: 'Retail' },
      ],
    },
    '/V1/taxRates/search': {
      id: 'id',
      records: [{ id: 1, tax_country_id: 'US', tax_region_id: 0, tax_postcode: '*', rate: 5, code: 'All', titles: [] }],
    },
    '/V1/taxRules/search': { id: 'id', records: [] },
    '/V1/products/attributes': { id: 'attribute_id', records: [] },
    '/V1/products/attribute-sets/sets/list': {
      id: 'attribute_set_id',
      records: [{ attribute_set_id: 4, attribute_set_name: 'Default', sort_order: 1, entity_type_id: 4 }],
    },
    '/V1/products/attribute-sets/groups/list': { id: 'attribute_group_id', records: [] },
    '/V1/categories/list': { id: 'id', records: [] },
    '/V1/products': { id: 'id', records: [product] },
    '/V1/customers/search': { id: 'id', records: [customer] },
    '/V1/salesRules/search': { id: 'rule_id', records: [] },
    '/V1/coupons/search': { id: 'coupon_id', records: [] },
    '/V1/cmsBlock/search': { id: 'id', records: [] },
    '/V1/cmsPage/search': {
      id: 'id',
      records: [
        { ...page, id: 2, identifier: 'start', layout_update_xml: '<!--\n  <move element="a"/>-->' },
        { ...page, id: 3, identifier: 'other', layout_update_xml: '<remove name="right"/>', meta_title: null },
      ],
    },
    '/V1/orders': { id: 'entity_id', records: [order] },
    '/V1/invoices': { id: 'entity_id', records: [] },
    '/V1/shipments': { id: 'entity_id', records: [] },
    '/V1/creditmemos': { id: 'entity_id', records: [] },
  },
  responses: {
    ...storeResponses,
    '/V1/products/attribute-sets/4/attributes': [],
    '/V1/products/bare': product,
  },
};
