import * as t from '../../kernel/types.ts';

/** The content of an uploaded file, in base64. */
export const FileContent = t.object('downloadable-data-file-content-interface', {
  file_data: t.string,
  name: t.string,
  extension_attributes: t.optional(t.extension('downloadable-data-file-content-extension-interface', {})),
});

/** A link: something that buyers of a product may download. */
export const DownloadableLink = t.object('downloadable-data-link-interface', {
  id: t.optional(t.integer),
  title: t.optional(t.string),
  sort_order: t.integer,
  is_shareable: t.integer,
  price: t.number,
  number_of_downloads: t.optional(t.integer),
  link_type: t.string,
  link_file: t.optional(t.string),
  link_file_content: t.optional(FileContent),
  link_url: t.optional(t.string),
  sample_type: t.string,
  sample_file: t.optional(t.string),
  sample_file_content: t.optional(FileContent),
  sample_url: t.optional(t.string),
  extension_attributes: t.optional(t.extension('downloadable-data-link-extension-interface', {})),
});

/** A sample: something that everybody may download to try a product. */
export const DownloadableSample = t.object('downloadable-data-sample-interface', {
  id: t.optional(t.integer),
  title: t.string,
  sort_order: t.integer,
  sample_type: t.string,
  sample_file: t.optional(t.string),
  sample_file_content: t.optional(FileContent),
  sample_url: t.optional(t.string),
  extension_attributes: t.optional(t.extension('downloadable-data-sample-extension-interface', {})),
});

/** The product type of downloadable products. */
export const DOWNLOADABLE = 'downloadable';

/** The chosen links of a downloadable product, by id. */
export const DownloadableChoice = t.object('downloadable-data-downloadable-option-interface', {
  downloadable_links: t.array(t.integer),
});
