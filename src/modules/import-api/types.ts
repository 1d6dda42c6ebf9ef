import * as t from '../../kernel/types.ts';

/** A CSV text to import: base64, may be compressed by gzip. */
export const CsvSource = t.object('import-csv-api-data-localized-source-data-interface', {
  locale: t.optional(t.string),
  entity: t.string,
  behavior: t.string,
  validation_strategy: t.string,
  allowed_error_count: t.string,
  csv_data: t.string,
  import_field_separator: t.optional(t.string),
  import_multiple_value_separator: t.optional(t.string),
  import_empty_attribute_value_constant: t.optional(t.string),
  import_images_file_dir: t.optional(t.string),
});

/** A list of objects to import, with the columns of a CSV file as their fields. */
export const JsonSource = t.object('import-json-api-data-source-data-interface', {
  entity: t.string,
  behavior: t.string,
  validation_strategy: t.string,
  allowed_error_count: t.string,
  items: t.unstructured('unstructured-array'),
  import_images_file_dir: t.optional(t.string),
  locale: t.optional(t.string),
});
