import type { Call } from './call.ts';
import type { Platform } from './platform.ts';
import type { RegisteredRoute } from './registry.ts';

/** Arguments of a call, by name. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** An interceptor's part in a writing call. It runs outside transactions. */
export interface Interception {
  /** Receives the arguments before anything else happens, and returns the arguments to use. Throws to reject the call. */
  before(input: CallArguments): Promise<CallArguments>;
  /** Receives the response after the commit, and returns the response to send. Throws to report an error to the caller. */
  after(input: CallArguments, result: unknown): Promise<unknown>;
}

/** Decides whether it intercepts a call. It runs for every writing call, so it has to be fast. */
export interface Interceptor {
  ofRoute(platform: Platform, registered: RegisteredRoute, call: Call): Interception | undefined;
  /** For a GraphQL mutation, by its name; the arguments are those of the field. */
  ofMutation(platform: Platform, name: string, call: Call): Interception | undefined;
}

declare module './merged-types.ts' {
  interface ContributionPoints {
    interceptors: Interceptor;
  }
}

/** Chains interceptors; undefined if none intercepts. */
export function interceptionOf(
  call: Call,
  ask: (interceptor: Interceptor) => Interception | undefined,
): Interception | undefined {
  const all = call.contributions.interceptors.flatMap((one) => ask(one) ?? []);
  if (all.length <= 1) return all[0];
  return {
    async before(input) {
      for (const one of all) input = await one.before(input);
      return input;
    },
    async after(input, result) {
      for (const one of all) result = await one.after(input, result);
      return result;
    },
  };
}
