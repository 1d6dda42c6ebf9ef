/**
 * Text of a value whose type is unknown, such as a member of a request body. A record is written as JSON, since its own text says
 * nothing of it (`[object Object]`); a record without a prototype has none.
 */
export function anyText(value: unknown): string {
  return isPlainRecord(value) ? JSON.stringify(value) : String(value);
}

function isPlainRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
