/** The id by which the GraphQL interface names something: base64 of its key, such as `12` or `bundle/3/7/1`. */
export function uidOf(key: number | string): string {
  return Buffer.from(String(key)).toString('base64');
}

/** The key in a uid; what is no uid gives some other text. */
export function keyOf(uid: string): string {
  return Buffer.from(uid, 'base64').toString();
}

/** The numeric id in a uid; undefined for anything else. */
export function idOf(uid: string): number | undefined {
  const key = keyOf(uid);
  return /^\d{1,15}$/.test(key) ? Number(key) : undefined;
}
