import type { Call } from '../../../../kernel/call.ts';
import type { Decimal } from '../../../../kernel/money.ts';
import type { StoredCartItem } from '../../cart/cart.ts';
import type { ChosenOptions, ProductChoices, ProductOptionInput } from '../../option-types.ts';
import type { ItemProduct } from './item-product.ts';
import type { PriceContext } from './prices.ts';

/** An item with its product and its components. */
export interface CartItemNode {
  readonly item: StoredCartItem;
  readonly product: ItemProduct;
  /** The behaviour of its product's type. */
  readonly type: CartItemType;
  readonly components: readonly CartItemNode[];
}

/** A component of a new item. */
export interface NewComponent {
  readonly product: ItemProduct;
  /** Units per unit of the item. */
  readonly qty: number;
  /** The choice in the item that it comes from. */
  readonly selection_id?: number;
}

/** An item that is about to be put into a cart; choices of custom options are added to it. */
export interface NewCartItem {
  readonly product: ItemProduct;
  readonly qty: number;
  /** Type in responses, if it differs from that of the product. */
  readonly product_type?: string;
  readonly choices?: ProductChoices;
  readonly components?: readonly NewComponent[];
}

/** A choice as a text for people. */
export interface ItemLabel {
  readonly value: string;
  readonly label: string;
}

/** The cart of displayed items. */
export interface ShownCart {
  readonly call: Call;
  readonly context: PriceContext;
  /**
   * A function that writes amounts of the base currency for the store view: converted, and without the tax of a class of
   * products. Up to two queries, for the taxes of these items.
   */
  prices(nodes: readonly CartItemNode[]): Promise<(amount: Decimal, taxClassId: number) => string>;
}

/** Behaviour of a product type in a cart. Absent members default to that of simple products. */
export interface CartItemType {
  /** The product types that it is for. */
  readonly names: readonly string[];
  /** Name of the type of its items in the GraphQL schema; absent: that of simple products. */
  readonly schemaName?: string;
  /**
   * The choices in uids of the GraphQL interface, as product options. `keys`: the decoded uids, split at slashes, such
   * as `['configurable', '93', '5']`. They include those of other types.
   */
  choicesOf?(keys: readonly (readonly string[])[]): ChosenOptions;
  /**
   * The choices of an item after an update that has some of them by uid, as `choicesOf`; absent: an update by uid changes
   * custom options alone.
   */
  changedChoices?(choices: ProductChoices, keys: readonly (readonly string[])[]): ChosenOptions;
  /** The choices that lead to a variant of a product, by the variant's SKU; undefined: it has no such variant. */
  choicesOfVariant?(call: Call, product: ItemProduct, sku: string): Promise<ChosenOptions | undefined>;
  /** The items that a product with the choices of a request becomes in a cart. Throws for invalid choices. */
  prepare?(
    call: Call,
    product: ItemProduct,
    input: ProductOptionInput | null | undefined,
    qty: number,
  ): Promise<readonly NewCartItem[]>;
  /** Whether an update of an item that shows this type keeps its choices, and items with different choices are the same. */
  readonly keepsChoices?: boolean;
  /** Unit price in the base currency, if `qty` are bought. */
  price?(node: CartItemNode, qty: Decimal, context: PriceContext): Decimal;
  /** Unit price before special prices, tier prices and choices; undefined: the price in the cart. */
  originalPrice?(node: CartItemNode): Decimal | undefined;
  /** Price of a component, for types whose components carry the price; undefined: the item carries it. */
  componentPrice?(
    node: CartItemNode,
    component: CartItemNode,
    qty: Decimal,
    context: PriceContext,
  ): Decimal | undefined;
  /** The SKU of the item in responses and orders. */
  sku?(node: CartItemNode): string;
  /** The choices as texts, without custom options. Loads the data for all items of the type at once. */
  labels?(nodes: readonly CartItemNode[], cart: ShownCart): Promise<(node: CartItemNode) => readonly ItemLabel[]>;
  /** Unit weight; undefined: none. */
  weight?(node: CartItemNode): number | undefined;
  /** Whether an item that shows this type is not shipped. */
  isVirtual?(item: StoredCartItem): boolean;
  /** Whether components are shipped separately. */
  shipsSeparately?(node: CartItemNode): boolean;
  /** Whether guests may order an item or component of the type. */
  isForGuests?(call: Call, node: CartItemNode): boolean;
}

declare module '../../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    cartItemTypes: CartItemType;
  }
}
