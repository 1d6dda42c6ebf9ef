/** Appends a value under a name: objects and lists as `name[key]`, what is null or undefined not at all. */
export function appendQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) appendQuery(query, `${name}[${key}]`, inner);
  } else query.append(name, scalarText(value));
}

/** Text of a scalar whose type is unknown; callers exclude objects. */
export function scalarText(value: unknown): string {
  return String(value);
}
