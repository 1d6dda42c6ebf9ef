import { useLocation } from 'preact-iso';

/** What a page is narrowed to, kept in its address, so that it can be sent to others and gone back to. */
export function useFilters(): [Readonly<Record<string, string>>, (changes: Readonly<Record<string, string>>) => void] {
  const { path, query, route } = useLocation();
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
    route(next.length > 0 ? `${path}?${new URLSearchParams(next)}` : path, true);
  };
  return [query, change];
}
