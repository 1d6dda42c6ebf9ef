import type { Call } from '../../../kernel/call.ts';
import type { Point } from './point.ts';

/** An address; unknown parts are empty. */
export interface PostalAddress {
  /** Code of two letters. */
  readonly country: string;
  readonly postcode: string;
  readonly street: string;
  readonly region: string;
  readonly city: string;
}

/** Who knows where addresses are, and how far it is between them. */
export interface DistanceProvider {
  readonly code: string;
  /** The possible points of each address, the most likely first; none for an unknown one. */
  locate(call: Call, addresses: readonly PostalAddress[]): Promise<readonly (readonly Point[])[]>;
  /** From each of some points to one, in metres or seconds; undefined where there is no way. */
  distances(call: Call, from: readonly Point[], to: Point): Promise<readonly (number | undefined)[]>;
}
