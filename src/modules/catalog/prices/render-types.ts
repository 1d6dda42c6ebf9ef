import * as t from '../../../kernel/types.ts';

/** The request that a page sends when a button is clicked. */
export const RenderButton = t.object('catalog-data-product-render-button-interface', {
  post_data: t.string,
  url: t.string,
  required_options: t.boolean,
  extension_attributes: t.optional(t.extension('catalog-data-product-render-button-extension-interface', {})),
});

/** Prices as texts for people. */
const FormattedPriceInfo = t.object('catalog-data-product-render-formatted-price-info-interface', {
  final_price: t.string,
  max_price: t.string,
  minimal_price: t.string,
  max_regular_price: t.string,
  minimal_regular_price: t.string,
  special_price: t.string,
  regular_price: t.string,
  extension_attributes: t.optional(
    t.extension('catalog-data-product-render-formatted-price-info-extension-interface', {}),
  ),
});

/** Information about the manufacturer's suggested price. */
const MsrpPriceInfo = t.object('msrp-data-product-render-msrp-price-info-interface', {
  msrp_price: t.string,
  is_applicable: t.string,
  is_shown_price_on_gesture: t.string,
  msrp_message: t.string,
  explanation_message: t.string,
  extension_attributes: t.optional(t.extension('msrp-data-product-render-msrp-price-info-extension-interface', {})),
});

/** A fixed tax on a product. */
const WeeeAttribute = t.object('weee-data-product-render-weee-adjustment-attribute-interface', {
  amount: t.string,
  tax_amount: t.string,
  tax_amount_incl_tax: t.string,
  amount_excl_tax: t.string,
  attribute_code: t.string,
  extension_attributes: t.extension('weee-data-product-render-weee-adjustment-attribute-extension-interface', {}),
});

const priceFields = {
  final_price: t.number,
  max_price: t.number,
  max_regular_price: t.number,
  minimal_regular_price: t.number,
  special_price: t.number,
  minimal_price: t.number,
  regular_price: t.number,
  formatted_prices: FormattedPriceInfo,
};

interface PriceInfoShape {
  final_price: number;
  max_price: number;
  max_regular_price: number;
  minimal_regular_price: number;
  special_price: number | null;
  minimal_price: number;
  regular_price: number;
  formatted_prices: t.Out<typeof FormattedPriceInfo>;
  extension_attributes?: {
    msrp?: t.Out<typeof MsrpPriceInfo>;
    tax_adjustments?: PriceInfoShape;
    weee_attributes?: t.Out<typeof WeeeAttribute>[];
    weee_adjustment?: string;
  };
}

/** All prices of a product that a page shows. */
export const PriceInfo = t.object('catalog-data-product-render-price-info-interface', {
  ...priceFields,
  extension_attributes: t.optional(
    t.extension('catalog-data-product-render-price-info-extension-interface', {
      msrp: t.optional(MsrpPriceInfo),
      tax_adjustments: t.optional(t.lazy<PriceInfoShape>((): t.ObjectType => PriceInfo)),
      weee_attributes: t.optional(t.array(WeeeAttribute)),
      weee_adjustment: t.optional(t.string),
    }),
  ),
});

/** An image of a product for one place of a page; sizes in pixels. */
export const RenderImage = t.object('catalog-data-product-render-image-interface', {
  url: t.string,
  code: t.string,
  height: t.number,
  width: t.number,
  label: t.string,
  resized_width: t.number,
  resized_height: t.number,
  extension_attributes: t.optional(t.extension('catalog-data-product-render-image-extension-interface', {})),
});

/** All that a page needs to show a product. */
export const ProductRender = t.object('catalog-data-product-render-interface', {
  add_to_cart_button: RenderButton,
  add_to_compare_button: RenderButton,
  price_info: PriceInfo,
  images: t.array(RenderImage),
  url: t.string,
  id: t.integer,
  name: t.string,
  type: t.string,
  is_salable: t.string,
  store_id: t.integer,
  currency_code: t.string,
  extension_attributes: t.extension('catalog-data-product-render-extension-interface', {
    wishlist_button: t.optional(RenderButton),
    review_html: t.optional(t.string),
  }),
});

/** A page of products with all that is needed to show them. */
export const ProductRenderSearchResults = t.object('catalog-data-product-render-search-results-interface', {
  items: t.array(ProductRender),
});
