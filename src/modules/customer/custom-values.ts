import type { StoredValue } from '../eav/service.ts';

/** Values of added attributes by code; an attribute without a value is not there. */
export type CustomValues = Readonly<Record<string, StoredValue>>;
