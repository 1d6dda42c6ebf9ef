import type { Call } from '../../../../kernel/call.ts';
import type { Decimal } from '../../../../kernel/money.ts';
import type { StoredCartItem } from '../../cart/cart.ts';
import type { ProductChoices, ProductOptionInput } from '../../option-types.ts';
import type { ItemProduct } from './item-product.ts';
import type { PriceContext } from './prices.ts';

/** An item with its product and its components. */
export interface CartItemNode {
  readonly item: StoredCartItem;
  readonly product: ItemProduct;
  /** How it behaves: as its product's type has it. */
  readonly type: CartItemType;
  readonly components: readonly CartItemNode[];
}

/** A component that a new item is to have. */
export interface NewComponent {
  readonly product: ItemProduct;
  /** Pieces in one piece of the item. */
  readonly qty: number;
  /** What of the item's choices it comes from. */
  readonly selection_id?: number;
}

/** An item that is to be put into a cart. What was chosen of its product's custom options comes besides. */
export interface NewCartItem {
  readonly product: ItemProduct;
  readonly qty: number;
  /** Type that answers show, where it is not that of the product. */
  readonly product_type?: string;
  readonly choices?: ProductChoices;
  readonly components?: readonly NewComponent[];
}

/** A text about an item. */
export interface ItemLabel {
  readonly value: string;
  readonly label: string;
}

/** The cart whose items are shown. */
export interface ShownCart {
  readonly call: Call;
  readonly context: PriceContext;
  /**
   * How amounts of the base currency are written for the store view: converted, without the tax of a class of products. Up to two
   * queries, for the taxes of what these items are.
   */
  prices(nodes: readonly CartItemNode[]): Promise<(amount: Decimal, taxClassId: number) => string>;
}

/** How products of a type behave in a cart; what it does not say is as with products that are one thing. */
export interface CartItemType {
  /** Types of products that it is for. */
  readonly names: readonly string[];
  /** What a product becomes in a cart, with what was chosen. Throws what is wrong with the choice. */
  prepare?(
    call: Call,
    product: ItemProduct,
    sent: ProductOptionInput | null | undefined,
    qty: number,
  ): Promise<readonly NewCartItem[]>;
  /** Whether what was chosen stays as it is when an item that shows this type is changed, and tells no items apart. */
  readonly keepsChoices?: boolean;
  /** What a piece costs in the base currency, when `qty` are bought. */
  price?(node: CartItemNode, qty: Decimal, context: PriceContext): Decimal;
  /** What a piece costs before special and tier prices and without what was chosen; undefined: what it costs in the cart. */
  originalPrice?(node: CartItemNode): Decimal | undefined;
  /** What a component costs within the item, for types whose components carry the price; undefined: the item carries it. */
  componentPrice?(
    node: CartItemNode,
    component: CartItemNode,
    qty: Decimal,
    context: PriceContext,
  ): Decimal | undefined;
  /** SKU that the item is shown and ordered under. */
  sku?(node: CartItemNode): string;
  /**
   * What tells in words what was chosen, besides custom options. Loads what it needs for all items of the type at once.
   */
  labels?(nodes: readonly CartItemNode[], cart: ShownCart): Promise<(node: CartItemNode) => readonly ItemLabel[]>;
  /** Weight of a piece; undefined: none. */
  weight?(node: CartItemNode): number | undefined;
  /** Whether nothing of an item that shows this type is shipped. */
  isVirtual?(item: StoredCartItem): boolean;
  /** Whether components are shipped separately. */
  shipsSeparately?(node: CartItemNode): boolean;
  /** Whether somebody without an account may order an item or component of the type. */
  isForGuests?(call: Call, node: CartItemNode): boolean;
}

declare module '../../../../kernel/call.ts' {
  interface ContributionPoints {
    cartItemTypes: CartItemType;
  }
}
