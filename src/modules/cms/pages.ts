import type { Selectable, Updateable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Out } from '../../kernel/types.ts';
import { formatUrlKey } from '../../kernel/url-key.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { contentFields, storedTime, readSentTime } from './content.ts';
import { checkLengths } from '../../storage/fit.ts';
import { cmsErrors, pageRefusals } from './errors.ts';
import { rememberIdentifier } from './rewrites.ts';
import { checkDesign, checkIdentifier, checkLayoutXml, readSortOrder, pageNotSaved } from './page-checks.ts';
import type { PageRow, PageTable } from './tables.ts';
import type { Page, SentPage } from './types.ts';

type ShownPage = Out<typeof Page>;

/** Texts that may be absent, under the same name on the wire and in the table. */
const texts = [
  'page_layout',
  'meta_title',
  'meta_keywords',
  'meta_description',
  'content_heading',
  'content',
  'layout_update_xml',
  'custom_theme',
  'custom_root_template',
  'custom_layout_update_xml',
] as const;

const longest = {
  identifier: 100,
  title: 255,
  page_layout: 255,
  meta_title: 255,
  content_heading: 255,
  custom_theme: 100,
  custom_root_template: 255,
} as const;

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('cms_page').selectAll().where(inIds('page_id', p.ids)),
);

/** The page with an id, of any store view. Throws 404. */
export async function requirePage(call: Call, id: number): Promise<PageRow> {
  const [row] = Number.isSafeInteger(id) ? await selectByIds(call.db, { ids: [id] }) : [];
  if (!row) throw cmsErrors.noPage([id]);
  return row;
}

/** A page as the wire has it. */
export function showPage(row: PageRow): ShownPage {
  const { page_id, is_active, sort_order, store_id: _, ...fields } = row;
  return { id: page_id, ...fields, sort_order: String(sort_order), active: is_active === 1 };
}

const fields: Record<string, SearchField> = {
  ...contentFields,
  ...Object.fromEntries(texts.map((name): [string, SearchField] => [name, { kind: 'text' }])),
  page_id: { kind: 'integer', notNull: true },
  id: { kind: 'integer', column: 'page_id', notNull: true },
  active: { kind: 'flag', column: 'is_active', notNull: true },
  identifier: { kind: 'code', notNull: true },
  sort_order: { kind: 'integer', notNull: true },
  custom_theme_from: { kind: 'date' },
  custom_theme_to: { kind: 'date' },
};

/** Lists pages of all store views. */
export function listPages(call: Call, criteria: SearchCriteria): Promise<FoundList<PageRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('cms_page'),
    key: 'page_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.page_id, row]));
    },
  });
}

/** Creates a page, or changes the one with the input's id. */
export async function savePage(call: Call, input: SentPage): Promise<ShownPage> {
  checkLengths(input, longest);
  return input.id ? change(call, input.id, input) : create(call, input);
}

/**
 * Creates a page of the call's store view. Recorded behaviour of the interface: the response has only the input's
 * fields.
 */
async function create(call: Call, input: SentPage): Promise<ShownPage> {
  checkDesign(call, input, undefined);
  const title = requireTitle(input.title);
  checkLayoutXml(input, undefined);
  const { storeId } = call.scope;
  const identifier = input.identifier || formatUrlKey(title);
  checkIdentifier(identifier);
  await checkFree(call, identifier, storeId);
  const time = storedTime(call);
  const changes = readChanges(input);
  const { page_id } = await unlessTaken(
    call.db
      .insertInto('cms_page')
      .values({
        creation_time: time,
        update_time: time,
        is_active: 1,
        sort_order: 0,
        ...changes,
        identifier,
        title,
        store_id: storeId,
      })
      .returning('page_id')
      .executeTakeFirstOrThrow(),
  );
  const { creation_time } = changes;
  const view = { ...input, ...shownDates(changes), creation_time, update_time: null };
  return { ...view, id: page_id, identifier, title, active: input.active ?? false };
}

/**
 * Changes the input's fields; the page stays in its store view. Recorded behaviour of the interface: a title without an
 * identifier regenerates the identifier, and the response has no time of change.
 */
async function change(call: Call, id: number, input: SentPage): Promise<ShownPage> {
  const before = await requirePage(call, id);
  checkDesign(call, input, before);
  const title = requireTitle(input.title === undefined ? before.title : input.title);
  checkLayoutXml(input, before);
  const changes: Updateable<PageTable> = { ...readChanges(input), update_time: storedTime(call) };
  if (input.title !== undefined) changes.title = title;
  if (input.identifier !== undefined || input.title !== undefined) {
    changes.identifier = input.identifier || formatUrlKey(title);
    checkIdentifier(changes.identifier);
    if (changes.identifier !== before.identifier) await checkFree(call, changes.identifier, before.store_id, id);
  }
  const after = await unlessTaken(
    call.db.updateTable('cms_page').set(changes).where('page_id', '=', id).returningAll().executeTakeFirst(),
  );
  if (!after) throw cmsErrors.noPage([id]);
  await rememberIdentifier(call, before, after);
  return { ...showPage(after), ...shownDates(after), update_time: null };
}

function requireTitle(title: string | null | undefined): string {
  if (!title) throw cmsErrors.fieldEmpty(['title']);
  return title;
}

/** The columns of the input, except identifier and title. */
function readChanges(input: SentPage): Partial<Selectable<PageTable>> {
  const changes: Partial<Selectable<PageTable>> = {};
  for (const name of texts) {
    if (input[name] !== undefined) changes[name] = input[name];
  }
  for (const name of ['custom_theme_from', 'custom_theme_to'] as const) {
    if (input[name] !== undefined) changes[name] = readSentTime(input[name], name)?.slice(0, 10) ?? null;
  }
  const creation_time = readSentTime(input.creation_time, 'creation_time');
  if (creation_time !== undefined) changes.creation_time = creation_time;
  if (input.sort_order !== undefined) changes.sort_order = readSortOrder(input.sort_order);
  if (typeof input.active === 'boolean') changes.is_active = input.active ? 1 : 0;
  return changes;
}

/** The dates of the custom theme in the response to a change: with a clock. */
function shownDates({
  custom_theme_from: from,
  custom_theme_to: to,
}: Updateable<PageTable>): Pick<ShownPage, 'custom_theme_from' | 'custom_theme_to'> {
  return {
    custom_theme_from: from && `${from} 00:00:00`,
    custom_theme_to: to && `${to} 00:00:00`,
  };
}

/** Throws 400 when another page has the identifier in a store view that would show this one too. */
async function checkFree(call: Call, identifier: string, storeId: number, ownId = 0): Promise<void> {
  let others = call.db
    .selectFrom('cms_page')
    .select('page_id')
    .where('identifier', '=', identifier)
    .where('page_id', '<>', ownId);
  if (storeId !== 0) others = others.where('store_id', 'in', [0, storeId]);
  if (await others.executeTakeFirst()) throw pageNotSaved(pageRefusals.taken);
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error, 'identifier') ? pageNotSaved(pageRefusals.taken) : error;
  }
}

/** Deletes a page. Throws 404. */
export async function deletePage(call: Call, id: number): Promise<void> {
  await requirePage(call, id);
  await call.services.urlRewrite.forget(call, 'CMS_PAGE', [id]);
  await call.db.deleteFrom('cms_page').where('page_id', '=', id).execute();
}
