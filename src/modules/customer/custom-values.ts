import type { StoredValue } from '../eav/service.ts';

/** Values of added attributes by code; attributes without a value are absent. */
export type CustomValues = Readonly<Record<string, StoredValue>>;
