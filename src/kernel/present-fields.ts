/** An object whose fields `K` have values. */
type WithFields<T, K extends keyof T> = T & { readonly [F in K]-?: NonNullable<T[F]> };

function hasFields<T extends object, K extends keyof T>(value: T, names: readonly K[]): value is WithFields<T, K> {
  return names.every((name) => value[name] !== undefined && value[name] !== null);
}

/**
 * The same object, with a type in which these fields have values: for input that has passed a check which collects its
 * errors. Throws an error that names the fields when the check let one of them pass without a value.
 */
export function withFields<T extends object, K extends keyof T & string>(value: T, ...names: K[]): WithFields<T, K> {
  if (!hasFields(value, names)) throw new Error(`a checked input lacks one of: ${names.join(', ')}`);
  return value;
}
