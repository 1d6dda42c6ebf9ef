import type { Call } from './call.ts';

/** A property of a caller that affects the response to equal queries, such as a customer's group. */
export type ResponseFact = (call: Call) => Promise<string> | string;

declare module './merged-types.ts' {
  interface ContributionPoints {
    responseFacts: ResponseFact;
  }
}
