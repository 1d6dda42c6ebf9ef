import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { requestTo, type Answer } from '../../calls.ts';
import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { RequestPreview } from '../../parts/call-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { RowActionBar } from '../../parts/row-action-bar.tsx';
import { rowActionTexts, type RowAction } from '../../parts/row-actions.ts';
import { selectionColumn, useSelection } from '../../parts/selection.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { t } from '../../texts/text.ts';
import { timeOf } from '../call-parts.tsx';

type Review = NonNullable<Answer<'GET /_/console/reviews'>['items']>[number];

const SIZE = 20;
const statuses = [
  ['pending', t('Awaiting approval'), 'warn'],
  ['approved', t('Approved'), 'good'],
  ['rejected', t('Rejected'), 'plain'],
] as const;

const nameOf = ({ summary }: Review): string => summary ?? '';

const withStatus = ({ review_id: reviewId }: Review, status: 'approved' | 'rejected') =>
  ({ route: 'PUT /_/console/reviews/:reviewId', input: { reviewId, status } }) as const;

const reviewActions: readonly RowAction<Review>[] = [
  {
    label: t('Approve'),
    question: (records) => t('Approve {records}?', { records }),
    done: (records) => t('{records} approved.', { records }),
    request: (review) => withStatus(review, 'approved'),
  },
  {
    label: t('Reject'),
    question: (records) => t('Reject {records}?', { records }),
    done: (records) => t('{records} rejected.', { records }),
    request: (review) => withStatus(review, 'rejected'),
  },
  {
    ...rowActionTexts.delete,
    request: ({ review_id: reviewId }) => ({ route: 'DELETE /_/console/reviews/:reviewId', input: { reviewId } }),
  },
];

/** Reviews of products: those that await approval come first by choice, and each is approved, rejected or deleted. */
export function Reviews({ head }: { head: ComponentChildren }) {
  const { console: calls } = useSession();
  const [{ status = 'pending', page = '1' }, change] = useFilters();
  const { outcome, isBusy, run } = useAction();
  const [deleted, setDeleted] = useState<Review>();
  const number = Math.max(1, Number(page) || 1);
  const read = useLoad(
    (signal) =>
      calls(
        'GET /_/console/reviews',
        { status: status === 'all' ? '' : status, page: number, limit: SIZE },
        { signal },
      ),
    [calls, status, number],
  );
  const selection = useSelection<Review>(({ review_id: id }) => id ?? 0);
  useEffect(() => selection.replace([]), [status]);
  const act = async (work: () => Promise<string>): Promise<boolean> => {
    const isDone = await run(work);
    if (isDone) read.reload();
    return isDone;
  };
  const judge = (review: Review, next: 'approved' | 'rejected'): void =>
    void act(async () => {
      await calls('PUT /_/console/reviews/:reviewId', { reviewId: review.review_id ?? 0, status: next });
      return next === 'approved' ? t('Review approved.') : t('Review rejected.');
    });
  return (
    <Page title={t('Reviews')}>
      {head}
      <div class="filters">
        <Field label={t('Status')}>
          <select value={status} onChange={(event) => change({ status: event.currentTarget.value, page: '' })}>
            {statuses.map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
            <option value="all">{t('all')}</option>
          </select>
        </Field>
      </div>
      <RowActionBar
        actions={reviewActions}
        selection={selection}
        noun={[t('review'), t('reviews')]}
        nameOf={nameOf}
        page={read.value?.items ?? []}
        total={read.value?.total_count ?? 0}
        changed={read.reload}
      />
      <OutcomeOf outcome={deleted ? undefined : outcome} />
      <Loaded of={read}>
        {({ items, total_count: total }) => (
          <>
            <Table
              caption={t('Reviews')}
              rows={items ?? []}
              keyOf={(one) => one.review_id ?? 0}
              none={status === 'all' ? t('No reviews yet.') : t('No reviews with this status.')}
              columns={[
                selectionColumn(selection, nameOf),
                { title: t('Review'), show: (one) => <ReviewText review={one} /> },
                {
                  title: t('Product'),
                  show: ({ sku, product_name: name }) => (
                    <a href={`/console/catalog/products/${encodeURIComponent(sku ?? '')}`}>{name || sku}</a>
                  ),
                },
                { title: t('Author'), show: (one) => <Author review={one} /> },
                { title: t('Status'), show: (one) => <Status review={one} /> },
                {
                  title: t('Actions'),
                  show: (one) => (
                    <div class="actions">
                      {one.status !== 'approved' && (
                        <button
                          type="button"
                          disabled={isBusy}
                          aria-label={t('Approve {name}', { name: one.summary })}
                          onClick={() => judge(one, 'approved')}
                        >
                          {t('Approve')}
                        </button>
                      )}
                      {one.status !== 'rejected' && (
                        <button
                          type="button"
                          disabled={isBusy}
                          aria-label={t('Reject {name}', { name: one.summary })}
                          onClick={() => judge(one, 'rejected')}
                        >
                          {t('Reject')}
                        </button>
                      )}
                      <button
                        type="button"
                        aria-label={t('Delete {name}…', { name: one.summary })}
                        onClick={() => setDeleted(one)}
                      >
                        {t('Delete…')}
                      </button>
                    </div>
                  ),
                },
              ]}
            />
            <ListPager page={number} size={SIZE} total={total ?? 0} go={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
      {deleted && (
        <Dialog title={t('Delete {name}', { name: deleted.summary })} close={() => setDeleted(undefined)}>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void act(async () => {
                await calls('DELETE /_/console/reviews/:reviewId', { reviewId: deleted.review_id ?? 0 });
                return t('Review deleted.');
              }).then((isDone) => isDone && setDeleted(undefined));
            }}
          >
            {outcome?.isFailure && <OutcomeOf outcome={outcome} />}
            <p>{deleted.detail}</p>
            <RequestPreview
              requests={[requestTo('DELETE /_/console/reviews/:reviewId', { reviewId: deleted.review_id ?? 0 })]}
            />
            <div>
              <button type="submit" class="primary" disabled={isBusy}>
                {t('Delete review')}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </Page>
  );
}

function ReviewText({ review: { summary, detail, votes } }: { review: Review }) {
  return (
    <>
      <strong>{summary}</strong>
      <div>{detail}</div>
      {(votes ?? []).map(({ name, value }) => (
        <div key={name} class="quiet">
          {t('{name}: {value} of 5', { name, value })}
        </div>
      ))}
    </>
  );
}

function Author({ review: { nickname, customer_id: customer, store, created_at: time } }: { review: Review }) {
  return (
    <>
      {customer ? (
        <a href={`/console/customers/accounts/${customer}`}>{nickname}</a>
      ) : (
        t('{name} (guest)', { name: nickname })
      )}
      <div class="quiet">
        {store}, <time>{timeOf(time ?? '')}</time>
      </div>
    </>
  );
}

function Status({ review: { status } }: { review: Review }) {
  const [, label, kind] = statuses.find(([one]) => one === status) ?? ['', status, 'plain' as const];
  return <Badge kind={kind}>{label}</Badge>;
}
