/** Kinds of the conditions under which a block is shown. */
export const targetKinds = ['location', 'segment', 'cart_rule', 'catalog_rule'] as const;
/** A kind of the conditions under which a block is shown. */
export type TargetKind = (typeof targetKinds)[number];

/** Places of a page where blocks are shown, as the schema has them. */
export const locations = ['CONTENT', 'HEADER', 'FOOTER', 'LEFT', 'RIGHT'] as const;
