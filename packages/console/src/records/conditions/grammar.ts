import type { CustomInput, Options } from '../entity.ts';

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
type Place = 'cart' | 'item' | 'product';

/** A type of condition. */
export interface ConditionKind {
  readonly type: string;
  /** Its text in the choice of a new condition; a comparison has the texts of its attributes. */
  readonly title: string;
  /** The conditions in it; undefined: it is a comparison. */
  readonly below?: Place;
  /** Whether it compares a figure of the items that meet the conditions in it. */
  readonly figures?: Options;
  /** Whether `value` says if an item is found or not. */
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
  ['category_ids', 'Category IDs'],
  ['attribute_set_id', 'ID of the attribute set'],
];

const kinds: Readonly<Record<Place, readonly ConditionKind[]>> = {
  cart: [
    { type: `${prefix}Combine`, title: 'Combination of conditions', below: 'cart' },
    { type: `${prefix}Product\\Found`, title: 'Item with …', below: 'item', isFound: true },
    {
      type: `${prefix}Product\\Subselect`,
      title: 'Quantity or amount of items with …',
      below: 'item',
      figures: [
        ['qty', 'Total quantity'],
        ['base_row_total', 'Total amount'],
      ],
    },
    {
      type: `${prefix}Address`,
      title: 'Cart',
      attributes: [
        ['base_subtotal', 'Subtotal'],
        ['base_subtotal_with_discount', 'Subtotal with discount'],
        ['base_subtotal_total_incl_tax', 'Subtotal with tax'],
        ['total_qty', 'Quantity of items'],
        ['weight', 'Weight'],
        ['payment_method', 'Payment method'],
        ['shipping_method', 'Shipping method'],
        ['postcode', 'Postcode of the shipping address'],
        ['region', 'Region of the shipping address'],
        ['region_id', 'ID of the region of the shipping address'],
        ['country_id', 'Country of the shipping address'],
      ],
    },
    {
      type: 'Magento\\CustomerSegment\\Model\\Segment\\Condition\\Segment',
      title: 'Customer',
      attributes: [['', 'IDs of customer segments']],
    },
  ],
  item: [
    { type: `${prefix}Product\\Combine`, title: 'Combination of conditions', below: 'item' },
    {
      type: `${prefix}Product`,
      title: 'Item and product',
      attributes: [
        ['quote_item_price', 'Price in the cart'],
        ['quote_item_qty', 'Quantity in the cart'],
        ['quote_item_row_total', 'Amount in the cart'],
        ...productAttributes,
      ],
      ofProducts: true,
    },
  ],
  product: [
    { type: 'combine', title: 'Combination of conditions', below: 'product' },
    { type: 'product', title: 'Product', attributes: productAttributes, ofProducts: true },
  ],
};

const roots: Readonly<Record<CustomInput, Place>> = {
  'cart conditions': 'cart',
  'item conditions': 'item',
  'product conditions': 'product',
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
  ['==', 'is'],
  ['!=', 'is not'],
  ['>=', 'is at least'],
  ['<=', 'is at most'],
  ['>', 'is more than'],
  ['<', 'is less than'],
  ['{}', 'contains'],
  ['!{}', 'does not contain'],
  ['()', 'is one of'],
  ['!()', 'is not one of'],
  ['<=>', 'has no value'],
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
