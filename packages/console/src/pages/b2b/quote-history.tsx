import { download } from '../../download.ts';
import { OutcomeOf, useAction } from '../../parts/action.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import type { QuoteRecord } from './quote.tsx';
import { Money, quoteState } from './texts.tsx';
import { t } from '../../texts/text.ts';
import { dayText } from '../../texts/format.ts';

/** The comments on a quote, with their files. */
export function QuoteComments({ quote: { comments } }: { quote: QuoteRecord }) {
  const { shop } = useSession();
  const { outcome, isBusy, run } = useAction();
  const open = (id: number, name: string): void =>
    void run(async () => {
      const [file] = await shop.attachmentContents.get({ attachmentIds: [id] });
      const content = Uint8Array.from(atob(file?.base64_encoded_data ?? ''), (letter) => letter.charCodeAt(0));
      download(name, file?.type || 'application/octet-stream', content);
      return t('{name} saved.', { name });
    });
  return (
    <section>
      <h2>{t('Comments')}</h2>
      <OutcomeOf outcome={outcome} />
      {comments!.length === 0 && <p class="quiet">{t('No comments yet.')}</p>}
      {comments!.map((one) => (
        <article key={one.entity_id} class={`notice ${one.is_ours ? '' : 'success'}`}>
          <small class="quiet">
            {one.author || t('An integration')}, {one.is_ours ? t('for the shop') : t('buyer')},{' '}
            <time>{timeOf(one.created_at!)}</time> UTC{one.is_decline && `, ${t('declined the quote')}`}
          </small>
          <p>{one.comment}</p>
          <div class="actions">
            {one.attachments!.map(({ attachment_id: id, file_name: name }) => (
              <button key={id} type="button" class="link" disabled={isBusy} onClick={() => open(id!, name!)}>
                {t('Download {name}', { name })}
              </button>
            ))}
          </div>
        </article>
      ))}
    </section>
  );
}

/** The changes of a quote, newest first. */
export function QuoteHistory({ quote: { history, buyer_currency: currency } }: { quote: QuoteRecord }) {
  return (
    <section>
      <h2>{t('History')}</h2>
      <Table
        caption={t('History')}
        rows={history!.toReversed()}
        keyOf={({ history_id: id }) => id!}
        none={t('No changes yet.')}
        columns={[
          { title: t('Time (UTC)'), show: ({ created_at: time }) => <time>{timeOf(time!)}</time> },
          {
            title: t('By'),
            show: ({ author, is_ours: isOurs }) => `${author || t('integration')} (${isOurs ? t('shop') : t('buyer')})`,
          },
          {
            title: t('State'),
            show: ({ old_status: before, new_status: after }) =>
              before == null || before === after ? quoteState(after) : `${quoteState(before)} → ${quoteState(after)}`,
          },
          { title: t('Valid until'), show: ({ expires_on: day }) => dayText(day ?? '') },
          {
            title: t('Grand total'),
            isNumber: true,
            show: ({ total }) => (total == null ? '' : <Money value={total} currency={currency} />),
          },
        ]}
      />
    </section>
  );
}
