import type { Call } from '../../../kernel/call.ts';
import type { Decimal } from '../../../kernel/money.ts';
import type { Choices, ProductOptionInput } from '../option-types.ts';
import type { CartItem } from '../cart/cart.ts';
import type { PriceContext } from './price.ts';
import type { ItemProduct } from './products.ts';

/** An item with its product and its parts. */
export interface ItemNode {
  readonly item: CartItem;
  readonly product: ItemProduct;
  readonly parts: readonly ItemNode[];
}

/** A part that an item is to have. */
export interface NewPart {
  readonly product: ItemProduct;
  /** Pieces in one piece of the item. */
  readonly qty: number;
  readonly selection_id?: number;
}

/** An item that is to be put into a cart. */
export interface NewItem {
  readonly product: ItemProduct;
  /** Type that answers show. */
  readonly product_type: string;
  readonly qty: number;
  readonly choices: Choices;
  readonly parts: readonly NewPart[];
}

/** A text about an item. */
export interface ItemLabel {
  readonly value: string;
  readonly label: string;
}

/** Names of what is chosen, for people. */
export interface ChoiceNames {
  readonly context: PriceContext;
  /** Label of an attribute in the store view. */
  attribute(attributeId: number): string;
  /** Label of one of an attribute's options. */
  option(attributeId: number, value: number): string;
  /** An amount of the base currency, of a product with a tax class: converted and formatted for the store view, without tax. */
  price(amount: Decimal, taxClassId: number): string;
}

/** How products of a type behave in a cart. One file for each type. */
export interface ItemType {
  /** Types of products that it is for. */
  readonly names: readonly string[];
  /** What a product becomes in a cart, with what was chosen. Throws what is wrong with the choice. */
  prepare(
    call: Call,
    product: ItemProduct,
    sent: ProductOptionInput | null | undefined,
    qty: number,
  ): Promise<NewItem[]>;
  /** What a piece costs in the base currency, when `qty` are bought. */
  price(node: ItemNode, qty: Decimal, context: PriceContext): Decimal;
  /** SKU that the item is shown and ordered under. */
  sku(node: ItemNode): string;
  /** What was chosen, as people read it. */
  labels(node: ItemNode, names: ChoiceNames): readonly ItemLabel[];
  /** Weight of a piece; undefined: none. */
  weight(node: ItemNode): number | undefined;
  /** What a part costs within the item, for types whose parts carry the price; undefined: the item carries it. */
  partPrice?(node: ItemNode, part: ItemNode, qty: Decimal, context: PriceContext): Decimal | undefined;
  /** Whether parts are shipped apart. */
  shipsSeparately?(node: ItemNode): boolean;
}
