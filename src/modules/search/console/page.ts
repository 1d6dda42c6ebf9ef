import type { ConsoleField, ConsolePage } from '../../../kernel/console-pages.ts';
import { readEmptyTerms, readPopularTerms, readSearchRules } from './routes.ts';

const columns: readonly ConsoleField[] = [
  { field: 'term', label: 'Term' },
  { field: 'store_name', label: 'Store view' },
  { field: 'searches', label: 'Searches', format: 'number' },
  { field: 'results', label: 'Results', format: 'number' },
  { field: 'last_searched_at', label: 'Last search', format: 'time' },
];

/** The page of the console about searches: terms of shoppers, terms without results, and the rules in force. */
export const searchConsolePage: ConsolePage = {
  place: 'search',
  title: 'Search',
  permission: 'Magento_Search::search',
  blocks: [
    {
      kind: 'list',
      title: 'Searches without results',
      route: readEmptyTerms,
      columns,
      none: 'No searches without results.',
    },
    { kind: 'list', title: 'Popular searches', route: readPopularTerms, columns, none: 'No searches yet.' },
    {
      kind: 'list',
      title: 'Synonyms, redirects and boosts',
      route: readSearchRules,
      columns: [
        { field: 'rule', label: 'Rule' },
        { field: 'kind', label: 'Kind', format: 'badge' },
        { field: 'store_name', label: 'Store view' },
        { field: 'setting', label: 'Setting' },
      ],
      none: 'No rules. Add some in Settings: search for souk/search.',
    },
  ],
};
