import type { Caller } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Settings } from '../kernel/platform.ts';
import type { AnyRoute } from '../kernel/route.ts';

/** What a body may have at most. Checked while it arrives, so that one which has more costs little. */
export interface Budget {
  /** Bytes. */
  readonly bytes: number;
  /** Values: objects, lists, and what is in them; elements and attributes of XML. */
  readonly values: number;
  /** Keys of one object. */
  readonly keys: number;
}

/** Values in a body of somebody who imports: those of the largest body when it is made of custom attributes. */
const IMPORTED_VALUES = 3_000_000;
/** Values in anybody's body. The largest ones that storefronts send have some hundreds. */
const PUBLIC_VALUES = 50_000;
/** Keys of one object: the widest types have some hundreds, and a list may come as an object. */
const KEYS = 50_000;

/** What a caller's body may have: admin users and integrations import, others do not, unless a route takes their files. */
export function budgetOf({ type }: Caller, { takesFiles }: AnyRoute, settings: Settings): Budget {
  if (type === 'admin' || type === 'integration') {
    return { bytes: settings.maxBodyBytes, values: IMPORTED_VALUES, keys: KEYS };
  }
  const bytes = takesFiles ? settings.maxBodyBytes : Math.min(settings.maxPublicBodyBytes, settings.maxBodyBytes);
  return { bytes, values: PUBLIC_VALUES, keys: KEYS };
}

/** Counts what a body has and throws 413 when that is more than its budget. */
export function createCount({ values, keys }: Budget) {
  let counted = 0;
  return {
    /** Counts one value. */
    value(): void {
      if (++counted > values) throw platformErrors.bodyValues({ max: values });
    },
    /** Looks at the number of keys that an object has by now. */
    keys(count: number): void {
      if (count > keys) throw platformErrors.bodyKeys({ max: keys });
    },
  };
}
