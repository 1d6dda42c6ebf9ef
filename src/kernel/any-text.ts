/**
 * Text of a scalar whose type is unknown, such as a member of a request body. Callers exclude objects: their text would be
 * `[object Object]`.
 */
export function scalarText(value: unknown): string {
  return String(value);
}
