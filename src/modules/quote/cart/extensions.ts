import type { Expression } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import type {
  CartItemExtensions,
  CartExtensions,
  OrderExtensions,
  OrderItemExtensions,
} from '../document-extensions.ts';
import type { ActiveRule } from '../rules.ts';
import type { QuoteAddressOutput } from '../types.ts';
import type { CartCoupons } from './coupons.ts';
import type { CartAddress, StoredCart, StoredCartItem } from './cart.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** The fields that a module adds to carts and to their items, by id. */
export interface CartFields {
  readonly carts?: ReadonlyMap<number, ExtensionFields>;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** Fields of a shipping address that replace the stored ones in responses. */
interface ShownShipping extends Partial<Omit<QuoteAddressOutput, 'extension_attributes'>> {
  readonly extension_attributes?: ExtensionFields;
}

/** The stored part of a request's extension attributes: fields of a module, or other coupons. */
export type StoredExtensionFields = CartExtensions & Partial<CartCoupons>;

/**
 * A module's extension of carts and of their items. Its data lies in the documents of carts (`CartExtensions`), or in tables of
 * its own.
 */
export interface CartExtension {
  /**
   * The extension attributes from `load`, which is called only when the response contains one of them. Default: any
   * attribute.
   */
  readonly fields?: readonly string[];
  /** Loads the added fields of many carts, in one query. */
  load?(call: Call, carts: readonly StoredCart[]): Promise<CartFields>;
  /**
   * Reads the extension attributes of a request and returns the fields to store. An absent or null field stays
   * unchanged.
   */
  save?(call: Call, cart: StoredCart, input: ExtensionFields): Promise<StoredExtensionFields>;
  /** As `save`, for an item of a request. */
  saveItem?(call: Call, item: StoredCartItem, input: ExtensionFields): Promise<CartItemExtensions>;
  /**
   * The shipping address that the extension attributes of an address refer to; it replaces all other fields. Undefined
   * without such a reference. Throws for a missing address.
   */
  shipTo?(call: Call, cart: StoredCart, input: ExtensionFields): Promise<Partial<CartAddress> | undefined>;
  /** The fields of a shipping address that the caller sees in place of the stored ones; undefined: all as stored. */
  showShipping?(call: Call, shipping: CartAddress): ShownShipping | undefined;
  /** Whether the caller must not see where a shipping address is, only its names, region and country. */
  hidesShipping?(call: Call, shipping: CartAddress): boolean;
  /** The ids of carts that never expire. One query. */
  permanentCarts?(call: Call, ids: readonly number[]): Promise<readonly number[]>;
  /** A query for the ids of carts that are in no list of carts. */
  unlistedCarts?(call: Call): Expression<unknown>;
  /** Throws the reason against ordering a cart. */
  requireOrderable?(call: Call, cart: StoredCart): Promise<void>;
  /** The title of the shipping method in the order; undefined: the title of its rate. */
  methodTitle?(cart: StoredCart): string | undefined;
  /** The fields that the order takes over from the cart. */
  draft?(cart: StoredCart, call: Call): OrderExtensions | Promise<OrderExtensions>;
  /** The fields that the order's item copies from the cart's item; `rules`: those that may apply to the cart. */
  draftItem?(item: StoredCartItem, rules: readonly ActiveRule[]): OrderItemExtensions;
  /** Fields that lists of carts can be searched by; `quote` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

/** Units of a product that a rule grants. */
export interface GrantedPieces {
  readonly sku: string;
  readonly qty: number;
}

/**
 * Lets rules grant products to carts to which they apply. Granted items have `granted_by`: they are free and ignored by
 * rules. Buyers can remove but not change them. Each rule grants one item.
 */
export interface CartGrant {
  /**
   * The product that a rule grants automatically when a cart changes; undefined when it grants none or needs a choice.
   */
  gives(rule: ActiveRule): GrantedPieces | undefined;
  /** Whether a rule still grants this product. */
  stays(rule: ActiveRule, item: GrantedPieces): boolean;
}

/** Called for a new or changed cart, in its transaction. */
type CartFollower = (call: Call, cart: StoredCart) => Promise<void>;

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    cartExtensions: CartExtension;
    cartFollowers: CartFollower;
    cartGrants: CartGrant;
  }
}
