import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { RoutedEntities, RoutedType } from './extensions.ts';

/** The target of a URL. */
export interface ResolvedUrl {
  /** The entity of the page; undefined for a URL outside of the shop. */
  readonly entity: { readonly type: RoutedType; readonly id: number } | undefined;
  /** The path within the shop, with the query that came with the URL; outside of it, the whole URL. */
  readonly relativeUrl: string;
  /** 301 or 302 if the URL differs from the requested one, else 0. */
  readonly redirectCode: number;
}

/** How many rewrites of the shop's own may lead to each other. */
const MAX_STEPS = 10;
/** The longest path that is looked up; no page has a longer one. */
const MAX_LENGTH = 2048;

/** A path of the shop, and the query string of the URL. */
interface AskedUrl {
  readonly path: string;
  readonly query: string;
}

/** Takes the path out of a URL, which may name the shop or not. */
function readUrl(url: string): AskedUrl | undefined {
  const [, rest = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?(.*)$/is.exec(url.trim()) ?? [];
  const [, encoded = '', query = ''] = /^([^?#]*)(\?[^#]*)?/s.exec(rest) ?? [];
  try {
    const path = decodeURIComponent(encoded).replace(/^\/+/, '');
    return path.length > MAX_LENGTH || path.includes('\0') ? undefined : { path, query: query === '?' ? '' : query };
  } catch {
    return undefined;
  }
}

/** As `UrlRewriteService.resolve`. One query where the path has a page. */
export async function resolveUrl(call: Call, url: string): Promise<ResolvedUrl | undefined> {
  const parts = readUrl(url);
  if (!parts) return undefined;
  const found = (await resolvePath(call, parts.path)) ?? (await withoutSlash(call, parts.path));
  if (!found) return undefined;
  return found.entity ? { ...found, relativeUrl: `${found.relativeUrl}${parts.query}` } : found;
}

/** A path with a slash too many leads to the one without. */
async function withoutSlash(call: Call, path: string): Promise<ResolvedUrl | undefined> {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const bare = path.slice(0, end);
  if (bare === path || bare === '') return undefined;
  const found = await resolvePath(call, bare);
  return found && { ...found, redirectCode: found.redirectCode || 301 };
}

async function resolvePath(call: Call, requestedPath: string): Promise<ResolvedUrl | undefined> {
  let path = requestedPath;
  let redirectCode = 0;
  // The path in the address bar, until a redirect changes it.
  let addressPath = requestedPath;
  for (let step = 0; step < MAX_STEPS; step++) {
    const row = (await lookUp(call, foldText(path))) ?? (await readTarget(call, path)) ?? (await formerly(call, path));
    if (!row) return undefined;
    if (row.type !== 'CUSTOM') {
      const relativeUrl = isAddress(row, addressPath, path)
        ? addressPath
        : (row.path ?? (await pathOf(call, row.type, row.id)));
      if (relativeUrl === undefined) return undefined;
      return { entity: { type: row.type, id: row.id }, relativeUrl, redirectCode: redirectCode || row.redirectType };
    }
    redirectCode ||= row.redirectType;
    path = row.target;
    if (/^[a-z][a-z\d+.-]*:/i.test(path)) return { entity: undefined, relativeUrl: path, redirectCode };
    path = path.replace(/^\/+/, '');
    if (row.redirectType !== 0) addressPath = path;
  }
  return undefined;
}

/** Whether the path in the address bar, `addressPath`, is the entity's address. */
function isAddress(row: Exclude<Rewrite, { type: 'CUSTOM' }>, addressPath: string, path: string): boolean {
  return row.redirectType === 0 && addressPath !== '' && !(row.isInternal && addressPath === path);
}

/** The target of a path. */
type Rewrite =
  | { readonly type: 'CUSTOM'; readonly target: string; readonly redirectType: number }
  | {
      readonly type: RoutedType;
      readonly id: number;
      readonly redirectType: number;
      /** Whether the path is an internal one, which is never the address. */
      readonly isInternal?: boolean;
      /** The path to redirect to; without one, the entity's own. */
      readonly path?: string;
    };

/** The page of an entity, or with a target, a custom rewrite. */
type RewriteRow = { readonly place: number; readonly id: number; readonly redirect: number } & (
  { readonly type: 'CUSTOM'; readonly target: string } | { readonly type: RoutedType; readonly target: null }
);

/** The entity with its page at a path, otherwise the stored rewrite: one query over indexes. */
async function lookUp(call: Call, path: string): Promise<Rewrite | undefined> {
  const pages = call.contributions.routedEntities.flatMap(({ type, at }, i) => {
    const query = at(call, path);
    if (!query) return [];
    return [
      sql`select cast(${i} as integer) as place, cast(${type} as text) as type, e.id, cast(null as text) as target,
        0 as redirect from (${query}) e`,
    ];
  });
  const { storeId } = call.scope;
  const stored = sql`select case when r.store_id = 0 then 101 else 100 end as place, r.entity_type as type,
    r.entity_id as id, r.target_path as target, r.redirect_type as redirect
    from url_rewrite r where r.request_path = ${path} and r.store_id in (0, ${storeId})`;
  const { rows } = await sql<RewriteRow>`select * from (${sql.join([...pages, stored], sql` union all `)}) found
    order by place, id limit 1`.execute(call.db);
  const [row] = rows;
  if (!row) return undefined;
  const redirectType = Number(row.redirect);
  if (row.target !== null) return { type: 'CUSTOM', target: row.target, redirectType };
  return { type: row.type, id: Number(row.id), redirectType };
}

/** The page that a path within the platform names: `catalog/product/view/id/5`. */
async function readTarget(call: Call, path: string): Promise<Rewrite | undefined> {
  for (const { type, target } of call.contributions.routedEntities) {
    const parts = path.split('/');
    const id = target.every((part, i) => parts[i] === part)
      ? /^\d{1,15}$/.exec(parts[target.length] ?? '')?.[0]
      : undefined;
    if (id) return { type, id: Number(id), redirectType: 0, isInternal: true };
  }
  return undefined;
}

/** The entity whose page was at a path before another entity moved. */
async function formerly(call: Call, path: string): Promise<Rewrite | undefined> {
  const former = async (type: RoutedType, other: string): Promise<number | undefined> => {
    const found = await lookUp(call, foldText(other));
    return found?.type === type && found.redirectType !== 0 ? found.id : undefined;
  };
  for (const { type, formerlyAt } of call.contributions.routedEntities) {
    const found = await formerlyAt?.(call, foldText(path), former);
    if (found) return { type, ...found, redirectType: 301 };
  }
  return undefined;
}

async function pathOf(call: Call, type: RoutedType, id: number): Promise<string | undefined> {
  return (await entitiesOf(call, type).paths(call, [id])).get(id);
}

/** The things of a kind. */
export function entitiesOf(call: Call, type: RoutedType): RoutedEntities {
  const found = call.contributions.routedEntities.find((one) => one.type === type);
  if (!found) throw new Error(`no module has URLs of type ${type}`);
  return found;
}
