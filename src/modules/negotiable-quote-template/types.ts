import * as t from '../../kernel/types.ts';

/** A template from which quotes are generated. */
export const QuoteTemplate = t.object('negotiable-quote-template-data-template-interface', {
  template_id: t.integer,
  parent_quote_id: t.integer,
  template_name: t.string,
  status: t.string,
  expiration_date: t.string,
  creator_id: t.integer,
  creator_type: t.integer,
  min_orders: t.integer,
  max_orders: t.integer,
  is_min_max_qty_used: t.boolean,
  activated_at: t.string,
  last_shared_at: t.string,
  inactivated_at: t.string,
  created_at: t.string,
  updated_at: t.string,
  extension_attributes: t.optional(t.extension('negotiable-quote-template-data-template-extension-interface', {}), {
    isRequired: true,
  }),
});

/** A link of a template to a document elsewhere, such as a contract. */
export const ReferenceDocumentLink = t.object('negotiable-quote-template-data-reference-document-link-interface', {
  link_id: t.integer,
  template_id: t.integer,
  document_name: t.string,
  document_identifier: t.string,
  reference_document_url: t.string,
  created_at: t.string,
  extension_attributes: t.optional(
    t.extension('negotiable-quote-template-data-reference-document-link-extension-interface', {}),
    { isRequired: true },
  ),
});

const texts = t.optional(t.string);
const whole = t.optional(t.integer);

/** The fields of templates and of links in lists, for which the interface has no type of its own. */
export const listedFields = {
  template_id: whole,
  parent_quote_id: whole,
  template_name: texts,
  status: texts,
  expiration_date: texts,
  creator_id: whole,
  creator_type: whole,
  min_orders: whole,
  max_orders: whole,
  is_min_max_qty_used: t.optional(t.boolean),
  activated_at: texts,
  last_shared_at: texts,
  inactivated_at: texts,
  created_at: texts,
  updated_at: texts,
  link_id: whole,
  document_name: texts,
  document_identifier: texts,
  reference_document_url: texts,
};
