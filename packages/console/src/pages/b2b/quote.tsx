import { useState } from 'preact/hooks';
import type { Answer } from '../../calls.ts';
import { Loaded } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Tile } from '../../parts/tile.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { DialogButton, useChanging, type Changing } from './changes.tsx';
import { QuoteComments, QuoteHistory } from './quote-history.tsx';
import { QuotePrices } from './quote-prices.tsx';
import { Facts, Money, QuoteState } from './texts.tsx';
import { t } from '../../texts/text.ts';
import { dayText, numberText } from '../../texts/format.ts';

/** A quote with its items, comments and changes. */
export type QuoteRecord = Answer<'GET /_/console/quotes/:quoteId'>;

/** A quote, with the prices that the shop proposes. */
export function Quote({ id }: { id: number }) {
  const { console: call, may } = useSession();
  const changing = useChanging((signal) => call('GET /_/console/quotes/:quoteId', { quoteId: id }, { signal }), [id]);
  const [isEdited, setEdited] = useState(false);
  const mayManage = may('Magento_NegotiableQuote::manage');
  const quote = changing.load.value;
  return (
    <Page
      title={quote?.quote_name || t('Quote {id}', { id })}
      actions={mayManage && quote && <QuoteActions quote={quote} changing={changing} isEdited={isEdited} />}
    >
      <OutcomeOf outcome={changing.outcome} />
      <Loaded of={changing.load}>
        {(loaded) => (
          <>
            <Head quote={loaded} />
            <QuotePrices
              key={JSON.stringify(loaded)}
              quote={loaded}
              isEditable={mayManage && loaded.may_change === true}
              changing={changing}
              noteEdits={setEdited}
            />
            <QuoteComments quote={loaded} />
            <QuoteHistory quote={loaded} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Head({ quote }: { quote: QuoteRecord }) {
  const { may } = useSession();
  const { company, company_id: companyId, currency, original_total: original, proposed_total: proposed } = quote;
  const saved = proposed == null ? 0 : original! - proposed;
  return (
    <>
      <Facts
        of={[
          [t('State'), <QuoteState status={quote.status} />],
          [
            t('Company'),
            company && may('Magento_Company::index') ? (
              <a href={`/console/b2b/companies/${companyId}`}>{company}</a>
            ) : (
              company
            ),
          ],
          [t('Buyer'), `${quote.buyer} <${quote.buyer_email}>`],
          [t('Valid until'), quote.expires_on && dayText(quote.expires_on)],
          [t('Requested (UTC)'), timeOf(quote.created_at!)],
          [t('Ships to'), quote.shipping_address],
          [t('Shipping method'), quote.shipping_method],
        ]}
      />
      <dl class="tiles">
        <Tile title={t('Catalog total')}>
          <Money value={original} currency={currency} />
        </Tile>
        <Tile
          title={t('Proposed total')}
          {...(saved > 0 && {
            note: t('{percent} % below the catalog', { percent: numberText((100 * saved) / original!, 1) }),
          })}
        >
          {proposed == null ? t('none') : <Money value={proposed} currency={currency} />}
        </Tile>
        <Tile title={t('Proposed shipping')}>
          {quote.proposed_shipping == null ? t('none') : <Money value={quote.proposed_shipping} currency={currency} />}
        </Tile>
      </dl>
    </>
  );
}

function QuoteActions({
  quote,
  changing,
  isEdited,
}: {
  quote: QuoteRecord;
  changing: Changing<QuoteRecord>;
  isEdited: boolean;
}) {
  const { shop } = useSession();
  const { act, isBusy } = changing;
  const quoteId = quote.quote_id!;
  return (
    <>
      {quote.may_submit && (
        <DialogButton
          label={t('Send to buyer')}
          of={changing}
          isPrimary
          isDisabled={isEdited || quote.items!.length === 0}
          send={({ comment = '' }) =>
            act(async () => {
              await shop.negotiableQuotes.adminSend({ quoteId, comment });
              return t('Sent to the buyer.');
            })
          }
        >
          <p>{t('The buyer gets an email, and can order at the proposed prices.')}</p>
          <Field label={t('Comment for the buyer (optional)')}>
            <textarea name="comment" rows={4} />
          </Field>
        </DialogButton>
      )}
      {quote.may_change && (
        <button
          type="button"
          disabled={isBusy || isEdited}
          onClick={() =>
            act(async () => {
              await shop.negotiableQuotePrices.pricesUpdated({ quoteIds: [quoteId] });
              return t('The quote has the present prices of the catalog.');
            })
          }
        >
          {t('Update catalog prices')}
        </button>
      )}
      {quote.may_decline && (
        <DialogButton
          label={t('Decline quote')}
          of={changing}
          send={({ reason = '' }) =>
            act(async () => {
              await shop.negotiableQuotes.decline({ quoteId, reason });
              return t('Quote declined.');
            })
          }
        >
          <p>{t('The buyer gets an email with the reason, and can order at regular prices.')}</p>
          <Field label={t('Reason')}>
            <textarea name="reason" rows={4} required />
          </Field>
        </DialogButton>
      )}
    </>
  );
}
