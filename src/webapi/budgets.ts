import type { Caller } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Settings } from '../kernel/platform.ts';
import type { AnyRoute } from '../kernel/route.ts';
import type { Format } from './formats.ts';

/** The limits of a body. They are checked while it arrives, so that a body beyond them costs little. */
export interface Budget {
  /** Bytes. */
  readonly bytes: number;
  /** Values: objects, lists, and what is in them; elements and attributes of XML. */
  readonly values: number;
  /** Keys of one object. */
  readonly keys: number;
}

/** Values in a body of a caller who imports: as many as the largest body has if it consists of custom attributes. */
const IMPORTED_VALUES = 3_000_000;
/** Values in a body of any other caller, and in the variables of a GraphQL request. The largest ones of storefronts have some hundreds. */
export const PUBLIC_VALUES = 50_000;
/**
 * Values that are allowed in a body of any size. Beyond them each value must take some bytes: 7 in the densest imports, which are
 * long lists of short numbers, or 14 in XML. So a body of values without content is refused within its first two megabytes.
 */
const FREE_VALUES = 200_000;
/** Bytes that each further value must take, by format. */
const bytesOfValue: Readonly<Record<Format, number>> = { json: 6, xml: 10 };
/** The number of values is checked after so many bytes, at the same places however the body is cut into chunks. */
const BLOCK = 65_536;
/** Keys of one object: the widest types have some hundreds, and a list may be sent as an object. */
const KEYS = 50_000;

/** The budget of a caller's body: a large one for admin users and integrations, who import, and for routes that take files. */
export function budgetOf({ type }: Caller, { takesFiles }: AnyRoute, settings: Settings): Budget {
  if (type === 'admin' || type === 'integration') {
    return { bytes: settings.maxBodyBytes, values: IMPORTED_VALUES, keys: KEYS };
  }
  const bytes = takesFiles ? settings.maxBodyBytes : Math.min(settings.maxPublicBodyBytes, settings.maxBodyBytes);
  return { bytes, values: PUBLIC_VALUES, keys: KEYS };
}

/** Counts the parts of a body, and throws 413 when they exceed its budget. */
export function createBudgetCounter({ values, keys }: Budget, format: Format) {
  let counted = 0;
  let received = 0;
  return {
    /** Counts one value. */
    value(): void {
      if (++counted > values) throw platformErrors.bodyValues({ max: values });
    },
    /** Checks the number of keys that an object has so far. */
    keys(count: number): void {
      if (count > keys) throw platformErrors.bodyKeys({ max: keys });
    },
    /** Divides a chunk of the body into parts; each has to be counted before the next is taken. */
    *parts(chunk: Uint8Array): Generator<Uint8Array, void> {
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + BLOCK - (received % BLOCK));
        yield part;
        at += part.length;
        received += part.length;
        const max = FREE_VALUES + Math.floor(received / bytesOfValue[format]);
        if (received % BLOCK === 0 && counted > max) throw platformErrors.bodyDensity({ max, bytes: received });
      }
    },
  };
}
