import { ROOT_RESOURCE } from '../../../platform/access/acl.ts';
import { isAllowed } from '../../../platform/access/check.ts';
import type { Call } from '../../../kernel/call.ts';
import { none } from '../../../kernel/entity.ts';
import { anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { consoleErrors } from '../errors.ts';
import { openPages, titlesOf } from '../module-pages/present.ts';
import { redeemLinkCode } from '../links.ts';

/** A page that a module adds, in the navigation. */
const PageHead = t.object('console-page-head', { place: t.string, title: t.string });

/** The signed-in caller, and properties of the server. */
const Me = t.object('console-me', {
  type: t.string,
  id: t.integer,
  name: t.string,
  /** All permissions, independent of their names. */
  unlimited: t.boolean,
  resources: t.array(t.string),
  edition: t.string,
  release: t.string,
  modules: t.array(t.string),
  /** Pages of modules that the caller may open. */
  pages: t.array(PageHead),
});

const redeemLink = route({
  method: 'POST',
  path: '/_/console/session',
  service: 'consoleSessionV1',
  operation: 'redeem',
  summary: 'Exchanges the code of a one-time link for an access token.',
  access: anonymous,
  attempts: 'failed',
  entity: none('a token is new'),
  input: { code: t.secret(t.string) },
  output: t.string,
  handle: ({ code }, call) => redeemLinkCode(call, code),
});

const readMe = route({
  method: 'GET',
  path: '/_/console/me',
  service: 'consoleSessionV1',
  operation: 'get',
  summary: 'Tells who is signed in and may do what.',
  access: anonymous,
  input: { language: t.optional(t.string) },
  output: Me,
  handle: async ({ language }, call) => {
    const { caller, platform } = call;
    if (caller.type !== 'admin' && caller.type !== 'integration') throw consoleErrors.people();
    const unlimited = isAllowed(caller, { kind: 'acl', resources: [ROOT_RESOURCE] });
    return {
      type: caller.type,
      id: caller.id,
      name: await nameOf(call),
      unlimited,
      resources: caller.resources === 'all' ? [] : [...caller.resources],
      edition: platform.edition,
      release: platform.release,
      modules: [...platform.modules],
      pages: openPages(call).map((page) => ({
        place: page.place,
        title: titlesOf(call, page, language ?? 'en').title(page.title),
      })),
    };
  },
});

async function nameOf({ db, caller }: Call): Promise<string> {
  const row =
    caller.type === 'admin'
      ? await db.selectFrom('admin_user').select('username as name').where('user_id', '=', caller.id).executeTakeFirst()
      : await db.selectFrom('integration').select('name').where('integration_id', '=', caller.id).executeTakeFirst();
  return row?.name ?? `#${caller.id}`;
}

export const sessionRoutes = [redeemLink, readMe] as const;
