import type { Caller } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Settings } from '../kernel/platform.ts';
import type { AnyRoute } from '../kernel/route.ts';
import type { Format } from './formats.ts';

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
/**
 * Values that any body may have. Each further one takes some bytes at least: 7 in the densest imports, long lists of short
 * numbers, 14 where they are written as XML. Who sends values without content is found out in the first two megabytes.
 */
const FREE_VALUES = 200_000;
/** Bytes that a value takes at least, by format. */
const bytesOfValue: Readonly<Record<Format, number>> = { json: 6, xml: 10 };
/** Bytes after which it is looked whether there may be so many values: the same ones however the body arrives. */
const BLOCK = 65_536;
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
export function createBudgetCounter({ values, keys }: Budget, format: Format) {
  let counted = 0;
  let received = 0;
  return {
    /** Counts one value. */
    value(): void {
      if (++counted > values) throw platformErrors.bodyValues({ max: values });
    },
    /** Looks at the number of keys that an object has by now. */
    keys(count: number): void {
      if (count > keys) throw platformErrors.bodyKeys({ max: keys });
    },
    /** The parts of a chunk of the body: each is to be counted before the next is taken. */
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
