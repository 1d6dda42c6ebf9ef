import type { Attribute } from '../../eav/service.ts';

const models = 'Magento\\Eav\\Model\\Entity\\Attribute\\';

/** The properties that follow from the input type of a product attribute. */
type InputType = Pick<Attribute, 'backendType'> &
  Partial<Pick<Attribute, 'frontendInput' | 'backendModel' | 'sourceModel' | 'additional'>>;

const date: InputType = { backendType: 'datetime', backendModel: `${models}Backend\\Datetime` };
const text: InputType = { backendType: 'text' };

/** The input types of product attributes, by name. Swatches are selects whose options have one. */
const inputTypes = new Map<string, InputType>(
  Object.entries({
    text: { backendType: 'varchar' },
    textarea: text,
    texteditor: text,
    pagebuilder: text,
    date,
    datetime: date,
    boolean: { backendType: 'int', sourceModel: `${models}Source\\Boolean` },
    select: { backendType: 'int' },
    multiselect: { backendType: 'text', backendModel: `${models}Backend\\ArrayBackend` },
    price: { backendType: 'decimal', backendModel: 'Magento\\Catalog\\Model\\Product\\Attribute\\Backend\\Price' },
    media_image: { backendType: 'varchar' },
    weee: { backendType: 'static', backendModel: 'Magento\\Weee\\Model\\Attribute\\Backend\\Weee\\Tax' },
    swatch_visual: { backendType: 'int', frontendInput: 'select', additional: { swatch_input_type: 'visual' } },
    swatch_text: { backendType: 'int', frontendInput: 'select', additional: { swatch_input_type: 'text' } },
  } satisfies Record<string, InputType>),
);

/** The input type with a name; undefined for one that products do not have. */
export function inputType(name: string): InputType | undefined {
  return inputTypes.get(name);
}

/** Codes that user-defined product attributes may not have, because products have fields of these names. */
const reservedCodes = new Set(
  `attribute_set_id attribute_text attributes cache_id_tags cache_tags category category_collection category_id category_ids
  collection created_at cross_sell_link_collection cross_sell_product_collection cross_sell_product_ids cross_sell_products
  custom_attribute custom_attributes custom_option custom_options data default_attribute_set_id entity_id event_prefix
  extension_attributes final_price formated_price formatted_price formatted_tier_price gift_message_available group_price
  group_price_count has_options id id_by_sku id_field_name identities image is_salable is_virtual link_instance
  media_attribute_values media_attributes media_config media_gallery media_gallery_entries media_gallery_images
  minimal_price name option_by_id option_instance options orig_data position preconfigured_values price price_info
  price_model product_entities_info product_links product_url qty related_link_collection related_product_collection
  related_product_ids related_products reserved_attributes resource resource_collection resource_name sku
  special_from_date special_price special_to_date status stock_item store store_id store_ids stored_data tier_price
  tier_price_count tier_prices type_instance up_sell_link_collection up_sell_product_collection up_sell_product_ids
  up_sell_products updated_at url_in_store url_model url_path visibility visible_in_catalog_statuses
  visible_in_site_visibilities visible_statuses website_ids website_store_ids weight`.split(/\s+/),
);

/** Whether products have a field of this name, so that no attribute can have it as its code. */
export function isReserved(code: string): boolean {
  return reservedCodes.has(code);
}
