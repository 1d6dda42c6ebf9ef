import * as t from '../../kernel/types.ts';
import { SortOrder } from '../../storage/criteria/criteria.ts';

/** A store for the pickup of orders. Coordinates in degrees. */
const PickupLocation = t.object('inventory-in-store-pickup-api-data-pickup-location-interface', {
  pickup_location_code: t.string,
  name: t.optional(t.string),
  email: t.optional(t.string),
  fax: t.optional(t.string),
  contact_name: t.optional(t.string),
  description: t.optional(t.string),
  latitude: t.optional(t.number),
  longitude: t.optional(t.number),
  country_id: t.optional(t.string),
  region_id: t.optional(t.integer),
  region: t.optional(t.string),
  city: t.optional(t.string),
  street: t.optional(t.string),
  postcode: t.optional(t.string),
  phone: t.optional(t.string),
  extension_attributes: t.optional(
    t.extension('inventory-in-store-pickup-api-data-pickup-location-extension-interface', {}),
  ),
});

const Filter = t.object('inventory-in-store-pickup-api-data-search-request-filter-interface', {
  value: t.string,
  condition_type: t.string,
});

const Filters = t.object('inventory-in-store-pickup-api-data-search-request-filters-interface', {
  country: t.optional(Filter),
  postcode: t.optional(Filter),
  region: t.optional(Filter),
  region_id: t.optional(Filter),
  city: t.optional(Filter),
  street: t.optional(Filter),
  name: t.optional(Filter),
  pickup_location_code: t.optional(Filter),
});

const ProductInfo = t.object('inventory-in-store-pickup-api-data-search-request-product-info-interface', {
  sku: t.string,
  extension_attributes: t.optional(
    t.extension('inventory-in-store-pickup-api-data-search-request-product-info-extension-interface', {}),
  ),
});

/** A search for pickup locations. An area is a circle around a place; its radius is in kilometres. */
export const PickupSearchRequest = t.object('inventory-in-store-pickup-api-data-search-request-interface', {
  area: t.optional(
    t.object('inventory-in-store-pickup-api-data-search-request-area-interface', {
      radius: t.integer,
      search_term: t.string,
    }),
  ),
  filters: t.optional(Filters),
  page_size: t.optional(t.integer),
  current_page: t.integer,
  scope_type: t.string,
  scope_code: t.string,
  sort: t.optional(t.array(SortOrder)),
  extension_attributes: t.optional(
    t.extension('inventory-in-store-pickup-api-data-search-request-extension-interface', {
      products_info: t.optional(t.array(ProductInfo)),
    }),
  ),
});
/** A search in a request. */
export type PickupSearchInput = t.In<typeof PickupSearchRequest>;

/** A page of pickup locations. */
export const PickupSearchResult = t.object('inventory-in-store-pickup-api-data-search-result-interface', {
  items: t.array(PickupLocation),
  search_request: PickupSearchRequest,
  total_count: t.integer,
});

/** The results of notices: an error is a JSON text of an order's `id` and a `message`. */
export const NoticeResult = t.object('inventory-in-store-pickup-sales-api-data-result-interface', {
  successful: t.boolean,
  errors: t.array(t.string),
  extension_attributes: t.optional(
    t.extension('inventory-in-store-pickup-sales-api-data-result-extension-interface', {}),
  ),
});
