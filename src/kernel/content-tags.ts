/**
 * Tags of public content. A response that an HTTP cache may store names the content that it shows (`X-Magento-Tags`), and a
 * change of content purges the responses with its tag. Source of the names: the reference's pages.
 */
export const contentTags = {
  products: 'cat_p',
  categories: 'cat_c',
  pages: 'cms_p',
  blocks: 'cms_b',
  /** All responses: settings, attributes and everything else that has no tag of its own. */
  everything: 'FPC',
} as const;

/** A tag of public content. */
export type ContentTag = (typeof contentTags)[keyof typeof contentTags];

/** The content that a response shows if nothing narrower is known. */
export const allContent: readonly ContentTag[] = Object.values(contentTags);
