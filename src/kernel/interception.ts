import type { Call } from './call.ts';
import type { Platform } from './platform.ts';
import type { RegisteredRoute } from './registry.ts';

/** Arguments of a call, by name. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** What somebody outside has to say on a call that changes something. Nothing of it runs in a transaction. */
export interface Interception {
  /** Sees the arguments before anything is done, and gives those that are used in their place. Throws to refuse the call. */
  before(input: CallArguments): Promise<CallArguments>;
  /** Sees what is answered after it is committed, and gives what is answered in its place. Throws to have the caller told so. */
  after(input: CallArguments, answer: unknown): Promise<unknown>;
}

/** Tells whether somebody has a say on a call. Asked of each call that is not a mere reading, so it has to be quick. */
export interface Interceptor {
  ofRoute(platform: Platform, registered: RegisteredRoute, call: Call): Interception | undefined;
  /** Of a mutation of the GraphQL schema, by its name; its arguments are those of the field. */
  ofMutation(platform: Platform, name: string, call: Call): Interception | undefined;
}

declare module './call.ts' {
  interface ContributionPoints {
    interceptors: Interceptor;
  }
}

/** Puts several interceptions after one another; undefined where nobody has a say. */
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
    async after(input, answer) {
      for (const one of all) answer = await one.after(input, answer);
      return answer;
    },
  };
}
