import { makeReturn, shippedOrder } from '../rma/shop.ts';
import type { Json } from '../sales/shop.ts';
import type { Souk } from '../support/souk.ts';

/** A record of an entity of the console with a value in each field, and changes that two people make of it. */
interface RecordSample {
  /** The input of the route that creates it. */
  readonly record?: Json;
  /** Further arguments of the route. */
  readonly others?: Json;
  /** Creates the record where that takes more than a call; returns its key. */
  create?(souk: Souk): Promise<number>;
  readonly changes: readonly [one: Json, other: Json];
}

const subtotal = {
  condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Address',
  attribute_name: 'base_subtotal',
  operator: '>=',
  value: '10',
};
const address = {
  firstname: 'Ada',
  lastname: 'Byron',
  street: ['12 St James Square'],
  city: 'London',
  postcode: 'SW1Y 4JH',
  country_id: 'GB',
  telephone: '020',
  default_billing: true,
  default_shipping: true,
};

/** Samples by the name of the entity. */
export const recordSamples: Readonly<Record<string, RecordSample>> = {
  attributes: {
    record: {
      attribute_code: 'flavour',
      default_frontend_label: 'Flavour',
      frontend_input: 'select',
      scope: 'website',
      is_required: true,
      is_unique: '0',
      is_searchable: '1',
      is_filterable: true,
      is_used_for_promo_rules: '1',
      is_visible_on_front: '1',
      used_for_sort_by: true,
      position: 3,
      note: 'Sweet or sour',
      apply_to: ['simple'],
      frontend_labels: [{ store_id: 1, label: 'Flavor' }],
      options: [{ label: 'Sweet', sort_order: 1, store_labels: [{ store_id: 1, label: 'Sugary' }] }],
    },
    changes: [{ default_frontend_label: 'Taste' }, { is_filterable: false }],
  },
  sets: {
    record: { attribute_set_name: 'Cups', sort_order: 4 },
    others: { skeletonId: 4 },
    changes: [{ attribute_set_name: 'Mugs' }, { sort_order: 5 }],
  },
  pages: {
    record: {
      title: 'Care',
      identifier: 'care',
      page_layout: '1column',
      meta_title: 'Care of mugs',
      meta_description: 'How to wash mugs',
      content_heading: 'Wash',
      content: '<p>By hand.</p>',
      sort_order: '3',
      active: true,
    },
    changes: [{ title: 'Care of Mugs' }, { content: '<p>By machine.</p>' }],
  },
  blocks: {
    record: { title: 'Hours', identifier: 'hours', content: '<p>9 to 5</p>', active: true },
    changes: [{ title: 'Opening hours' }, { active: false }],
  },
  accounts: {
    record: {
      email: 'ada@example.com',
      firstname: 'Ada',
      lastname: 'Byron',
      middlename: 'Augusta',
      prefix: 'Lady',
      dob: '1990-12-10',
      taxvat: 'GB1',
      gender: 2,
      group_id: 2,
      website_id: 1,
      store_id: 1,
      disable_auto_group_change: 1,
      extension_attributes: { is_subscribed: true },
      addresses: [address],
    },
    changes: [{ lastname: 'King' }, { extension_attributes: { is_subscribed: false } }],
  },
  groups: {
    record: { code: 'Trade', tax_class_id: 3 },
    changes: [{ extension_attributes: { exclude_website_ids: [1] } }, { code: 'Resellers' }],
  },
  segments: {
    record: {
      name: 'Buyers',
      description: 'All of them',
      is_active: false,
      website_ids: [1],
      apply_to: 1,
      conditions: { condition_type: 'combine', conditions: [] },
    },
    changes: [{ name: 'Customers' }, { description: 'Everybody' }],
  },
  returns: {
    create: async (souk) => (await makeReturn(souk, await shippedOrder(souk))).entity_id,
    changes: [{ customer_custom_email: 'ada@example.com' }, { status: 'closed' }],
  },
  'cart-rules': {
    record: {
      name: 'Spring',
      description: 'Spring sale',
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0, 1],
      from_date: '2030-01-01',
      to_date: '2031-01-01',
      coupon_type: 'SPECIFIC_COUPON',
      use_auto_generation: true,
      uses_per_coupon: 4,
      uses_per_customer: 2,
      sort_order: 7,
      simple_action: 'by_percent',
      discount_amount: 5,
      discount_qty: 2,
      discount_step: 1,
      apply_to_shipping: true,
      simple_free_shipping: '1',
      stop_rules_processing: true,
      store_labels: [{ store_id: 0, store_label: 'Sale' }],
      condition: {
        condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Combine',
        aggregator_type: 'all',
        value: '1',
        conditions: [subtotal],
      },
      extension_attributes: { reward_points_delta: 5 },
    },
    changes: [{ name: 'Summer' }, { discount_amount: 10 }],
  },
  'catalog-rules': {
    record: {
      name: 'Autumn',
      description: 'Autumn prices',
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0, 1],
      from_date: '2030-01-01',
      to_date: '2031-01-01',
      sort_order: 3,
      simple_action: 'by_percent',
      discount_amount: 10,
      stop_rules_processing: true,
      rule_condition: {
        condition_type: 'combine',
        conditions: [{ condition_type: 'product', attribute_name: 'sku', operator: '==', value: 'mug' }],
      },
    },
    changes: [{ name: 'Winter' }, { discount_amount: 20 }],
  },
  'gift-cards': {
    record: { code: 'PRESENT', balance: 20, website_id: 1, status: 1, is_redeemable: 1, date_expires: '2035-01-01' },
    changes: [{ status: 0 }, { date_expires: '2036-01-01' }],
  },
  'currency-rates': {
    record: { currency_from: 'USD', currency_to: 'EUR', rate: 0.9 },
    changes: [{ rate: 0.8 }, { rate: 0.7 }],
  },
  'tax-rules': {
    record: {
      code: 'Sales tax',
      priority: 3,
      position: 2,
      calculate_subtotal: true,
      customer_tax_class_ids: [3],
      product_tax_class_ids: [2],
      tax_rate_ids: [1],
    },
    changes: [{ code: 'State tax' }, { priority: 4 }],
  },
  'tax-rates': {
    record: {
      code: 'US-CA-90',
      tax_country_id: 'US',
      tax_region_id: 12,
      tax_postcode: '90*',
      rate: 7.5,
      titles: [{ store_id: '1', value: 'Sales tax' }],
    },
    changes: [{ rate: 8 }, { tax_postcode: '91*' }],
  },
  'tax-classes': {
    record: { class_name: 'Books', class_type: 'CUSTOMER' },
    changes: [{ class_name: 'Readers' }, { class_name: 'Schools' }],
  },
  sources: {
    record: {
      source_code: 'south',
      name: 'South',
      enabled: false,
      description: 'The warehouse',
      latitude: 1.5,
      longitude: 2.5,
      contact_name: 'Ada',
      email: 'ada@example.com',
      phone: '020',
      street: '1 Via Roma',
      city: 'Rome',
      region: 'Lazio',
      postcode: '00100',
      country_id: 'IT',
      use_default_carrier_config: true,
      extension_attributes: { is_pickup_location_active: true, frontend_name: 'Rome', frontend_description: 'Ring' },
    },
    changes: [{ name: 'Rome' }, { extension_attributes: { frontend_name: 'Shop in Rome' } }],
  },
  stocks: {
    record: { name: 'Online', extension_attributes: { sales_channels: [] } },
    changes: [{ name: 'Web' }, { extension_attributes: { sales_channels: [{ type: 'website', code: 'base' }] } }],
  },
};

/** Creates the record of a sample; returns its key. `call`: calls a route with arguments. */
export async function createSample(
  souk: Souk,
  { record, others, create }: RecordSample,
  { route, argument, key }: { route: string | undefined; argument: string; key: string },
  call: (route: string, input: Json) => Promise<Json>,
): Promise<string> {
  if (create) return String(await create(souk));
  const made = await call(route!, { [argument]: record, ...others });
  if (typeof made !== 'object') return String(made);
  return String(made?.[key] ?? record?.[key]);
}
