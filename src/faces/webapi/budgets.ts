import type { Caller } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Settings } from '../../kernel/platform.ts';
import type { AnyRoute } from '../../kernel/route.ts';
import type { Format } from './formats.ts';

/** The limits of a body. They are checked while it arrives, so that a body beyond them costs little. */
export interface Budget {
  /** In bytes. */
  readonly bytes: number;
  /** Number of values: objects, lists, and their contents; elements and attributes of XML. */
  readonly values: number;
  /** Number of keys of one object. */
  readonly keys: number;
}

/** Maximum number of values in a body of a caller who imports: as in the largest body of custom attributes. */
const IMPORTED_VALUES = 3_000_000;
/**
 * Maximum number of values in a body of any other caller, and in the variables of a GraphQL request. The largest ones of
 * storefronts have some hundreds.
 */
export const PUBLIC_VALUES = 50_000;
/**
 * Number of values that a body of any size may contain. Each further value must take some bytes: 7 in the densest imports,
 * which are long lists of short numbers, or 14 in XML. So a body of values without content is rejected within its first two
 * megabytes.
 */
const FREE_VALUES = 200_000;
/** Minimum size of each further value in bytes, by format. */
const bytesOfValue: Readonly<Record<Format, number>> = { json: 6, xml: 10 };
/** The number of values is checked at multiples of this many bytes, independent of the chunks of the body. */
const BLOCK = 65_536;
/** Maximum number of keys of one object: the widest types have some hundreds, and a list may be sent as an object. */
const KEYS = 50_000;

/** The budget of a caller's body: a large one for admin users and integrations, who import, and for routes with file uploads. */
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
    /** Checks the number of keys of an object so far. */
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
