import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const noAttributes = t.optional(t.customAttributes('rma'));

/** A comment on a return, of the shop or of its customer. */
export const ReturnComment = t.object('rma-data-comment-interface', {
  comment: t.string,
  rma_entity_id: t.integer,
  created_at: t.string,
  entity_id: t.integer,
  customer_notified: t.boolean,
  visible_on_front: t.boolean,
  status: t.string,
  admin: t.boolean,
  extension_attributes: t.optional(t.extension('rma-data-comment-extension-interface', {})),
  custom_attributes: noAttributes,
});

/** A carrier's tracking number of a returned parcel. */
export const ReturnTrack = t.object('rma-data-track-interface', {
  entity_id: t.integer,
  rma_entity_id: t.integer,
  track_number: t.string,
  carrier_title: t.string,
  carrier_code: t.string,
  extension_attributes: t.optional(t.extension('rma-data-track-extension-interface', {})),
});

/** An item of a return; reason, condition and resolution are ids of options. */
export const ReturnItem = t.object('rma-data-item-interface', {
  entity_id: t.integer,
  rma_entity_id: t.integer,
  order_item_id: t.integer,
  qty_requested: t.integer,
  qty_authorized: t.integer,
  qty_approved: t.integer,
  qty_returned: t.integer,
  reason: t.string,
  condition: t.string,
  resolution: t.string,
  status: t.string,
  extension_attributes: t.optional(t.extension('rma-data-item-extension-interface', {})),
});

/** A return of items of an order. */
export const Return = t.object('rma-data-rma-interface', {
  increment_id: t.string,
  entity_id: t.integer,
  order_id: t.integer,
  order_increment_id: t.string,
  store_id: t.integer,
  customer_id: t.integer,
  date_requested: t.string,
  customer_custom_email: t.string,
  items: t.array(ReturnItem),
  status: t.string,
  comments: t.array(ReturnComment),
  tracks: t.array(ReturnTrack),
  extension_attributes: t.optional(t.extension('rma-data-rma-extension-interface', {})),
  custom_attributes: noAttributes,
});

/** A page of returns. */
export const ReturnSearchResults = searchResults('rma-data-rma-search-result-interface', Return);
/** A page of comments on returns. */
export const ReturnCommentSearchResults = searchResults('rma-data-comment-search-result-interface', ReturnComment);
/** A page of tracks of returns. */
export const ReturnTrackSearchResults = searchResults('rma-data-track-search-result-interface', ReturnTrack);

/** Metadata of an attribute that has no field of its own in the item's type. */
export const MetadataObject = t.object('framework-metadata-object-interface', { attribute_code: t.string });

/** A return in a request. */
export type SentReturn = t.In<typeof Return>;
/** An item of a return in a request. */
export type SentItem = t.In<typeof ReturnItem> & {
  /** A reason in the buyer's words; only storefronts send it. */
  readonly reason_other?: string;
};
/** A comment on a return in a request. */
export type SentComment = t.In<typeof ReturnComment>;
/** A track of a return in a request. */
export type SentTrack = t.In<typeof ReturnTrack>;
