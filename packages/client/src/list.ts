import type { PagelessCriteria } from './criteria.ts';

/** A page of a list. */
export interface Page<I> {
  readonly items: I[];
  /** How many items there are on all pages; undefined where the server does not say it. */
  readonly total_count: number | undefined;
}

/** A list that is read as it is gone through: `for await` takes page after page until the last. Nothing is asked before. */
export interface List<I> extends AsyncIterable<I> {
  /** One page: the first, or that of a number. */
  page(number?: number): Promise<Page<I>>;
  /** All items, of every page. */
  all(): Promise<I[]>;
}

/** Reads an answer to criteria of which the page is said. */
export type ReadPage = (criteria: PagelessCriteria & { readonly current_page: number }) => Promise<unknown>;

/** Makes a list of what `read` answers. */
export function createList<I>(criteria: PagelessCriteria, first: number, read: ReadPage): List<I> {
  const { page_size: size } = criteria;
  const page = async (number: number): Promise<Page<I>> => toPage<I>(await read({ ...criteria, current_page: number }));
  async function* items(): AsyncGenerator<I, void, undefined> {
    for (let number = first; ; number += 1) {
      const { items: found, total_count: total } = await page(number);
      yield* found;
      if (found.length < size || (total !== undefined && number * size >= total)) return;
    }
  }
  return {
    page: (number = first) => page(number),
    all: async () => {
      const found: I[] = [];
      for await (const item of items()) found.push(item);
      return found;
    },
    [Symbol.asyncIterator]: items,
  };
}

/** Some lists answer items and their number, others the items alone; where there are none, nothing may stand in their place. */
function toPage<I>(answer: unknown): Page<I> {
  if (Array.isArray(answer)) return { items: answer as I[], total_count: undefined };
  const { items, total_count } = (answer ?? {}) as { items?: I[] | null; total_count?: number };
  return { ...(answer as object), items: items ?? [], total_count };
}
