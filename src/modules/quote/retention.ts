import { noteChanges } from '../../platform/change-log/note.ts';
import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { formatTime } from '../../kernel/time.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { cartEntity } from './changes.ts';
import { cartLifetime } from './configuration.ts';

const DAY = 86_400_000;
/** Carts that are looked at and removed in one transaction: few, so that other writers hardly wait. */
const AT_ONCE = 200;

const untouched = prepared(
  (db, p: Params<{ website: number; before: string; after: string; id: number; limit: number }>) =>
    db
      .selectFrom('quote')
      .select(['id', 'updated_at'])
      .where('website_id', '=', p.website)
      .where('updated_at', '<', p.before)
      // Continues after the carts that were not deleted.
      .where(({ eb, or, and }) =>
        or([eb('updated_at', '>', p.after), and([eb('updated_at', '=', p.after), eb('id', '>', p.id)])]),
      )
      .orderBy('updated_at')
      .orderBy('id')
      .limit(p.limit),
);
const remove = prepared((db, p: Params<{ ids: number[]; before: string }>) =>
  // A cart that was changed meanwhile stays.
  db.deleteFrom('quote').where(inIds('id', p.ids)).where('updated_at', '<', p.before).returning('id'),
);

/**
 * Deletes the carts of a website, ordered or not, without changes during the lifetime of carts, except those that an
 * extension retains.
 */
async function removeUntouched(call: Call, website: number, stopping: AbortSignal): Promise<void> {
  const days = call.config.of(cartLifetime, { websiteId: website });
  if (days === 0) return;
  const before = formatTime(new Date(call.clock.now().getTime() - days * DAY));
  let last = { updated_at: '', id: 0 };
  while (!stopping.aborted) {
    const found = await untouched(call.db, { website, before, after: last.updated_at, id: last.id, limit: AT_ONCE });
    if (found.length === 0) return;
    last = elementAt(found, -1);
    await call.transaction((inside) =>
      removeSome(
        inside,
        found.map(({ id }) => id),
        before,
      ),
    );
  }
}

async function removeSome(call: Call, found: readonly number[], before: string): Promise<void> {
  const permanentIds = new Set<number>();
  for (const { permanentCarts } of call.contributions.cartExtensions ?? []) {
    for (const id of (await permanentCarts?.(call, found)) ?? []) permanentIds.add(id);
  }
  const gone = await remove(call.db, { ids: found.filter((id) => !permanentIds.has(id)), before });
  noteChanges(
    call,
    gone.map(({ id }) => ({ entity: cartEntity.name, id, key: String(id), action: 'deleted' })),
  );
}

/** Deletes expired carts repeatedly, until it is stopped. */
export function startCartRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    pausesFirst: true,
    turn: async (stopping) => {
      const scopes = call.services.configuration.scopes();
      for (const code of scopes.websiteCodes()) {
        const website = scopes.website(code);
        if (website) await removeUntouched(call, website.id, stopping);
      }
    },
    failed: (error) => platform.log.warn({ err: error }, 'old carts could not be removed; trying again'),
  });
}
