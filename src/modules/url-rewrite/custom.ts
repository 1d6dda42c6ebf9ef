import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { foldText } from '../../kernel/fold.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { rewriteErrors } from './errors.ts';
import { resolveUrl } from './resolve.ts';

/** A new rewrite of the shop. */
interface NewRewrite {
  readonly requestPath: string;
  readonly targetPath: string;
  readonly redirectType: number;
  /** 0: all store views. */
  readonly storeId: number;
  readonly description?: string | undefined;
}

/** Creates a rewrite and returns its id. Throws when the path is taken. */
export async function createRewrite(call: Call, rewrite: NewRewrite): Promise<number> {
  const path = foldText(rewrite.requestPath.trim().replace(/^\/+/, ''));
  const target = rewrite.targetPath.trim();
  if (path === '') throw platformErrors.required({ fieldName: 'request_path' });
  if (target === '') throw platformErrors.required({ fieldName: 'target_path' });
  if (path.length > 255) throw platformErrors.invalidValue({ fieldName: 'request_path', value: path });
  if (![0, 301, 302].includes(rewrite.redirectType)) {
    throw platformErrors.invalidValue({ fieldName: 'redirect_type', value: rewrite.redirectType });
  }
  const { store } = call.services;
  const views = store.views().filter(({ id }) => id !== 0 && (rewrite.storeId === 0 || id === rewrite.storeId));
  for (const view of views) {
    const scope = { code: view.code, storeId: view.id, websiteId: view.website_id };
    if (await resolveUrl(call.with({ scope }), `/${encodeURI(path)}`)) throw rewriteErrors.pathTaken();
  }
  try {
    const row = await call.db
      .insertInto('url_rewrite')
      .values({
        entity_type: 'CUSTOM',
        entity_id: 0,
        request_path: path,
        target_path: target,
        redirect_type: rewrite.redirectType,
        store_id: rewrite.storeId,
        description: rewrite.description ?? null,
      })
      .returning('url_rewrite_id')
      .executeTakeFirstOrThrow();
    return row.url_rewrite_id;
  } catch (error) {
    throw isUniqueViolation(error, 'request_path') ? rewriteErrors.pathTaken() : error;
  }
}

/** Deletes a stored rewrite. Throws 404. */
export async function deleteRewrite(call: Call, id: number): Promise<void> {
  const gone = await call.db
    .deleteFrom('url_rewrite')
    .where('url_rewrite_id', '=', id)
    .returning('url_rewrite_id')
    .executeTakeFirst();
  if (!gone) throw platformErrors.noSuchEntity({ fieldName: 'url_rewrite_id', fieldValue: id });
}

/** The stored rewrites in order of their paths. */
export function storedRewrites(
  call: Call,
  { storeId, limit }: { storeId?: number | undefined; limit: number },
): Promise<StoredRewrite[]> {
  let query = call.db.selectFrom('url_rewrite').selectAll().orderBy('request_path').orderBy('store_id').limit(limit);
  if (storeId !== undefined) query = query.where('store_id', 'in', [0, storeId]);
  return query.execute();
}

/** A stored rewrite. */
export type StoredRewrite = Selectable<Tables['url_rewrite']>;
