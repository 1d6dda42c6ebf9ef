import type { In } from '../../kernel/types.ts';
import { escapeLike } from '../sql.ts';
import type { SearchCriteria } from './criteria.ts';

/** A page of a list that people search by a text and by states. */
export interface TextSearch {
  /** A part of one of the fields of text; empty: any. */
  readonly search: string;
  /** Values of `status`; empty: all. */
  readonly states: readonly string[];
  readonly page: number;
  readonly size: number;
}

/** The search criteria of such a page. `textFields`: the fields of which one contains the text. */
export function textCriteria(
  { search, states, page, size }: TextSearch,
  textFields: readonly string[],
): In<typeof SearchCriteria> {
  const value = `%${escapeLike(search.trim())}%`;
  const bySearch = textFields.map((field) => ({ field, condition_type: 'like', value }));
  const byState = { field: 'status', condition_type: 'in', value: states.join(',') };
  return {
    filter_groups: [
      ...(search.trim() === '' ? [] : [{ filters: bySearch }]),
      ...(states.length === 0 ? [] : [{ filters: [byState] }]),
    ],
    page_size: size,
    current_page: page,
  };
}
