import { queries, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { popularityOf, redirectOf } from '../terms/count-search.ts';

const values = valueTypes({ SearchTerm: { query_text: 'String', redirect: 'String', popularity: 'Int' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

/** Not shared: the popularity of a term is no public content, and changes with each search. */
const termQueries = queries((t) => ({
  searchTerm: t.field('SearchTerm', { Search: 'String' }, async (_, { Search: search }, call) => {
    const text = search?.trim() ?? '';
    if (text === '') return null;
    return {
      query_text: text,
      redirect: redirectOf(call, text) ?? null,
      popularity: await popularityOf(call, text),
    };
  }),
}));

/** A search term with its redirect, as PWA Studio asks for it before it shows results. */
export const termDeclarations = [values, termQueries];
