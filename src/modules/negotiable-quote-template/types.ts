import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';

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
  extension_attributes: t.optional(t.extension('negotiable-quote-template-data-template-extension-interface', {})),
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
  ),
});

/** A page of templates. */
export const TemplateSearchResults = t.object('negotiable-quote-template-data-template-search-results-interface', {
  items: t.array(QuoteTemplate),
  search_criteria: SearchCriteria,
  total_count: t.integer,
});

/** A page of links to documents. */
export const DocumentLinkSearchResults = t.object(
  'negotiable-quote-template-data-reference-document-link-search-results-interface',
  {
    items: t.array(ReferenceDocumentLink),
    search_criteria: SearchCriteria,
    total_count: t.integer,
  },
);
