/** Number of rows that store the version of public content. */
export const CONTENT_SLOTS = 16;

/** The rows of a new database. It starts with another version than the one before it. */
export function firstContentRows(): { slot: number; version: number }[] {
  return Array.from({ length: CONTENT_SLOTS }, (_, slot) => ({
    slot,
    version: slot === 0 ? Date.now() % 1_000_000_000 : 0,
  }));
}
