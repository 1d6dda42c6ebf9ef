import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import type { In, Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { inIds } from '../../storage/sql.ts';
import { templateErrors } from './errors.ts';
import type { DocumentLinkRow } from './tables.ts';
import { requireTemplate } from './templates.ts';
import type { ReferenceDocumentLink } from './types.ts';

const MAX_TEXT = 255;
const MAX_URL = 2048;

const fields: Readonly<Record<string, SearchField>> = {
  link_id: { kind: 'integer', notNull: true },
  template_id: { kind: 'integer', notNull: true },
  document_name: { kind: 'text', notNull: true },
  document_identifier: { kind: 'text', notNull: true },
  reference_document_url: { kind: 'text', notNull: true },
  created_at: { kind: 'time', notNull: true },
};

/** The fields of a link that a request may set. */
type SentLink = Pick<
  In<typeof ReferenceDocumentLink>,
  'document_name' | 'document_identifier' | 'reference_document_url'
>;

/** Links by id, in one query. */
async function findLinks(call: Call, ids: readonly number[]): Promise<Map<number, DocumentLinkRow>> {
  const rows = await call.db
    .selectFrom('negotiable_quote_template_link')
    .selectAll()
    .where(inIds('link_id', ids))
    .execute();
  return new Map(rows.map((row) => [row.link_id, row]));
}

/** The links of templates, by template, in one query. */
export async function linksOf(
  call: Call,
  templateIds: readonly number[],
): Promise<ReadonlyMap<number, readonly DocumentLinkRow[]>> {
  const rows = await call.db
    .selectFrom('negotiable_quote_template_link')
    .selectAll()
    .where(inIds('template_id', templateIds))
    .orderBy('link_id')
    .execute();
  return Map.groupBy(rows, ({ template_id }) => template_id);
}

/** The link with an id. Throws 404. */
export async function requireLink(call: Call, id: number): Promise<DocumentLinkRow> {
  const row = Number.isSafeInteger(id) ? (await findLinks(call, [id])).get(id) : undefined;
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'linkId', fieldValue: id });
  return row;
}

/** Links by criteria. */
export function listLinks(call: Call, criteria: SearchCriteria): Promise<FoundList<DocumentLinkRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('negotiable_quote_template_link'),
    key: 'link_id',
    fields,
    load: findLinks,
  });
}

/** Changes the link with the id of the input, or adds one to a template. Throws 404, and 400 for invalid values. */
export async function saveLink(call: Call, sent: In<typeof ReferenceDocumentLink>): Promise<void> {
  const before = sent.link_id ? await requireLink(call, sent.link_id) : undefined;
  const { template_id } = await requireTemplate(call, before?.template_id ?? sent.template_id ?? 0);
  await putLink(call, template_id, sent, before);
}

/** Writes a link of a template: a new one, or a changed one. Throws 400 for invalid values. */
export async function putLink(
  call: Call,
  templateId: number,
  sent: SentLink,
  before: DocumentLinkRow | undefined,
): Promise<void> {
  const values = {
    document_name: (sent.document_name ?? before?.document_name ?? '').trim(),
    document_identifier: (sent.document_identifier ?? before?.document_identifier ?? '').trim(),
    reference_document_url: (sent.reference_document_url ?? before?.reference_document_url ?? '').trim(),
  };
  checkLink(values);
  if (before) {
    await call.db
      .updateTable('negotiable_quote_template_link')
      .set(values)
      .where('link_id', '=', before.link_id)
      .execute();
    return;
  }
  await call.db
    .insertInto('negotiable_quote_template_link')
    .values({ template_id: templateId, ...values, created_at: formatTime(call.clock.now()) })
    .execute();
}

function checkLink(values: Pick<DocumentLinkRow, 'document_name' | 'document_identifier' | 'reference_document_url'>) {
  const { document_name, document_identifier, reference_document_url: url } = values;
  const invalid = (fieldName: keyof typeof values): Error =>
    templateErrors.invalidValue({ fieldName, value: values[fieldName].slice(0, MAX_TEXT) });
  if (document_name === '' || document_name.length > MAX_TEXT) throw invalid('document_name');
  if (document_identifier.length > MAX_TEXT) throw invalid('document_identifier');
  // Storefronts make links of them.
  const isWeb = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isWeb || url.length > MAX_URL) throw invalid('reference_document_url');
}

/** Deletes a link. Throws 404. */
export async function removeLink(call: Call, id: number): Promise<void> {
  await requireLink(call, id);
  await call.db.deleteFrom('negotiable_quote_template_link').where('link_id', '=', id).execute();
}

/** A link as the wire has it. */
export function showLink(row: DocumentLinkRow): Out<typeof ReferenceDocumentLink> {
  return row;
}
