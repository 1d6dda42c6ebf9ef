import { searchResults } from '../../../storage/criteria/criteria.ts';
import * as t from '../../../kernel/types.ts';

/** Id of the entity type `catalog_product`, as attribute sets name it. */
export const PRODUCT_ENTITY_TYPE = 4;
/** Value of `status`: sold, if in stock. */
export const ENABLED = 1;
/** Value of `visibility`: not on pages by itself. */
export const NOT_VISIBLE = 1;

/** The position of a product in a category. */
const CategoryLink = t.object('catalog-data-category-link-interface', {
  position: t.optional(t.integer),
  category_id: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-category-link-extension-interface', {})),
});

/** Extension attributes of a product; modules add to them. */
export const ProductExtensionAttributes = t.extension('catalog-data-product-extension-interface', {
  website_ids: t.optional(t.array(t.integer)),
  category_links: t.optional(t.array(CategoryLink)),
});

/** A link from a product to another: related, up-sell, cross-sell, or the components of a grouped product. */
export const ProductLink = t.object('catalog-data-product-link-interface', {
  sku: t.string,
  link_type: t.string,
  linked_product_sku: t.string,
  linked_product_type: t.string,
  position: t.integer,
  extension_attributes: t.optional(
    t.extension('catalog-data-product-link-extension-interface', { qty: t.optional(t.number) }),
  ),
});

/** A value of a custom option. */
export const CustomOptionValue = t.object('catalog-data-product-custom-option-values-interface', {
  title: t.string,
  sort_order: t.integer,
  price: t.number,
  price_type: t.string,
  sku: t.optional(t.string),
  option_type_id: t.optional(t.integer),
});

/** A custom option: something that a buyer enters or chooses with a product. */
export const CustomOption = t.object('catalog-data-product-custom-option-interface', {
  product_sku: t.string,
  option_id: t.optional(t.integer),
  title: t.string,
  type: t.string,
  sort_order: t.integer,
  is_require: t.boolean,
  price: t.optional(t.number),
  price_type: t.optional(t.string),
  sku: t.optional(t.string),
  file_extension: t.optional(t.string),
  max_characters: t.optional(t.integer),
  image_size_x: t.optional(t.integer),
  image_size_y: t.optional(t.integer),
  values: t.optional(t.array(CustomOptionValue)),
  extension_attributes: t.optional(t.extension('catalog-data-product-custom-option-extension-interface', {})),
});

/** The content of an uploaded image. */
export const ImageContent = t.object('framework-data-image-content-interface', {
  base64_encoded_data: t.string,
  type: t.string,
  name: t.string,
});

/** The address of a video, and its description. */
export const VideoContent = t.object('framework-data-video-content-interface', {
  media_type: t.string,
  video_provider: t.string,
  video_url: t.string,
  video_title: t.string,
  video_description: t.string,
  video_metadata: t.string,
});

/** An image or video of a product. */
export const MediaGalleryEntry = t.object('catalog-data-product-attribute-media-gallery-entry-interface', {
  id: t.optional(t.integer),
  media_type: t.string,
  label: t.string,
  position: t.integer,
  disabled: t.boolean,
  types: t.array(t.string),
  file: t.optional(t.string),
  content: t.optional(ImageContent),
  extension_attributes: t.optional(
    t.extension('catalog-data-product-attribute-media-gallery-entry-extension-interface', {
      video_content: t.optional(VideoContent),
    }),
  ),
});

/** A price for a quantity and more, for a customer group (32000: all) and a website (0: all). */
export const TierPrice = t.object('catalog-data-product-tier-price-interface', {
  customer_group_id: t.integer,
  qty: t.number,
  value: t.number,
  extension_attributes: t.optional(
    t.extension('catalog-data-product-tier-price-extension-interface', {
      percentage_value: t.optional(t.number),
      website_id: t.optional(t.integer),
    }),
  ),
});

/** A product. */
export const Product = t.object('catalog-data-product-interface', {
  id: t.optional(t.integer),
  sku: t.string,
  name: t.optional(t.string),
  attribute_set_id: t.optional(t.integer),
  price: t.optional(t.number),
  status: t.optional(t.integer),
  visibility: t.optional(t.integer),
  type_id: t.optional(t.string),
  created_at: t.optional(t.string),
  updated_at: t.optional(t.string),
  weight: t.optional(t.number),
  extension_attributes: t.optional(ProductExtensionAttributes),
  product_links: t.optional(t.array(ProductLink)),
  options: t.optional(t.array(CustomOption)),
  media_gallery_entries: t.optional(t.array(MediaGalleryEntry)),
  tier_prices: t.optional(t.array(TierPrice)),
  custom_attributes: t.optional(t.customAttributes('catalog_product')),
});
/** The input of a product. */
export type ProductInput = t.In<typeof Product>;
/** A product for a response. */
export type ProductOutput = t.Out<typeof Product>;

/** A page of products. */
export const ProductSearchResults = searchResults('catalog-data-product-search-results-interface', Product);

/** A type of products. */
export const ProductType = t.object('catalog-data-product-type-interface', {
  name: t.string,
  label: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-product-type-extension-interface', {})),
});

/** A website on which a product is sold. */
export const ProductWebsiteLink = t.object('catalog-data-product-website-link-interface', {
  sku: t.string,
  website_id: t.integer,
});
