import { useLocation } from 'preact-iso';

/** Changes filters of a page; `isTyping`: without a new entry in the history. */
type ChangeFilters = (changes: Readonly<Record<string, string>>, isTyping?: boolean) => void;

/**
 * The filters of a page, stored in its address, so that links and the history keep them: Back undoes the last change, except
 * those made while typing. The last function returns the address of the page with changed filters, for links.
 */
export function useFilters(): [
  Readonly<Record<string, string>>,
  ChangeFilters,
  (changes: Readonly<Record<string, string>>) => string,
] {
  const { path, query, route } = useLocation();
  const addressWith = (changes: Readonly<Record<string, string>>): string => addressOf(path, { ...query, ...changes });
  const change: ChangeFilters = (changes, isTyping = false) => {
    const url = addressWith(changes);
    if (url !== location.pathname + location.search) route(url, isTyping);
  };
  return [query, change, addressWith];
}

/** A path with those filters that have a value. */
export function addressOf(path: string, filters: Readonly<Record<string, string>>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}
