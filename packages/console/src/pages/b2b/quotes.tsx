import { useFilters } from '../../filters.ts';
import { useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { ListFilters, PAGE_SIZE, PagedTable } from './list-parts.tsx';
import { Money, QuoteState, quoteStates } from './texts.tsx';
import { t, tn } from '../../texts/text.ts';
import { dayText } from '../../texts/format.ts';

/** The states of quotes by the side that has to act. */
const boxes = {
  shop: { title: t('waiting for us'), states: ['created', 'processing_by_admin', 'submitted_by_customer'] },
  buyer: { title: t('waiting for the buyer'), states: ['submitted_by_admin', 'processing_by_customer'] },
  drafts: { title: t('our drafts'), states: ['draft_by_admin'] },
  ordered: { title: t('ordered, or in a purchase order'), states: ['ordered', 'in_purchase_order'] },
  ended: { title: t('declined, expired or closed'), states: ['declined', 'expired', 'closed'] },
  all: { title: t('all'), states: [...quoteStates.keys()] },
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
      title={t('Quotes')}
      actions={
        <button type="button" onClick={read.reload}>
          {t('Refresh')}
        </button>
      }
    >
      <ListFilters
        choice={{
          label: t('Quotes'),
          name: 'box',
          value: box,
          options: Object.entries(boxes).map(([one, { title }]) => [one, title]),
        }}
        searchLabel={t('Quote or company contains')}
        search={search}
        change={change}
      />
      <PagedTable
        of={read}
        page={number}
        change={change}
        countText={(total) => tn(total, '{count} quote', '{count} quotes')}
        caption={t('Quotes')}
        keyOf={({ quote_id: id }) => id!}
        none={
          search !== '' ? t('No matching quotes.') : box === 'shop' ? t('No quotes are waiting.') : t('No quotes yet.')
        }
        columnsOf={() => [
          {
            title: t('Quote'),
            show: (one) => (
              <a href={`/console/b2b/quotes/${one.quote_id}`}>
                {one.quote_name || t('Quote {id}', { id: one.quote_id })}
              </a>
            ),
          },
          { title: t('Company'), show: ({ company }) => company },
          {
            title: t('Buyer'),
            show: ({ buyer, buyer_email: email }) => (
              <>
                {buyer}
                <br />
                <small class="quiet">{email}</small>
              </>
            ),
          },
          { title: t('State'), show: ({ status }) => <QuoteState status={status} /> },
          {
            title: t('Catalog total'),
            isNumber: true,
            show: (one) => <Money value={one.original_total} currency={one.currency} />,
          },
          {
            title: t('Proposed total'),
            isNumber: true,
            show: (one) =>
              one.proposed_total == null ? '' : <Money value={one.proposed_total} currency={one.currency} />,
          },
          { title: t('Valid until'), show: ({ expires_on: day }) => day && <time>{dayText(day)}</time> },
          { title: t('Changed (UTC)'), show: ({ updated_at: time }) => <time>{timeOf(time!)}</time> },
        ]}
      />
    </Page>
  );
}
