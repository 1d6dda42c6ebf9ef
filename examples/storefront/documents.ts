/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AttributeInputSelectedOption = {
  value: string;
};

export type AttributeValueInput = {
  attribute_code: string;
  selected_options?: Array<AttributeInputSelectedOption | null | undefined> | null | undefined;
  value?: string | null | undefined;
};

export type CartAddressInput = {
  city: string;
  company?: string | null | undefined;
  country_code: string;
  custom_attributes?: Array<AttributeValueInput | null | undefined> | null | undefined;
  fax?: string | null | undefined;
  firstname: string;
  lastname: string;
  middlename?: string | null | undefined;
  postcode?: string | null | undefined;
  prefix?: string | null | undefined;
  region?: string | null | undefined;
  region_id?: number | null | undefined;
  save_in_address_book?: boolean | null | undefined;
  street: Array<string | null | undefined>;
  suffix?: string | null | undefined;
  telephone?: string | null | undefined;
  vat_id?: string | null | undefined;
};

export type CartItemInput = {
  entered_options?: Array<EnteredOptionInput | null | undefined> | null | undefined;
  parent_sku?: string | null | undefined;
  quantity: number;
  selected_options?: Array<string | null | undefined> | null | undefined;
  sku: string;
};

export type CurrencyEnum =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZM'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BUK'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHE'
  | 'CHF'
  | 'CHW'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EEK'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEK'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GQE'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LSM'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRO'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIC'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RHD'
  | 'ROL'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SKK'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'STD'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMM'
  | 'TND'
  | 'TOP'
  | 'TRL'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VEB'
  | 'VEF'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'YTL'
  | 'ZAR'
  | 'ZMK'
  | 'ZWD';

export type EnteredOptionInput = {
  uid: string;
  value: string;
};

export type FilterEqualTypeInput = {
  eq?: string | null | undefined;
  in?: Array<string | null | undefined> | null | undefined;
};

export type FilterMatchTypeEnum =
  | 'FULL'
  | 'PARTIAL';

export type FilterMatchTypeInput = {
  match?: string | null | undefined;
  match_type?: FilterMatchTypeEnum | null | undefined;
};

export type FilterRangeTypeInput = {
  from?: string | null | undefined;
  to?: string | null | undefined;
};

export type ProductAttributeFilterInput = {
  category_id?: FilterEqualTypeInput | null | undefined;
  category_uid?: FilterEqualTypeInput | null | undefined;
  category_url_path?: FilterEqualTypeInput | null | undefined;
  demo_colour?: FilterEqualTypeInput | null | undefined;
  demo_material?: FilterEqualTypeInput | null | undefined;
  description?: FilterMatchTypeInput | null | undefined;
  name?: FilterMatchTypeInput | null | undefined;
  price?: FilterRangeTypeInput | null | undefined;
  short_description?: FilterMatchTypeInput | null | undefined;
  sku?: FilterEqualTypeInput | null | undefined;
  url_key?: FilterEqualTypeInput | null | undefined;
};

export type ProductAttributeSortInput = {
  name?: SortEnum | null | undefined;
  position?: SortEnum | null | undefined;
  price?: SortEnum | null | undefined;
  relevance?: SortEnum | null | undefined;
};

export type ProductStockStatus =
  | 'IN_STOCK'
  | 'OUT_OF_STOCK';

export type ShippingMethodInput = {
  carrier_code: string;
  method_code: string;
};

export type SortEnum =
  | 'ASC'
  | 'DESC';

export type AmountFragment = { value: number | null, currency: CurrencyEnum | null };

export type TileFragment = { sku: string | null, name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null, price_range: { minimum_price: { regular_price: { value: number | null, currency: CurrencyEnum | null }, final_price: { value: number | null, currency: CurrencyEnum | null } } } };

export type FrameQueryVariables = Exact<{ [key: string]: never; }>;


export type FrameQuery = { storeConfig: { store_name: string | null } | null, categories: { items: Array<{ children: Array<{ uid: string, name: string | null } | null> | null } | null> | null } | null };

export type ProductsQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: ProductAttributeFilterInput | null | undefined;
  sort?: ProductAttributeSortInput | null | undefined;
  page: number;
}>;


export type ProductsQuery = { products: { total_count: number | null, page_info: { total_pages: number | null } | null, items: Array<{ sku: string | null, name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null, price_range: { minimum_price: { regular_price: { value: number | null, currency: CurrencyEnum | null }, final_price: { value: number | null, currency: CurrencyEnum | null } } } } | null> | null, aggregations: Array<{ attribute_code: string, label: string | null, options: Array<{ label: string | null, value: string, count: number | null } | null> | null } | null> | null, suggestions: Array<{ search: string } | null> | null } | null };

export type ProductQueryVariables = Exact<{
  urlKey: string;
}>;


export type ProductQuery = { products: { items: Array<
      | (
        { stock_status: ProductStockStatus | null, sku: string | null, name: string | null, url_key: string | null, description: { html: string } | null, media_gallery: Array<{ url: string | null, label: string | null } | null> | null, small_image: { url: string | null, label: string | null } | null, price_range: { minimum_price: { regular_price: { value: number | null, currency: CurrencyEnum | null }, final_price: { value: number | null, currency: CurrencyEnum | null } } } }
        & { __typename: 'BundleProduct' | 'DownloadableProduct' | 'GiftCardProduct' | 'GroupedProduct' | 'SimpleProduct' | 'VirtualProduct' }
      )
      | (
        { stock_status: ProductStockStatus | null, sku: string | null, name: string | null, url_key: string | null, configurable_options: Array<{ label: string | null, values: Array<{ uid: string | null, label: string | null } | null> | null } | null> | null, description: { html: string } | null, media_gallery: Array<{ url: string | null, label: string | null } | null> | null, small_image: { url: string | null, label: string | null } | null, price_range: { minimum_price: { regular_price: { value: number | null, currency: CurrencyEnum | null }, final_price: { value: number | null, currency: CurrencyEnum | null } } } }
        & { __typename: 'ConfigurableProduct' }
      )
     | null> | null } | null };

export type ContentsFragment = { email: string | null, items: Array<
    | { uid: string, quantity: number, product: { name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null }, prices: { row_total_including_tax: { value: number | null, currency: CurrencyEnum | null } } | null }
    | { uid: string, quantity: number, configurable_options: Array<{ option_label: string, value_label: string } | null>, product: { name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null }, prices: { row_total_including_tax: { value: number | null, currency: CurrencyEnum | null } } | null }
   | null> | null, prices: { subtotal_including_tax: { value: number | null, currency: CurrencyEnum | null } | null, discounts: Array<{ label: string, amount: { value: number | null, currency: CurrencyEnum | null } } | null> | null, grand_total: { value: number | null, currency: CurrencyEnum | null } | null } | null, shipping_addresses: Array<{ firstname: string, lastname: string, street: Array<string | null>, city: string, postcode: string | null, telephone: string | null, region: { code: string | null } | null, country: { code: string }, available_shipping_methods: Array<{ carrier_code: string, method_code: string | null, carrier_title: string, method_title: string | null, amount: { value: number | null, currency: CurrencyEnum | null } } | null> | null, selected_shipping_method: { carrier_code: string, method_code: string, amount: { value: number | null, currency: CurrencyEnum | null } } | null } | null>, available_payment_methods: Array<{ code: string, title: string } | null> | null };

export type CartQueryVariables = Exact<{
  id: string;
}>;


export type CartQuery = { cart: { email: string | null, items: Array<
      | { uid: string, quantity: number, product: { name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null }, prices: { row_total_including_tax: { value: number | null, currency: CurrencyEnum | null } } | null }
      | { uid: string, quantity: number, configurable_options: Array<{ option_label: string, value_label: string } | null>, product: { name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null }, prices: { row_total_including_tax: { value: number | null, currency: CurrencyEnum | null } } | null }
     | null> | null, prices: { subtotal_including_tax: { value: number | null, currency: CurrencyEnum | null } | null, discounts: Array<{ label: string, amount: { value: number | null, currency: CurrencyEnum | null } } | null> | null, grand_total: { value: number | null, currency: CurrencyEnum | null } | null } | null, shipping_addresses: Array<{ firstname: string, lastname: string, street: Array<string | null>, city: string, postcode: string | null, telephone: string | null, region: { code: string | null } | null, country: { code: string }, available_shipping_methods: Array<{ carrier_code: string, method_code: string | null, carrier_title: string, method_title: string | null, amount: { value: number | null, currency: CurrencyEnum | null } } | null> | null, selected_shipping_method: { carrier_code: string, method_code: string, amount: { value: number | null, currency: CurrencyEnum | null } } | null } | null>, available_payment_methods: Array<{ code: string, title: string } | null> | null } | null };

export type CountriesQueryVariables = Exact<{ [key: string]: never; }>;


export type CountriesQuery = { countries: Array<{ id: string | null, full_name_locale: string | null } | null> | null };

export type NewCartMutationVariables = Exact<{ [key: string]: never; }>;


export type NewCartMutation = { createEmptyCart: string | null };

export type AddToCartMutationVariables = Exact<{
  id: string;
  items: Array<CartItemInput> | CartItemInput;
}>;


export type AddToCartMutation = { addProductsToCart: { user_errors: Array<{ message: string }> } | null };

export type UpdateItemMutationVariables = Exact<{
  id: string;
  uid: string;
  quantity: number;
}>;


export type UpdateItemMutation = { updateCartItems: { cart: { id: string } } | null };

export type SetAddressMutationVariables = Exact<{
  id: string;
  email: string;
  address: CartAddressInput;
}>;


export type SetAddressMutation = { setGuestEmailOnCart: { cart: { id: string } } | null, setShippingAddressesOnCart: { cart: { email: string | null, items: Array<
        | { uid: string, quantity: number, product: { name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null }, prices: { row_total_including_tax: { value: number | null, currency: CurrencyEnum | null } } | null }
        | { uid: string, quantity: number, configurable_options: Array<{ option_label: string, value_label: string } | null>, product: { name: string | null, url_key: string | null, small_image: { url: string | null, label: string | null } | null }, prices: { row_total_including_tax: { value: number | null, currency: CurrencyEnum | null } } | null }
       | null> | null, prices: { subtotal_including_tax: { value: number | null, currency: CurrencyEnum | null } | null, discounts: Array<{ label: string, amount: { value: number | null, currency: CurrencyEnum | null } } | null> | null, grand_total: { value: number | null, currency: CurrencyEnum | null } | null } | null, shipping_addresses: Array<{ firstname: string, lastname: string, street: Array<string | null>, city: string, postcode: string | null, telephone: string | null, region: { code: string | null } | null, country: { code: string }, available_shipping_methods: Array<{ carrier_code: string, method_code: string | null, carrier_title: string, method_title: string | null, amount: { value: number | null, currency: CurrencyEnum | null } } | null> | null, selected_shipping_method: { carrier_code: string, method_code: string, amount: { value: number | null, currency: CurrencyEnum | null } } | null } | null>, available_payment_methods: Array<{ code: string, title: string } | null> | null } } | null, setBillingAddressOnCart: { cart: { id: string } } | null };

export type SetShippingMutationVariables = Exact<{
  id: string;
  method: ShippingMethodInput;
}>;


export type SetShippingMutation = { setShippingMethodsOnCart: { cart: { id: string } } | null };

export type PlaceOrderMutationVariables = Exact<{
  id: string;
  payment: string;
}>;


export type PlaceOrderMutation = { setPaymentMethodOnCart: { cart: { id: string } } | null, placeOrder: { orderV2: { number: string } | null, errors: Array<{ message: string } | null> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AmountFragmentDoc = new TypedDocumentString(`
    fragment Amount on Money {
  value
  currency
}
    `, {"fragmentName":"Amount"}) as unknown as TypedDocumentString<AmountFragment, unknown>;
export const TileFragmentDoc = new TypedDocumentString(`
    fragment Tile on ProductInterface {
  sku
  name
  url_key
  small_image {
    url
    label
  }
  price_range {
    minimum_price {
      regular_price {
        ...Amount
      }
      final_price {
        ...Amount
      }
    }
  }
}
    fragment Amount on Money {
  value
  currency
}`, {"fragmentName":"Tile"}) as unknown as TypedDocumentString<TileFragment, unknown>;
export const ContentsFragmentDoc = new TypedDocumentString(`
    fragment Contents on Cart {
  email
  items {
    uid
    quantity
    product {
      name
      url_key
      small_image {
        url
        label
      }
    }
    prices {
      row_total_including_tax {
        ...Amount
      }
    }
    ... on ConfigurableCartItem {
      configurable_options {
        option_label
        value_label
      }
    }
  }
  prices {
    subtotal_including_tax {
      ...Amount
    }
    discounts {
      label
      amount {
        ...Amount
      }
    }
    grand_total {
      ...Amount
    }
  }
  shipping_addresses {
    firstname
    lastname
    street
    city
    postcode
    region {
      code
    }
    country {
      code
    }
    telephone
    available_shipping_methods {
      carrier_code
      method_code
      carrier_title
      method_title
      amount {
        ...Amount
      }
    }
    selected_shipping_method {
      carrier_code
      method_code
      amount {
        ...Amount
      }
    }
  }
  available_payment_methods {
    code
    title
  }
}
    fragment Amount on Money {
  value
  currency
}`, {"fragmentName":"Contents"}) as unknown as TypedDocumentString<ContentsFragment, unknown>;
export const FrameDocument = new TypedDocumentString(`
    query Frame {
  storeConfig {
    store_name
  }
  categories {
    items {
      children {
        uid
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FrameQuery, FrameQueryVariables>;
export const ProductsDocument = new TypedDocumentString(`
    query Products($search: String, $filter: ProductAttributeFilterInput, $sort: ProductAttributeSortInput, $page: Int!) {
  products(
    search: $search
    filter: $filter
    sort: $sort
    pageSize: 12
    currentPage: $page
  ) {
    total_count
    page_info {
      total_pages
    }
    items {
      ...Tile
    }
    aggregations {
      attribute_code
      label
      options {
        label
        value
        count
      }
    }
    suggestions {
      search
    }
  }
}
    fragment Amount on Money {
  value
  currency
}
fragment Tile on ProductInterface {
  sku
  name
  url_key
  small_image {
    url
    label
  }
  price_range {
    minimum_price {
      regular_price {
        ...Amount
      }
      final_price {
        ...Amount
      }
    }
  }
}`) as unknown as TypedDocumentString<ProductsQuery, ProductsQueryVariables>;
export const ProductDocument = new TypedDocumentString(`
    query Product($urlKey: String!) {
  products(filter: {url_key: {eq: $urlKey}}) {
    items {
      __typename
      ...Tile
      stock_status
      description {
        html
      }
      media_gallery {
        url
        label
      }
      ... on ConfigurableProduct {
        configurable_options {
          label
          values {
            uid
            label
          }
        }
      }
    }
  }
}
    fragment Amount on Money {
  value
  currency
}
fragment Tile on ProductInterface {
  sku
  name
  url_key
  small_image {
    url
    label
  }
  price_range {
    minimum_price {
      regular_price {
        ...Amount
      }
      final_price {
        ...Amount
      }
    }
  }
}`) as unknown as TypedDocumentString<ProductQuery, ProductQueryVariables>;
export const CartDocument = new TypedDocumentString(`
    query Cart($id: String!) {
  cart(cart_id: $id) {
    ...Contents
  }
}
    fragment Amount on Money {
  value
  currency
}
fragment Contents on Cart {
  email
  items {
    uid
    quantity
    product {
      name
      url_key
      small_image {
        url
        label
      }
    }
    prices {
      row_total_including_tax {
        ...Amount
      }
    }
    ... on ConfigurableCartItem {
      configurable_options {
        option_label
        value_label
      }
    }
  }
  prices {
    subtotal_including_tax {
      ...Amount
    }
    discounts {
      label
      amount {
        ...Amount
      }
    }
    grand_total {
      ...Amount
    }
  }
  shipping_addresses {
    firstname
    lastname
    street
    city
    postcode
    region {
      code
    }
    country {
      code
    }
    telephone
    available_shipping_methods {
      carrier_code
      method_code
      carrier_title
      method_title
      amount {
        ...Amount
      }
    }
    selected_shipping_method {
      carrier_code
      method_code
      amount {
        ...Amount
      }
    }
  }
  available_payment_methods {
    code
    title
  }
}`) as unknown as TypedDocumentString<CartQuery, CartQueryVariables>;
export const CountriesDocument = new TypedDocumentString(`
    query Countries {
  countries {
    id
    full_name_locale
  }
}
    `) as unknown as TypedDocumentString<CountriesQuery, CountriesQueryVariables>;
export const NewCartDocument = new TypedDocumentString(`
    mutation NewCart {
  createEmptyCart
}
    `) as unknown as TypedDocumentString<NewCartMutation, NewCartMutationVariables>;
export const AddToCartDocument = new TypedDocumentString(`
    mutation AddToCart($id: String!, $items: [CartItemInput!]!) {
  addProductsToCart(cartId: $id, cartItems: $items) {
    user_errors {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AddToCartMutation, AddToCartMutationVariables>;
export const UpdateItemDocument = new TypedDocumentString(`
    mutation UpdateItem($id: String!, $uid: ID!, $quantity: Float!) {
  updateCartItems(
    input: {cart_id: $id, cart_items: [{cart_item_uid: $uid, quantity: $quantity}]}
  ) {
    cart {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateItemMutation, UpdateItemMutationVariables>;
export const SetAddressDocument = new TypedDocumentString(`
    mutation SetAddress($id: String!, $email: String!, $address: CartAddressInput!) {
  setGuestEmailOnCart(input: {cart_id: $id, email: $email}) {
    cart {
      id
    }
  }
  setShippingAddressesOnCart(
    input: {cart_id: $id, shipping_addresses: [{address: $address}]}
  ) {
    cart {
      ...Contents
    }
  }
  setBillingAddressOnCart(
    input: {cart_id: $id, billing_address: {same_as_shipping: true}}
  ) {
    cart {
      id
    }
  }
}
    fragment Amount on Money {
  value
  currency
}
fragment Contents on Cart {
  email
  items {
    uid
    quantity
    product {
      name
      url_key
      small_image {
        url
        label
      }
    }
    prices {
      row_total_including_tax {
        ...Amount
      }
    }
    ... on ConfigurableCartItem {
      configurable_options {
        option_label
        value_label
      }
    }
  }
  prices {
    subtotal_including_tax {
      ...Amount
    }
    discounts {
      label
      amount {
        ...Amount
      }
    }
    grand_total {
      ...Amount
    }
  }
  shipping_addresses {
    firstname
    lastname
    street
    city
    postcode
    region {
      code
    }
    country {
      code
    }
    telephone
    available_shipping_methods {
      carrier_code
      method_code
      carrier_title
      method_title
      amount {
        ...Amount
      }
    }
    selected_shipping_method {
      carrier_code
      method_code
      amount {
        ...Amount
      }
    }
  }
  available_payment_methods {
    code
    title
  }
}`) as unknown as TypedDocumentString<SetAddressMutation, SetAddressMutationVariables>;
export const SetShippingDocument = new TypedDocumentString(`
    mutation SetShipping($id: String!, $method: ShippingMethodInput!) {
  setShippingMethodsOnCart(input: {cart_id: $id, shipping_methods: [$method]}) {
    cart {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetShippingMutation, SetShippingMutationVariables>;
export const PlaceOrderDocument = new TypedDocumentString(`
    mutation PlaceOrder($id: String!, $payment: String!) {
  setPaymentMethodOnCart(input: {cart_id: $id, payment_method: {code: $payment}}) {
    cart {
      id
    }
  }
  placeOrder(input: {cart_id: $id}) {
    orderV2 {
      number
    }
    errors {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<PlaceOrderMutation, PlaceOrderMutationVariables>;