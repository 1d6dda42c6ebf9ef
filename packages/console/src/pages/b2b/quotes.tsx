import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { counted, Money, QuoteState, quoteStates } from './texts.tsx';

const SIZE = 20;

/** The states of quotes by the side that has to act. */
const boxes = {
  shop: { title: 'waiting for us', states: ['created', 'processing_by_admin', 'submitted_by_customer'] },
  buyer: { title: 'waiting for the buyer', states: ['submitted_by_admin', 'processing_by_customer'] },
  drafts: { title: 'our drafts', states: ['draft_by_admin'] },
  ordered: { title: 'ordered', states: ['ordered'] },
  ended: { title: 'declined, expired or closed', states: ['declined', 'expired', 'closed'] },
  all: { title: 'all', states: Object.keys(quoteStates) },
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
    (signal) =>
      call(
        'GET /_/console/quotes',
        { status: boxes[box].states.join(','), search, page: number, limit: SIZE },
        { signal },
      ),
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
      <div class="filters">
        <Field label="Quotes">
          <select value={box} onChange={(event) => change({ box: event.currentTarget.value, page: '' })}>
            {Object.entries(boxes).map(([one, { title }]) => (
              <option key={one} value={one}>
                {title}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Quote or company contains">
          <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      </div>
      <Loaded of={read}>
        {({ items, total_count: total }) => (
          <>
            <p class="quiet" role="status">
              {counted(total!, 'quote')}
            </p>
            <Table
              caption="Quotes"
              rows={items!}
              keyOf={({ quote_id: id }) => id!}
              none={
                search !== '' ? 'No matching quotes.' : box === 'shop' ? 'No quotes are waiting.' : 'No quotes yet.'
              }
              columns={[
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
            {total! > SIZE && (
              <Pager page={number} isLast={number * SIZE >= total!} go={(to) => change({ page: String(to) })} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
