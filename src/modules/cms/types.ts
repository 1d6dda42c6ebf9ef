import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

/** A page of content; the identifier is its path. */
export const Page = t.object('cms-data-page-interface', {
  id: t.optional(t.integer),
  identifier: t.string,
  title: t.optional(t.string),
  page_layout: t.optional(t.string),
  meta_title: t.optional(t.string),
  meta_keywords: t.optional(t.string),
  meta_description: t.optional(t.string),
  content_heading: t.optional(t.string),
  content: t.optional(t.string),
  creation_time: t.optional(t.string),
  update_time: t.optional(t.string),
  sort_order: t.optional(t.string),
  layout_update_xml: t.optional(t.string),
  custom_theme: t.optional(t.string),
  custom_root_template: t.optional(t.string),
  custom_layout_update_xml: t.optional(t.string),
  custom_theme_from: t.optional(t.string),
  custom_theme_to: t.optional(t.string),
  active: t.optional(t.boolean),
});
/** The input of a page. */
export type SentPage = t.In<typeof Page>;
/** A list of pages. */
export const PageSearchResults = searchResults('cms-data-page-search-results-interface', Page);

/** A piece of content that pages, categories and templates show. */
export const Block = t.object('cms-data-block-interface', {
  id: t.optional(t.integer),
  identifier: t.string,
  title: t.optional(t.string),
  content: t.optional(t.string),
  creation_time: t.optional(t.string),
  update_time: t.optional(t.string),
  active: t.optional(t.boolean),
});
/** The input of a block. */
export type SentBlock = t.In<typeof Block>;
/** A list of blocks. */
export const BlockSearchResults = searchResults('cms-data-block-search-results-interface', Block);
