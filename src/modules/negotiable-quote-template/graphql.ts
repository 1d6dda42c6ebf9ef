import type { Call } from '../../kernel/call.ts';
import { extendType, objectType, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { invariant } from '../../kernel/invariant.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { loader } from '../../kernel/loader.ts';
import { uidOf } from '../../kernel/uids.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart } from '../quote/service.ts';
import { templatesOfQuotes } from './generate.ts';
import { linksOf } from './links.ts';
import { companyNamed } from './people.ts';
import { allTemplateStates, type TemplateState } from './states.ts';
import type { DocumentLinkRow, TemplateHistoryRow, TemplateRow } from './tables.ts';

const values = valueTypes({
  NegotiableQuoteReferenceDocumentLink: {
    document_identifier: 'String',
    document_name: 'String!',
    link_id: 'ID!',
    reference_document_url: 'String!',
  },
  NegotiableQuoteTemplateHistoryChanges: {
    comment_added: 'NegotiableQuoteHistoryCommentChange',
    custom_changes: 'NegotiableQuoteCustomLogChange',
    expiration: 'NegotiableQuoteHistoryExpirationChange',
    products_removed: 'NegotiableQuoteHistoryProductsRemovedChange',
    statuses: 'NegotiableQuoteTemplateHistoryStatusesChange',
    total: 'NegotiableQuoteHistoryTotalChange',
  },
  NegotiableQuoteTemplateHistoryStatusChange: { new_status: 'String!', old_status: 'String' },
  NegotiableQuoteTemplateHistoryStatusesChange: { changes: '[NegotiableQuoteTemplateHistoryStatusChange]!' },
  QuoteTemplateNotificationMessage: { message: 'String!', type: 'String!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    NegotiableQuoteTemplate: TemplateRow;
    NegotiableQuoteTemplateHistoryEntry: {
      readonly author: TemplateHistoryRow;
      readonly change_type: GraphQLTypes['NegotiableQuoteHistoryEntryChangeType'];
      readonly changes: GraphQLTypes['NegotiableQuoteTemplateHistoryChanges'];
      readonly created_at: string;
      readonly uid: string;
    };
  }
}

/** Statuses and states as storefronts show them. Source: the published storefront components and the guide of quote templates. */
const shown: Readonly<Record<TemplateState, readonly [status: string, state: string]>> = {
  draft_by_admin: ['DRAFT', 'IN_REVIEW'],
  draft_by_customer: ['DRAFT', 'IN_REVIEW'],
  submitted_by_customer: ['SUBMITTED', 'IN_REVIEW'],
  processing_by_admin: ['PENDING', 'IN_REVIEW'],
  submitted_by_admin: ['IN_REVIEW', 'IN_REVIEW'],
  processing_by_customer: ['IN_REVIEW', 'IN_REVIEW'],
  active: ['ACTIVE', 'ACTIVE'],
  declined: ['CLOSED', 'INACTIVE'],
  canceled: ['CLOSED', 'INACTIVE'],
  expired: ['INACTIVE', 'INACTIVE'],
};

const isTemplateState = (state: string): state is TemplateState => allTemplateStates.some((one) => one === state);

/** The status of a template for storefronts. */
export const statusOf = (state: TemplateState): string => shown[state][0];

/** The state of a template for storefronts: in review, active or inactive. */
export const stateOf = (state: TemplateState): string => shown[state][1];

/** The statuses of templates in the history, by the names of quotes. */
const historyStatuses: Readonly<Record<string, GraphQLTypes['NegotiableQuoteStatus']>> = {
  draft_by_admin: 'DRAFT',
  draft_by_customer: 'DRAFT',
  submitted_by_customer: 'SUBMITTED',
  processing_by_admin: 'PENDING',
  submitted_by_admin: 'UPDATED',
  processing_by_customer: 'OPEN',
  active: 'OPEN',
  declined: 'DECLINED',
  canceled: 'CLOSED',
  expired: 'EXPIRED',
};

const carts = loader<number, StoredCart>(async (ids, call) => {
  const found = await call.services.quote.carts(call, ids);
  return ids.map((id) => invariant(found.get(id), 'a template has a cart'));
});

const steps = loader<number, readonly TemplateHistoryRow[]>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('negotiable_quote_template_history')
    .selectAll()
    .where(inIds('template_id', ids))
    .orderBy('history_id')
    .execute();
  const byTemplate = Map.groupBy(rows, ({ template_id }) => template_id);
  return ids.map((id) => byTemplate.get(id) ?? []);
});

const shownLink = ({ link_id, document_name, document_identifier, reference_document_url }: DocumentLinkRow) => ({
  link_id: String(link_id),
  document_name,
  document_identifier,
  reference_document_url,
});

const documents = loader<number, readonly GraphQLTypes['NegotiableQuoteReferenceDocumentLink'][]>(async (ids, call) => {
  const links = await linksOf(call, ids);
  return ids.map((id) => (links.get(id) ?? []).map(shownLink));
});

/** The cart of a template with its totals. */
export async function evaluatedTerms(call: Call, id: number) {
  return call.services.quote.evaluatedOf(call, { cart: await carts(call, id) });
}

const historyStatus = (status: string): GraphQLTypes['NegotiableQuoteStatus'] => historyStatuses[status] ?? 'OPEN';

function shownChanges({ changes }: TemplateHistoryRow) {
  const { status, expiration, comment, custom = [] } = parseJson(changes);
  const [first] = custom;
  return {
    comment_added: comment === undefined ? null : { comment },
    custom_changes: first ? { title: first.title, old_value: first.old, new_value: first.new } : null,
    products_removed: null,
    total: null,
    expiration: expiration ? { old_expiration: expiration.old, new_expiration: expiration.new } : null,
    statuses: status
      ? {
          changes: [
            {
              old_status: status.old === null ? null : historyStatus(status.old),
              new_status: historyStatus(status.new),
            },
          ],
        }
      : null,
  };
}

/** The changes with the statuses of templates, which quotes do not have. */
function templateChanges(row: TemplateHistoryRow): GraphQLTypes['NegotiableQuoteTemplateHistoryChanges'] {
  const { status } = parseJson(row.changes);
  const nameOf = (state: string): string => (isTemplateState(state) ? statusOf(state) : state.toUpperCase());
  const change = status && {
    old_status: status.old === null ? null : nameOf(status.old),
    new_status: nameOf(status.new),
  };
  return { ...shownChanges(row), statuses: change ? { changes: [change] } : null };
}

const changeTypes: readonly GraphQLTypes['NegotiableQuoteHistoryEntryChangeType'][] = [
  'CREATED',
  'UPDATED',
  'CLOSED',
  'UPDATED_BY_SYSTEM',
];

const shownStep = (row: TemplateHistoryRow) => ({
  author: row,
  change_type: changeTypes.find((one) => one === row.change_type) ?? 'UPDATED',
  created_at: row.created_at,
  uid: uidOf(row.history_id),
});

/** The steps of a template and the notes on its items, oldest first. */
async function history(call: Call, id: number): Promise<GraphQLTypes['NegotiableQuoteHistoryEntry'][]> {
  const own = (await steps(call, id)).map((row) =>
    Object.assign(shownStep(row), { changes: shownChanges(row), item_note: null }),
  );
  const notes = await call.services.negotiableQuote.noteHistory(call, id);
  return [...own, ...notes].toSorted((a, b) =>
    a.created_at < b.created_at ? -1 : Number(a.created_at > b.created_at),
  );
}

async function shippingAddresses(call: Call, id: number): Promise<GraphQLTypes['NegotiableQuoteShippingAddress'][]> {
  const cart = await carts(call, id);
  return cart.shipping.country_id ? [{ address: cart.shipping, cart: { cart }, kind: 'shipping' }] : [];
}

/** A notice that the terms have to be reviewed by the shop before the buyer can accept them. */
const notices = ({ is_changed }: TemplateRow) =>
  is_changed === 1
    ? [{ type: 'notice', message: 'The quote template was changed. Send it to the seller for review.' }]
    : [];

const templateType = objectType('NegotiableQuoteTemplate', (t) => ({
  buyer: t.field('NegotiableQuoteUser!', ({ customer_id }, _, call) =>
    call.services.negotiableQuote.buyerName(call, customer_id),
  ),
  comments: t.field('[NegotiableQuoteComment]', ({ template_id }, _, call) =>
    call.services.negotiableQuote.commentsOfQuote(call, template_id),
  ),
  created_at: 'String!',
  expiration_date: t.field('String!', ({ expires_on }) => expires_on ?? ''),
  history: t.field('[NegotiableQuoteHistoryEntry]', ({ template_id }, _, call) => history(call, template_id)),
  historyV2: t.field('[NegotiableQuoteTemplateHistoryEntry]', async ({ template_id }, _, call) =>
    (await steps(call, template_id)).map((row) => Object.assign(shownStep(row), { changes: templateChanges(row) })),
  ),
  is_min_max_qty_used: t.field('Boolean!', ({ is_min_max_qty_used }) => is_min_max_qty_used === 1),
  is_virtual: t.field('Boolean!', async ({ template_id }, _, call) =>
    call.services.quote.isVirtualCart(call, (await carts(call, template_id)).items),
  ),
  items: t.field('[CartItemInterface]', async ({ template_id }, _, call) =>
    call.services.quote.shownItems(await evaluatedTerms(call, template_id)),
  ),
  max_order_commitment: t.field('Int!', ({ max_orders }) => max_orders),
  min_order_commitment: t.field('Int!', ({ min_orders }) => min_orders),
  name: t.field('String!', ({ template_name }) => template_name),
  notifications: t.field('[QuoteTemplateNotificationMessage]', notices),
  prices: t.field('CartPrices', ({ template_id }, _, call) => evaluatedTerms(call, template_id)),
  reference_document_links: t.field('[NegotiableQuoteReferenceDocumentLink]', ({ template_id }, _, call) =>
    documents(call, template_id),
  ),
  sales_rep_name: t.field(
    'String!',
    async ({ company_id }, _, call) => (await companyNamed(call, company_id)).representative,
  ),
  shipping_addresses: t.field('[NegotiableQuoteShippingAddress]!', ({ template_id }, _, call) =>
    shippingAddresses(call, template_id),
  ),
  status: t.field('String!', ({ status }) => statusOf(status)),
  template_id: t.field('ID!', ({ template_id }) => String(template_id)),
  total_quantity: t.field('Float!', async ({ template_id }, _, call) =>
    (await carts(call, template_id)).items.reduce((sum, one) => sum + (one.parent_item_id === null ? one.qty : 0), 0),
  ),
  uid: t.field('ID!', ({ template_id }) => uidOf(template_id)),
  updated_at: 'String!',
}));

const historyType = objectType('NegotiableQuoteTemplateHistoryEntry', (t) => ({
  author: t.field('NegotiableQuoteUser!', ({ author }, _, call) =>
    call.services.negotiableQuote.authorName(call, author),
  ),
  change_type: 'NegotiableQuoteHistoryEntryChangeType!',
  changes: 'NegotiableQuoteTemplateHistoryChanges',
  created_at: 'String!',
  uid: 'ID!',
}));

const templateOf = loader<number, TemplateRow | null>(async (ids, call) => {
  const found = await templatesOfQuotes(call, ids);
  return ids.map((id) => found.get(id) ?? null);
});

const quoteFields = extendType('NegotiableQuote', (t) => ({
  template_id: t.field('ID', async ({ row }, _, call) => {
    const template = await templateOf(call, row.quote_id);
    return template && String(template.template_id);
  }),
  template_name: t.field(
    'String',
    async ({ row }, _, call) => (await templateOf(call, row.quote_id))?.template_name ?? null,
  ),
}));

/** The types of quote templates, and the fields of quotes that were generated from them. */
export const templateTypeDeclarations = [values, templateType, historyType, quoteFields];
