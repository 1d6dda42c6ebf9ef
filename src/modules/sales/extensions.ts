import type { Call } from '../../kernel/call.ts';
import type { Quantity } from '../../kernel/units.ts';
import type { SearchField } from '../../search/fields.ts';
import type { OrderExtensions } from '../quote/document-extensions.ts';
import type { StoredItem, StoredOrder } from './order.ts';

export type { StoredItem, StoredOrder } from './order.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** What is shown together: orders, and items with or without their orders. */
export interface OrderPage {
  readonly orders: readonly StoredOrder[];
  readonly items: readonly StoredItem[];
}

/** What a module shows of a page, by id of the order or of the item. */
export interface OrderPageFields {
  readonly orders?: ReadonlyMap<number, ExtensionFields>;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/**
 * A module's extension of orders and of their items. What it keeps lies in their documents (`OrderExtensions`), drafted by its
 * extension of carts, or in tables of the module's own.
 */
export interface OrderExtension {
  /** The extension attributes that `load` makes, so that it is asked where one of them is wanted. Default: where any is. */
  readonly fields?: readonly string[];
  /** What is shown of orders and items, in one query for all of them; orders come with their items. */
  load?(call: Call, page: OrderPage): Promise<OrderPageFields>;
  /** Takes what was sent with an order that is written as it is sent; gives what the order keeps of it. */
  save?(call: Call, sent: ExtensionFields): Promise<OrderExtensions>;
  /** Fields that lists of orders can be searched by; `sales_order` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
  /** As `searchFields`, for lists of items: `sales_order_item`. */
  readonly itemSearchFields?: Readonly<Record<string, SearchField>>;
}

/**
 * Follows an order through its life: told of each change, with the order as it is then, in the transaction of the change and before
 * the order is written.
 */
type OrderFollower = (call: Call, order: StoredOrder) => Promise<void>;

/** Documents that follow an order. */
export type DocumentKind = 'invoice' | 'shipment' | 'creditmemo';

/** A document that is being made of an order. */
export interface DocumentDraft {
  readonly order: StoredOrder;
  readonly lines: readonly { readonly item: StoredItem; readonly qty: Quantity }[];
}

/** What a module keeps in a document, and in its items by id of the order's item, among their extension attributes. */
interface DraftedFields {
  readonly document?: ExtensionFields;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A document that is shown, as it is kept. */
export interface ShownDocument {
  readonly entity_id?: number | null;
  readonly order_id?: number | null;
  readonly items?: readonly { readonly entity_id?: number | null; readonly order_item_id?: number | null }[] | null;
}

/** What a module shows of documents and of their items, by id. */
export interface DocumentPageFields {
  readonly documents?: ReadonlyMap<number, ExtensionFields>;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A module's extension of one kind of documents and of their items. */
export interface DocumentExtension {
  readonly kind: DocumentKind;
  /** What goes from an order into a document that is made of it. */
  draft?(call: Call, draft: DocumentDraft): DraftedFields;
  /** What is shown beside what they keep, in one query for all of them. */
  load?(call: Call, documents: readonly ShownDocument[]): Promise<DocumentPageFields>;
}

/** How orders treat the items of product types, with their components; what it does not say is as with any other item. */
export interface OrderItemType {
  /** Types that items show. */
  readonly names: readonly string[];
  /** Whether it stands for its components in print: they have no lines of their own there. */
  readonly printsWithoutComponents?: boolean;
  /** Whether its components are counted as shipped with it, where it is sent whole. */
  readonly shipsComponents?: boolean;
  /** Why a shipment cannot be told so, for the SKU of the whole. */
  readonly shipmentReasons?: {
    /** The whole was named, but its components are sent apart. */
    apart(sku: string): string;
    /** A component was named, but the whole is sent. */
    together(sku: string): string;
  };
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    orderExtensions: OrderExtension;
    documentExtensions: DocumentExtension;
    orderFollowers: OrderFollower;
    orderItemTypes: OrderItemType;
  }
}
