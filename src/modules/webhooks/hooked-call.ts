import type { Call } from '../../kernel/call.ts';
import type { CallArguments } from '../../kernel/interception.ts';
import type { Platform } from '../../kernel/platform.ts';

/** A call with hooks. */
export interface HookedCall {
  readonly platform: Platform;
  readonly call: Call;
  readonly input: CallArguments;
  /** Argument of the mutation that holds the rest; undefined for routes. */
  readonly argument: string | undefined;
  /** Fields of the argument types, by argument; all other values of an entity are custom attributes. */
  fieldsOf(argument: string): ReadonlySet<string>;
}
