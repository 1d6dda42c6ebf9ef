import type { VariableType } from './types.ts';

/** An environment variable that Souk reads. */
export interface Variable<T> {
  readonly name: string;
  readonly type: VariableType<T>;
  /** The text that holds where the variable is not set, or is empty; in angle brackets: other variables. */
  readonly default: string;
  readonly description: string;
}

/** Describes an environment variable. */
export const variable = <T>(
  name: string,
  type: VariableType<T>,
  byDefault: string,
  description: string,
): Variable<T> => ({
  name,
  type,
  default: byDefault,
  description,
});
