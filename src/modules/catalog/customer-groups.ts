import type { Call } from '../../kernel/call.ts';

/** Id of "all groups" in prices. */
export const ALL_GROUPS = 32_000;
/** Name of "all groups" in the tier price storage. */
const ALL_GROUPS_NAME = 'all groups';

/** The customer groups that prices can be for: codes by id, without "all groups". */
export async function groupCodes(call: Call): Promise<ReadonlyMap<number, string>> {
  const { list } = await call.services.customer.groups.get(call);
  return new Map(list.map((group) => [group.id, group.code]));
}

/** The id of the group with a name, ignoring case; undefined for an unknown one. */
export function groupNamed(codes: ReadonlyMap<number, string>, name: string): number | undefined {
  const foldedName = name.trim().toLowerCase();
  if (foldedName === ALL_GROUPS_NAME) return ALL_GROUPS;
  return [...codes].find(([, code]) => code.toLowerCase() === foldedName)?.[0];
}

/** The name of a group in the tier price storage. */
export function groupName(codes: ReadonlyMap<number, string>, id: number): string {
  return id === ALL_GROUPS ? ALL_GROUPS_NAME : (codes.get(id) ?? String(id));
}
