import { criteriaOf } from '../../criteria.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { Field } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { Tile } from '../../parts/tile.tsx';
import { useSession, type Session } from '../../session.ts';
import { DialogButton, useChanging, type Changing } from './changes.tsx';
import { Money } from './texts.tsx';
import { t } from '../../texts/text.ts';
import { momentText } from '../../texts/format.ts';

type Credit = Awaited<ReturnType<Session['shop']['creditLimits']['getCreditByCompanyId']>>;

const MOST_ENTRIES = 20;

/** Operations by the numbers of the interface. */
const operations = ['', 'allocated', 'updated', 'purchased', 'reimbursed', 'refunded', 'reverted'] as const;
const operationTexts: readonly string[] = [
  '',
  t('allocated'),
  t('updated'),
  t('purchased'),
  t('reimbursed'),
  t('refunded'),
  t('reverted'),
];
const REIMBURSED = operations.indexOf('reimbursed');

/** The credit of a company: limit, debt, and the last changes. */
export function CompanyCredit({ id }: { id: number }) {
  const { shop, may } = useSession();
  const changing = useChanging(
    (signal) => shop.creditLimits.getCreditByCompanyId({ companyId: id }, { signal }),
    [shop, id],
  );
  const credit = changing.load.value;
  return (
    <section>
      <div class="head">
        <h2>{t('Credit')}</h2>
        <div class="actions">
          {may('Magento_Company::manage') && credit && <CreditActions credit={credit} changing={changing} />}
        </div>
      </div>
      <OutcomeOf outcome={changing.outcome} />
      <Loaded of={changing.load}>
        {(loaded) => (
          <>
            <Figures credit={loaded} />
            <Entries key={`${loaded.balance} ${loaded.credit_limit}`} creditId={loaded.id!} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Figures({ credit }: { credit: Credit }) {
  const { balance, credit_limit: limit, available_limit: available, currency_code: currency } = credit;
  return (
    <dl class="tiles">
      <Tile title={t('Limit')} {...(credit.exceed_limit && { note: t('orders may exceed it') })}>
        <Money value={limit} currency={currency} />
      </Tile>
      <Tile title={t('Debt')}>
        <Money value={0 - (balance ?? 0)} currency={currency} />
      </Tile>
      <Tile title={t('Available')} kind={(available ?? 0) < 0 ? 'bad' : 'good'}>
        <Money value={available} currency={currency} />
      </Tile>
    </dl>
  );
}

function CreditActions({ credit, changing }: { credit: Credit; changing: Changing<Credit> }) {
  const { shop } = useSession();
  const { act } = changing;
  return (
    <>
      <DialogButton
        label={t('Change limit')}
        of={changing}
        send={({ limit, exceed }) =>
          act(async () => {
            const creditLimit = { credit_limit: Number(limit), exceed_limit: exceed !== undefined };
            await shop.creditLimits.save({ id: credit.id!, creditLimit });
            return t('Limit changed.');
          })
        }
      >
        <Field label={t('Limit ({currency})', { currency: credit.currency_code })}>
          <input
            name="limit"
            type="number"
            min="0"
            step="0.01"
            required
            defaultValue={String(credit.credit_limit ?? 0)}
          />
        </Field>
        <label>
          <input name="exceed" type="checkbox" defaultChecked={credit.exceed_limit ?? false} />{' '}
          {t('Orders may exceed the limit')}
        </label>
      </DialogButton>
      <DialogButton
        label={t('Reimburse')}
        submit={t('Reduce debt')}
        of={changing}
        send={({ amount, comment = '', reference = '' }) =>
          act(async () => {
            const currency = credit.currency_code ?? '';
            await shop.creditBalances.increase({
              creditId: credit.id!,
              value: Number(amount),
              currency,
              operationType: REIMBURSED,
              comment,
              options: {
                purchase_order: '',
                custom_reference_number: reference,
                order_increment: '',
                currency_display: currency,
                currency_base: currency,
              },
            });
            return t('Debt reduced.');
          })
        }
      >
        <Field label={t('Amount ({currency})', { currency: credit.currency_code })}>
          <input name="amount" type="number" min="0.01" step="0.01" required />
        </Field>
        <Field label={t('Reference (optional)')}>
          <input name="reference" />
        </Field>
        <Field label={t('Comment (optional)')}>
          <input name="comment" />
        </Field>
      </DialogButton>
    </>
  );
}

function Entries({ creditId }: { creditId: number }) {
  const { shop } = useSession();
  const filters = [{ field: 'company_credit_id', condition: 'eq', value: String(creditId) }];
  const read = useLoad(
    (signal) =>
      shop.creditHistories
        .list({ searchCriteria: criteriaOf(filters, '-history_id', 1, MOST_ENTRIES) }, { signal })
        .page(),
    [shop, creditId],
  );
  return (
    <Loaded of={read}>
      {({ items }) => (
        <Table
          caption={t('Changes of the credit')}
          rows={items}
          keyOf={({ id }) => id!}
          none={t('No changes of the credit yet.')}
          columns={[
            { title: t('Time (UTC)'), show: ({ datetime }) => <time>{momentText(datetime ?? '')}</time> },
            { title: t('Operation'), show: ({ type }) => operationTexts[type ?? 0] ?? type },
            {
              title: t('Amount'),
              isNumber: true,
              show: ({ amount, currency_operation: currency }) => <Money value={amount} currency={currency} />,
            },
            {
              title: t('Debt'),
              isNumber: true,
              show: ({ balance, currency_credit: currency }) => (
                <Money value={0 - (balance ?? 0)} currency={currency} />
              ),
            },
            {
              title: t('Available'),
              isNumber: true,
              show: ({ available_limit: available, currency_credit: currency }) => (
                <Money value={available} currency={currency} />
              ),
            },
            { title: t('Reference'), show: ({ custom_reference_number: reference }) => reference },
            { title: t('Comment'), show: ({ comment }) => commentText(comment) },
          ]}
        />
      )}
    </Loaded>
  );
}

/** The comment of an entry, which is JSON in the interface: a person's text, and the number of an order. */
function commentText(comment: string | null | undefined): string {
  if (!comment) return '';
  const { custom, system }: { custom?: string; system?: { order?: string } } = JSON.parse(comment);
  return [custom, system?.order && t('order {number}', { number: system.order })].filter(Boolean).join(', ');
}
