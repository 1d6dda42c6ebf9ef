import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

/** A wrapping design. `status` is 1 while buyers may choose it; the price is in the base currency. */
export const Wrapping = t.object('gift-wrapping-data-wrapping-interface', {
  wrapping_id: t.integer,
  design: t.string,
  status: t.integer,
  base_price: t.number,
  image_name: t.optional(t.string),
  image_base64_content: t.optional(t.string),
  base_currency_code: t.optional(t.string),
  website_ids: t.optional(t.array(t.integer)),
  image_url: t.optional(t.string),
  extension_attributes: t.optional(t.extension('gift-wrapping-data-wrapping-extension-interface', {})),
});
/** A design in a request. */
export type SentWrapping = t.In<typeof Wrapping>;
/** A design in a response. */
export type ShownWrapping = t.Out<typeof Wrapping>;
/** A page of designs. */
export const WrappingSearchResults = searchResults('gift-wrapping-data-wrapping-search-results-interface', Wrapping);
