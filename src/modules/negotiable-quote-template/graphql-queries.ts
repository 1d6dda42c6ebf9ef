import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  inputTypes,
  objectType,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { entriesOf } from '../../kernel/own-fields.ts';
import { uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import { linkedQuotes } from './generate.ts';
import { evaluatedTerms, stateOf, statusOf } from './graphql.ts';
import { companyNamed, fullName } from './people.ts';
import { allTemplateStates, type TemplateState } from './states.ts';
import type { TemplateRow } from './tables.ts';
import { findTemplates, requirePermission, templateIdOf, unknownTemplate } from './templates.ts';

const enums = enumTypes({ NegotiableQuoteTemplateSortableField: ['TEMPLATE_ID', 'LAST_SHARED_AT'] });

const values = valueTypes({
  NegotiableQuoteTemplatesOutput: {
    items: '[NegotiableQuoteTemplateGridItem]!',
    page_info: 'SearchResultPageInfo!',
    sort_fields: 'SortFields',
    total_count: 'Int!',
  },
});

const inputs = inputTypes({
  NegotiableQuoteTemplateFilterInput: { state: 'FilterEqualTypeInput', status: 'FilterEqualTypeInput' },
  NegotiableQuoteTemplateSortInput: {
    sort_direction: 'SortEnum!',
    sort_field: 'NegotiableQuoteTemplateSortableField!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    NegotiableQuoteTemplateGridItem: TemplateRow;
  }
}

const ordersPlaced = loader<number, number>(async (ids, call) => {
  const linked = await linkedQuotes(call, ids);
  return ids.map((id) => (linked.get(id) ?? []).filter(({ status }) => status === 'ordered').length);
});

/** The time of the latest order of quotes from templates; empty: none. */
const lastOrdered = loader<number, string>(async (ids, call) => {
  const linked = await linkedQuotes(call, ids);
  const quoteIds = [...linked.values()].flat().map(({ quote_id }) => quote_id);
  const orders = await call.services.sales.ordersOfCarts(call, quoteIds);
  return ids.map((id) =>
    (linked.get(id) ?? []).reduce((last, { quote_id }) => {
      const time = orders.get(quote_id)?.fields.created_at ?? '';
      return time > last ? time : last;
    }, ''),
  );
});

const gridItem = objectType('NegotiableQuoteTemplateGridItem', (t) => ({
  activated_at: t.field('String!', ({ activated_at }) => activated_at ?? ''),
  company_name: t.field('String!', async ({ company_id }, _, call) => (await companyNamed(call, company_id)).name),
  created_at: 'String!',
  expiration_date: t.field('String!', ({ expires_on }) => expires_on ?? ''),
  is_min_max_qty_used: t.field('Boolean!', ({ is_min_max_qty_used }) => is_min_max_qty_used === 1),
  last_ordered_at: t.field('String!', ({ template_id }, _, call) => lastOrdered(call, template_id)),
  last_shared_at: t.field('String!', ({ last_shared_at }) => last_shared_at ?? ''),
  max_order_commitment: t.field('Int!', ({ max_orders }) => max_orders),
  min_negotiated_grand_total: t.field('Float!', ({ grand_total }) => Number(grand_total) / 10_000),
  min_order_commitment: t.field('Int!', ({ min_orders }) => min_orders),
  name: t.field('String!', ({ template_name }) => template_name),
  orders_placed: t.field('Int!', ({ template_id }, _, call) => ordersPlaced(call, template_id)),
  prices: t.field('CartPrices', ({ template_id }, _, call) => evaluatedTerms(call, template_id)),
  sales_rep_name: t.field(
    'String!',
    async ({ company_id }, _, call) => (await companyNamed(call, company_id)).representative,
  ),
  state: t.field('String!', ({ status }) => stateOf(status)),
  status: t.field('String!', ({ status }) => statusOf(status)),
  submitted_by: t.field('String!', async ({ customer_id }, _, call) =>
    fullName(await call.services.negotiableQuote.buyerName(call, customer_id)),
  ),
  template_id: t.field('ID!', ({ template_id }) => String(template_id)),
  uid: t.field('ID!', ({ template_id }) => uidOf(template_id)),
  updated_at: 'String!',
}));

/** The company of the calling buyer, and the buyers whose templates the caller may see. Throws without the permission. */
async function visibleTo(call: Call) {
  await requirePermission(call, 'Magento_NegotiableQuoteTemplate::view_template');
  return call.services.company.viewOf(call, call.caller.id, 'Magento_NegotiableQuote::view_quotes_sub');
}

async function visibleTemplate(call: Call, text: string): Promise<TemplateRow> {
  const { companyId, customerIds } = await visibleTo(call);
  const id = templateIdOf(text);
  const row = (await findTemplates(call, [id])).get(id);
  const isVisible = row?.company_id === companyId && customerIds.includes(row.customer_id);
  if (!row || !isVisible || row.status === 'draft_by_admin') throw unknownTemplate(text);
  return row;
}

type Filter = GraphQLTypes['NegotiableQuoteTemplateFilterInput'];

/** The states that a filter allows. Values are compared without regard to case. */
function statesOf(filter: Filter | null | undefined): TemplateState[] {
  const allows = (condition: Filter['state'], value: string): boolean => {
    if (!condition) return true;
    const { eq, in: several } = condition;
    const allowed = [...(eq == null ? [] : [eq]), ...(several ?? [])];
    return allowed.some((one) => one != null && one.toUpperCase().replaceAll(' ', '_') === value);
  };
  return allTemplateStates.filter(
    (state) =>
      state !== 'draft_by_admin' && allows(filter?.state, stateOf(state)) && allows(filter?.status, statusOf(state)),
  );
}

const sortColumns = { TEMPLATE_ID: 'template_id', LAST_SHARED_AT: 'last_shared_at' } as const;
const sortLabels = { TEMPLATE_ID: 'Template ID', LAST_SHARED_AT: 'Last Shared' } as const;
const sort_fields = {
  default: 'TEMPLATE_ID',
  options: entriesOf<Record<string, string>>(sortLabels).map(([value, label]) => ({ value, label })),
};

async function templatePage(
  call: Call,
  filter: Filter | null | undefined,
  sort: GraphQLTypes['NegotiableQuoteTemplateSortInput'] | null | undefined,
  current: { readonly pageSize?: number | null; readonly currentPage?: number | null },
) {
  const { companyId, customerIds } = await visibleTo(call);
  const asked = readAskedPage(current.currentPage, current.pageSize);
  const states = statesOf(filter);
  const found = call.db
    .selectFrom('negotiable_quote_template')
    .where('company_id', '=', companyId)
    .where(inIds('customer_id', customerIds))
    .where('status', 'in', states);
  const total = async (): Promise<number> => {
    const { count } = await found
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const direction = sort?.sort_direction === 'DESC' ? 'desc' : 'asc';
  const total_count = states.length === 0 ? 0 : await total();
  const items =
    total_count === 0
      ? []
      : await found
          .selectAll()
          .orderBy(sortColumns[sort?.sort_field ?? 'TEMPLATE_ID'], direction)
          .orderBy('template_id', direction)
          .limit(asked.pageSize)
          .offset((asked.page - 1) * asked.pageSize)
          .execute();
  return { items, page_info: await pageInfo(asked, async () => total_count), sort_fields, total_count };
}

const own = { customersOnly: true } as const;

const templateQueries = queries((t) => ({
  negotiableQuoteTemplate: t.field(
    'NegotiableQuoteTemplate',
    { templateId: 'ID!' },
    (_, { templateId }, call) => visibleTemplate(call, templateId),
    own,
  ),
  negotiableQuoteTemplates: t.field(
    'NegotiableQuoteTemplatesOutput',
    {
      filter: 'NegotiableQuoteTemplateFilterInput',
      pageSize: 'Int = 20',
      currentPage: 'Int = 1',
      sort: 'NegotiableQuoteTemplateSortInput',
    },
    (_, { filter, sort, ...page }, call) => templatePage(call, filter, sort, page),
    own,
  ),
}));

/** The queries of quote templates. */
export const templateQueryDeclarations = [enums, values, inputs, gridItem, templateQueries];
