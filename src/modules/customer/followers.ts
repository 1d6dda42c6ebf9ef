import type { Call } from '../../kernel/call.ts';

/** Notifies the modules that follow customers of new or changed ones. */
export async function tellFollowers(call: Call, ids: readonly number[]): Promise<void> {
  for (const follow of call.contributions.customerFollowers) await follow(call, ids);
}

/** As `tellFollowers`, of customers who were moved into a group together. */
export async function tellMove(call: Call, ids: readonly number[], groupId: number): Promise<void> {
  if (ids.length === 0) return;
  for (const follow of call.contributions.customerMoveFollowers) await follow(call, ids, groupId);
  await tellFollowers(call, ids);
}
