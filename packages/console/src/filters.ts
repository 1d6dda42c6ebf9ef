import { useLocation } from 'preact-iso';

/** The filters of a page, stored in its address, so that links and the history keep them. */
export function useFilters(): [Readonly<Record<string, string>>, (changes: Readonly<Record<string, string>>) => void] {
  const { path, query, route } = useLocation();
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
    route(next.length > 0 ? `${path}?${new URLSearchParams(next)}` : path, true);
  };
  return [query, change];
}
