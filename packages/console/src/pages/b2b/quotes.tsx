import { useFilters } from '../../filters.ts';
import { useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { ListFilters, PAGE_SIZE, PagedTable } from './list-parts.tsx';
import { counted, Money, QuoteState, quoteStates } from './texts.tsx';

/** The states of quotes by the side that has to act. */
const boxes = {
  shop: { title: 'waiting for us', states: ['created', 'processing_by_admin', 'submitted_by_customer'] },
  buyer: { title: 'waiting for the buyer', states: ['submitted_by_admin', 'processing_by_customer'] },
  drafts: { title: 'our drafts', states: ['draft_by_admin'] },
  ordered: { title: 'ordered, or in a purchase order', states: ['ordered', 'in_purchase_order'] },
  ended: { title: 'declined, expired or closed', states: ['declined', 'expired', 'closed'] },
  all: { title: 'all', states: [...quoteStates.keys()] },
} as const;
type Box = keyof typeof boxes;
const isBox = (name: string): name is Box => name in boxes;

/** The quotes that the shop sees: by default those that wait for it. */
export function Quotes() {
  const { console: call } = useSession();
  const [{ box: name = 'shop', search = '', page = '1' }, change] = useFilters();
  const box = isBox(name) ? name : 'shop';
  const number = Number(page) || 1;
  const read = useLoad(
    async (signal) => {
      const asked = { status: boxes[box].states.join(','), search, page: number, limit: PAGE_SIZE };
      const { items, total_count: total } = await call('GET /_/console/quotes', asked, { signal });
      return { items: items!, total: total! };
    },
    [box, search, number],
  );
  return (
    <Page
      title="Quotes"
      actions={
        <button type="button" onClick={read.reload}>
          Refresh
        </button>
      }
    >
      <ListFilters
        choice={{
          label: 'Quotes',
          name: 'box',
          value: box,
          options: Object.entries(boxes).map(([one, { title }]) => [one, title]),
        }}
        searchLabel="Quote or company contains"
        search={search}
        change={change}
      />
      <PagedTable
        of={read}
        page={number}
        change={change}
        countText={(total) => counted(total, 'quote')}
        caption="Quotes"
        keyOf={({ quote_id: id }) => id!}
        none={search !== '' ? 'No matching quotes.' : box === 'shop' ? 'No quotes are waiting.' : 'No quotes yet.'}
        columnsOf={() => [
          {
            title: 'Quote',
            show: (one) => (
              <a href={`/console/b2b/quotes/${one.quote_id}`}>{one.quote_name || `Quote ${one.quote_id}`}</a>
            ),
          },
          { title: 'Company', show: ({ company }) => company },
          {
            title: 'Buyer',
            show: ({ buyer, buyer_email: email }) => (
              <>
                {buyer}
                <br />
                <small class="quiet">{email}</small>
              </>
            ),
          },
          { title: 'State', show: ({ status }) => <QuoteState status={status} /> },
          {
            title: 'Catalog total',
            isNumber: true,
            show: (one) => <Money value={one.original_total} currency={one.currency} />,
          },
          {
            title: 'Proposed total',
            isNumber: true,
            show: (one) =>
              one.proposed_total == null ? '' : <Money value={one.proposed_total} currency={one.currency} />,
          },
          { title: 'Valid until', show: ({ expires_on: day }) => day && <time>{day}</time> },
          { title: 'Changed (UTC)', show: ({ updated_at: time }) => <time>{timeOf(time!)}</time> },
        ]}
      />
    </Page>
  );
}
