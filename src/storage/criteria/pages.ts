import { defineErrors } from '../../kernel/errors.ts';

/** Errors of page requests by storefronts. */
const pageErrors = defineErrors('pages', {
  current: ['input', 'currentPage value must be greater than 0.', 'the requested page of a storefront is below 1'],
  size: ['input', 'pageSize value must be greater than 0.', 'the page size of a storefront is below 1'],
  beyond: [
    'input',
    'currentPage value %1 specified is greater than the %2 page(s) available.',
    'the requested page of a storefront is after the last',
    'filled',
  ],
});

/** A page request of a storefront. */
export interface AskedPage {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Reads a page request of a storefront. Throws for an invalid page. */
export function readAskedPage(current: number | null | undefined, size: number | null | undefined): AskedPage {
  const [page, pageSize] = [current ?? 1, size ?? 20];
  if (page < 1) throw pageErrors.current();
  if (pageSize < 1) throw pageErrors.size();
  return { page, pageSize };
}

/** Throws when an empty page lies behind the last one. A list without items has an empty first page, and any other. */
export async function requireReached(
  { page, pageSize }: AskedPage,
  found: number,
  count: () => Promise<number>,
): Promise<void> {
  if (page === 1 || found > 0) return;
  const pages = Math.ceil((await count()) / pageSize);
  if (pages > 0) throw pageErrors.beyond([page, pages]);
}

/** The page info of a response. */
export async function pageInfo({ page, pageSize }: AskedPage, count: () => Promise<number>) {
  return { current_page: page, page_size: pageSize, total_pages: Math.ceil((await count()) / pageSize) };
}
