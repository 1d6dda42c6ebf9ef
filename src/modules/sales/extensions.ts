import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import type { Quantity } from '../../kernel/units.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import type { OrderExtensions } from '../quote/document-extensions.ts';
import type { StoredItem, StoredOrder } from './order.ts';

export type { StoredItem, StoredOrder } from './order.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** Orders and items of one response; items may come without their orders. */
export interface OrderPage {
  readonly orders: readonly StoredOrder[];
  readonly items: readonly StoredItem[];
}

/** The fields that a module adds to a page, by id of the order or of the item. */
export interface OrderPageFields {
  readonly orders?: ReadonlyMap<number, ExtensionFields>;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A note for the person who packs a shipment. */
export interface PackingNote {
  /** Its text is `print.note.<kind>` in the language of the store. */
  readonly kind: 'wrapping' | 'message' | 'receipt' | 'card';
  /** The values of the text's placeholders. */
  readonly values: Readonly<Record<string, string>>;
}

/** Notes on an order as a whole, and on its items by their ids. */
interface PackingNotes {
  readonly order: readonly PackingNote[];
  readonly items: ReadonlyMap<number, readonly PackingNote[]>;
}

/**
 * A module's extension of orders and of their items. Its data lies in the documents of orders (`OrderExtensions`), which its
 * extension of carts drafts, or in tables of its own.
 */
export interface OrderExtension {
  /**
   * The extension attributes from `load`, which is called only when the response contains one of them. Default: any
   * attribute.
   */
  readonly fields?: readonly string[];
  /** Loads the added fields of orders and items, in one query for all of them; orders come with their items. */
  load?(call: Call, page: OrderPage): Promise<OrderPageFields>;
  /** Reads the extension fields of an order that a request stores unchanged; returns the fields to store. */
  save?(call: Call, input: ExtensionFields): Promise<OrderExtensions>;
  /** Whether an item was granted with others: a reorder leaves it out. */
  isGiven?(item: StoredItem): boolean;
  /** The notes that a packing slip has on an order and its items. */
  packingNotes?(call: Call, order: StoredOrder): Promise<PackingNotes>;
  /** Whether the buyer of an order must not see its shipping address in printed documents. */
  hidesShippingAddress?(order: OrderExtensions): boolean;
  /** Fields that lists of orders can be searched by; `sales_order` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
  /** As `searchFields`, for lists of items: `sales_order_item`. */
  readonly itemSearchFields?: Readonly<Record<string, SearchField>>;
}

/**
 * Called at each change of an order, in its transaction, before the order is written. A follower that adds data to the
 * order returns the changed order, which is written instead.
 */
type OrderFollower = (call: Call, order: StoredOrder) => Promise<StoredOrder | void>;

/** Documents that follow an order. */
export type DocumentKind = 'invoice' | 'shipment' | 'creditmemo';

/** A document in creation, of an order. */
export interface DocumentDraft {
  readonly order: StoredOrder;
  readonly lines: readonly { readonly item: StoredItem; readonly qty: Quantity }[];
}

/** A module's extension attributes of a document, and of its items by id of the order's item. */
interface DraftedFields {
  readonly document?: ExtensionFields;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A stored document for a response. */
export interface ShownDocument {
  readonly entity_id: number;
  readonly order_id: number;
  readonly items: readonly { readonly entity_id: number; readonly order_item_id: number }[];
}

/** The fields that a module adds to documents and their items, by id. */
export interface DocumentPageFields {
  readonly documents?: ReadonlyMap<number, ExtensionFields>;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A module's extension of one kind of documents and of their items. */
export interface DocumentExtension {
  readonly kind: DocumentKind;
  /** The attributes that a new document takes over from its order. */
  draft?(call: Call, draft: DocumentDraft): DraftedFields;
  /** Loads further attributes for responses, in one query for all documents. */
  load?(call: Call, documents: readonly ShownDocument[]): Promise<DocumentPageFields>;
}

/** Behaviour of a product type and its components in orders. Absent members default to that of simple products. */
export interface OrderItemType {
  /** Product types that it is about. */
  readonly names: readonly string[];
  /** Names of the types of its items in the GraphQL schema: of orders, and of their documents. */
  readonly schemaNames?: Readonly<Record<'order' | DocumentKind, string>>;
  /** The choices of items, as texts by id of the item; without custom options. One query for all of them. */
  chosenLabels?(call: Call, items: readonly StoredItem[]): Promise<ReadonlyMap<number, readonly ChosenLabel[]>>;
  /** Whether only the composite item is printed, without lines for its components. */
  readonly printsWithoutComponents?: boolean;
  /** Whether its components count as shipped when it is shipped as a whole. */
  readonly shipsComponents?: boolean;
  /** Why a shipment may not name these items; `sku` is that of the composite item. */
  readonly shipmentReasons?: {
    /** The composite item was named, but its components are shipped separately. */
    apart(sku: string): string;
    /** A component was named, but the item is shipped as a whole. */
    together(sku: string): string;
  };
}

/** Something that buyers may do with their orders, and storefronts offer them. */
interface BuyerAction {
  readonly name: GraphQLTypes['OrderActionType'];
  /**
   * Ids of the orders that the caller may use the action on; the number of queries does not depend on that of the
   * orders.
   */
  allowedFor(call: Call, orders: readonly StoredOrder[]): Promise<ReadonlySet<number>>;
}

/** A choice of a buyer, as texts for people. */
export interface ChosenLabel {
  readonly label: string;
  readonly value: string;
}

/** Throws the reason against shipping an order by hand. */
type ShipmentGuard = (call: Call, order: StoredOrder) => void;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    shipmentGuards: ShipmentGuard;
    orderExtensions: OrderExtension;
    documentExtensions: DocumentExtension;
    orderFollowers: OrderFollower;
    orderItemTypes: OrderItemType;
    orderActions: BuyerAction;
  }
}
