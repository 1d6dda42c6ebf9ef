import type { CustomInput, Options } from '../entity.ts';
import { t } from '../../texts/text.ts';

/** A node of a tree of conditions, by the names of the interface. */
export interface ConditionNode {
  readonly condition_type?: string | null;
  readonly aggregator_type?: string | null;
  readonly attribute_name?: string | null;
  readonly operator?: string | null;
  readonly value?: unknown;
  readonly conditions?: readonly ConditionNode[] | null;
  readonly [other: string]: unknown;
}

/** The conditions that a combination can contain. */
type Place = 'cart' | 'item' | 'product' | 'customer' | 'address';

/** A type of condition. */
export interface ConditionKind {
  readonly type: string;
  /** Its text in the choice of a new condition; a comparison has the texts of its attributes. */
  readonly title: string;
  /** The conditions in it; undefined: it is a comparison. */
  readonly below?: Place;
  /** Whether it compares a figure of the items that meet the conditions in it. */
  readonly figures?: Options;
  /** Whether `value` says if an item or an address is found or not. */
  readonly isFound?: boolean;
  /** The attributes that a comparison can have, besides those of products. */
  readonly attributes?: Options;
  /** Whether a comparison can have the attributes of products. */
  readonly ofProducts?: boolean;
}

const prefix = 'Magento\\SalesRule\\Model\\Rule\\Condition\\';

/** Attributes that all products have besides those that are used for promo rules. */
const productAttributes: Options = [
  ['sku', 'SKU'],
  ['category_ids', t('Category IDs')],
  ['attribute_set_id', t('ID of the attribute set')],
];

const kinds: Readonly<Record<Place, readonly ConditionKind[]>> = {
  cart: [
    { type: `${prefix}Combine`, title: t('Combination of conditions'), below: 'cart' },
    { type: `${prefix}Product\\Found`, title: t('Item with …'), below: 'item', isFound: true },
    {
      type: `${prefix}Product\\Subselect`,
      title: t('Quantity or amount of items with …'),
      below: 'item',
      figures: [
        ['qty', t('Total quantity')],
        ['base_row_total', t('Total amount')],
      ],
    },
    {
      type: `${prefix}Address`,
      title: t('Cart'),
      attributes: [
        ['base_subtotal', t('Subtotal')],
        ['base_subtotal_with_discount', t('Subtotal with discount')],
        ['base_subtotal_total_incl_tax', t('Subtotal with tax')],
        ['total_qty', t('Quantity of items')],
        ['weight', t('Weight')],
        ['payment_method', t('Payment method')],
        ['shipping_method', t('Shipping method')],
        ['postcode', t('Postcode of the shipping address')],
        ['region', t('Region of the shipping address')],
        ['region_id', t('ID of the region of the shipping address')],
        ['country_id', t('Country of the shipping address')],
      ],
    },
    {
      type: 'Magento\\CustomerSegment\\Model\\Segment\\Condition\\Segment',
      title: t('Customer'),
      attributes: [['', t('IDs of customer segments')]],
    },
  ],
  item: [
    { type: `${prefix}Product\\Combine`, title: t('Combination of conditions'), below: 'item' },
    {
      type: `${prefix}Product`,
      title: t('Item and product'),
      attributes: [
        ['quote_item_price', t('Price in the cart')],
        ['quote_item_qty', t('Quantity in the cart')],
        ['quote_item_row_total', t('Amount in the cart')],
        ...productAttributes,
      ],
      ofProducts: true,
    },
  ],
  product: [
    { type: 'combine', title: t('Combination of conditions'), below: 'product' },
    { type: 'product', title: t('Product'), attributes: productAttributes, ofProducts: true },
  ],
  customer: [
    { type: 'combine', title: t('Combination of conditions'), below: 'customer' },
    { type: 'address_found', title: t('Address with …'), below: 'address', isFound: true },
    {
      type: 'customer',
      title: t('Customer'),
      attributes: [
        ['group_id', t('ID of the customer group')],
        ['email', t('Email')],
        ['firstname', t('First name')],
        ['lastname', t('Last name')],
        ['created_at', t('Created (UTC)')],
        ['gender', t('Gender')],
        ['dob', t('Date of birth')],
        ['is_subscribed', t('Subscribed to the newsletter (1 or 0)')],
        ['store_id', t('ID of the store view')],
      ],
    },
    {
      type: 'cart',
      title: t('Cart'),
      attributes: [
        ['base_subtotal', t('Subtotal')],
        ['total_qty', t('Quantity of items')],
        ['items_count', t('Number of different items')],
        ['product_id', t('IDs of products')],
      ],
    },
    {
      type: 'orders',
      title: t('Orders'),
      attributes: [
        ['number', t('Number of orders')],
        ['total', t('Total of all orders')],
        ['last_order_at', t('Time of the last order (UTC)')],
      ],
    },
  ],
  address: [
    {
      type: 'address',
      title: t('Address'),
      attributes: [
        ['country_id', t('Country')],
        ['region', t('Region')],
        ['region_id', t('ID of the region')],
        ['city', t('City')],
        ['postcode', t('Postcode')],
        ['company', t('Company')],
        ['telephone', t('Telephone')],
      ],
    },
  ],
};

const roots: Readonly<Record<CustomInput, Place>> = {
  'cart conditions': 'cart',
  'item conditions': 'item',
  'product conditions': 'product',
  'customer conditions': 'customer',
};

/** The kind of the root of a tree. */
export function rootKind(input: CustomInput): ConditionKind | undefined {
  return kinds[roots[input]][0];
}

/** The kinds of the conditions that can be below a kind. */
export function kindsBelow({ below }: ConditionKind): readonly ConditionKind[] {
  return below === undefined ? [] : kinds[below];
}

/** Operators of comparisons, by the names of the interface. */
export const operators: Options = [
  ['==', t('is')],
  ['!=', t('is not')],
  ['>=', t('is at least')],
  ['<=', t('is at most')],
  ['>', t('is more than')],
  ['<', t('is less than')],
  ['{}', t('contains')],
  ['!{}', t('does not contain')],
  ['()', t('is one of')],
  ['!()', t('is not one of')],
  ['<=>', t('has no value')],
];

/** A new condition of a kind; `attribute`: of a comparison. */
export function newCondition({ type, below, figures }: ConditionKind, attribute?: string): ConditionNode {
  if (below !== undefined) {
    const figure = figures && { attribute_name: figures[0]?.[0] ?? '', operator: '>=' };
    return { condition_type: type, aggregator_type: 'all', value: figure ? '' : '1', ...figure, conditions: [] };
  }
  return { condition_type: type, attribute_name: attribute ?? '', operator: '==', value: '' };
}

/** Whether the value of a combination is true: that its conditions hold, or that an item is found. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}
