import { routeCallerWithin } from '../../platform/execution/call-route.ts';
import type { Call } from '../../kernel/call.ts';
import { NotMoved, type Saving } from './kind.ts';
import type { MigrationRun } from './migration-run.ts';

/** Creates the context for the saving of records in an open transaction. `lose` and `postpone` get the reasons of lost parts. */
export function savingIn(run: MigrationRun, call: Call, { lose, postpone }: Pick<Saving, 'lose' | 'postpone'>): Saving {
  const { platform, journal } = run;
  const findId: Saving['findId'] = async (kind, sourceKey) => {
    const key = String(sourceKey);
    const found = (await journal.moved(call.db, kind, [key])).get(key);
    return found && Number(found.targetKey);
  };
  return {
    run,
    call,
    route: routeCallerWithin(platform, call),
    routeIn: (storeCode) => {
      const scope = platform.scopes.resolveScope(storeCode);
      if (!scope) throw new NotMoved(`there is no store view ${storeCode} here`);
      return routeCallerWithin(platform, call.with({ scope }));
    },
    findId,
    idOf: async (kind, sourceKey) => {
      const id = await findId(kind, sourceKey);
      if (id === undefined) throw new NotMoved(`it needs ${String(sourceKey)} of ${kind}, which was not moved`);
      return id;
    },
    wantedId: (sourceId) =>
      run.options.keepsIds && Number.isSafeInteger(Number(sourceId)) ? Number(sourceId) : undefined,
    enter: (kind, sourceKey, targetKey) =>
      journal.enter(call.db, kind, [{ sourceKey: String(sourceKey), targetKey: String(targetKey), digest: '' }]),
    lose,
    postpone,
  };
}
