/** The id of a record in the GraphQL interface: its key in base64, such as `12` or `bundle/3/7/1`. */
export function uidOf(key: number | string): string {
  return typeof key === 'number' ? btoa(String(key)) : Buffer.from(key).toString('base64');
}

/** The key in a uid; any text for an invalid uid. */
export function keyOf(uid: string): string {
  return Buffer.from(uid, 'base64').toString();
}

/** The numeric id in a uid; undefined for other uids. */
export function idOf(uid: string): number | undefined {
  const key = keyOf(uid);
  return /^\d{1,15}$/.test(key) ? Number(key) : undefined;
}
