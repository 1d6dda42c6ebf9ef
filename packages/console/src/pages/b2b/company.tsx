import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession, type Session } from '../../session.ts';
import { DialogButton, useChanging, type Changing } from './changes.tsx';
import { CompanyCredit } from './company-credit.tsx';
import { CompanyState, companyStates, Facts } from './texts.tsx';
import { countryName } from '../../texts/format.ts';
import { t } from '../../texts/text.ts';

type CompanyRecord = Awaited<ReturnType<Session['shop']['companies']['get']>>;

/** A company with its users and its credit. */
export function Company({ id }: { id: number }) {
  const { shop, may } = useSession();
  const changing = useChanging((signal) => shop.companies.get({ companyId: id }, { signal }), [shop, id]);
  const company = changing.load.value;
  return (
    <Page
      title={company?.company_name ?? t('Company {id}', { id })}
      actions={may('Magento_Company::manage') && company && <CompanyActions company={company} changing={changing} />}
    >
      <OutcomeOf outcome={changing.outcome} />
      <Loaded of={changing.load}>
        {(loaded) => (
          <>
            <Head company={loaded} changing={changing} />
            <Users id={id} />
            <CompanyCredit id={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The state that an action leads to, and the sentence after it. */
const steps = {
  approve: { status: companyStates.indexOf('approved'), done: t('Company approved. Its users can sign in and order.') },
  block: {
    status: companyStates.indexOf('blocked'),
    done: t('Company blocked. Its users can sign in, but not order.'),
  },
  reject: { status: companyStates.indexOf('rejected'), done: t('Company rejected. Its users cannot sign in.') },
} as const;

function CompanyActions({ company, changing }: { company: CompanyRecord; changing: Changing<CompanyRecord> }) {
  const { shop } = useSession();
  const { act, isBusy } = changing;
  const state = companyStates[company.status ?? 0];
  const move = ({ status, done }: (typeof steps)[keyof typeof steps], reject_reason?: string): Promise<boolean> =>
    act(async () => {
      await shop.companies.save({ company: { id: company.id!, status, ...(reject_reason && { reject_reason }) } });
      return done;
    });
  return (
    <>
      {state !== 'approved' && (
        <button type="button" class="primary" disabled={isBusy} onClick={() => move(steps.approve)}>
          {state === 'blocked' ? t('Unblock company') : t('Approve company')}
        </button>
      )}
      {state === 'pending' && (
        <DialogButton label={t('Reject company')} of={changing} send={({ reason = '' }) => move(steps.reject, reason)}>
          <p>{t('The administrator of the company gets an email with the reason.')}</p>
          <Field label={t('Reason')}>
            <textarea name="reason" rows={4} required />
          </Field>
        </DialogButton>
      )}
      {state === 'approved' && (
        <DialogButton label={t('Block company')} of={changing} send={() => move(steps.block)}>
          <p>
            {t('Users of a blocked company can sign in, but not order. Block {name}?', { name: company.company_name })}
          </p>
        </DialogButton>
      )}
    </>
  );
}

function Head({ company, changing }: { company: CompanyRecord; changing: Changing<CompanyRecord> }) {
  const { street, postcode, city, region, country_id: country, telephone } = company;
  const address = [...(street ?? []), [postcode, city].filter(Boolean).join(' '), region, countryName(country ?? '')];
  return (
    <>
      <Facts
        of={[
          [t('State'), <CompanyState status={company.status} />],
          [t('Reason of the rejection'), company.reject_reason],
          [t('Legal name'), company.legal_name],
          [t('Tax number'), company.vat_tax_id],
          [t('Email'), company.company_email],
          [t('Telephone'), telephone],
          [t('Address'), address.filter(Boolean).join(', ')],
          [t('Comment'), company.comment],
        ]}
      />
      <Switches company={company} changing={changing} />
    </>
  );
}

/** The functions that the shop may allow to a company. */
function Switches({
  company,
  changing: { act, isBusy },
}: {
  company: CompanyRecord;
  changing: Changing<CompanyRecord>;
}) {
  const { shop, may } = useSession();
  const { quote_config: quotes, is_purchase_order_enabled: orders } = company.extension_attributes ?? {};
  const save = (extension_attributes: object, name: string, isOn: boolean): void =>
    void act(async () => {
      await shop.companies.save({ company: { id: company.id!, extension_attributes } });
      return isOn ? t('{name} enabled.', { name }) : t('{name} disabled.', { name });
    });
  const isReadOnly = isBusy || !may('Magento_Company::manage');
  return (
    <fieldset>
      <legend>{t('Functions')}</legend>
      <div class="actions">
        <label>
          <input
            type="checkbox"
            checked={quotes?.is_quote_enabled ?? false}
            disabled={isReadOnly}
            onChange={({ currentTarget: { checked } }) =>
              save({ quote_config: { is_quote_enabled: checked } }, t('Quotes'), checked)
            }
          />{' '}
          {t('Quotes')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={orders ?? false}
            disabled={isReadOnly}
            onChange={({ currentTarget: { checked } }) =>
              save({ is_purchase_order_enabled: checked }, t('Purchase orders'), checked)
            }
          />{' '}
          {t('Purchase orders')}
        </label>
      </div>
    </fieldset>
  );
}

function Users({ id }: { id: number }) {
  const { console: call } = useSession();
  const read = useLoad(
    (signal) => call('GET /_/console/companies/:companyId/users', { companyId: id }, { signal }),
    [id],
  );
  return (
    <section>
      <h2>{t('Users')}</h2>
      <Loaded of={read}>
        {(users) => (
          <Table
            caption={t('Users')}
            rows={users}
            keyOf={({ customer_id: customer }) => customer!}
            none={t('No users yet.')}
            columns={[
              { title: t('Name'), show: ({ name }) => name },
              { title: t('Email'), show: ({ email }) => email },
              {
                title: t('Role'),
                show: (one) => (one.is_administrator ? <strong>{t('Administrator')}</strong> : one.roles!.join(', ')),
              },
              { title: t('Job'), show: ({ job_title: job }) => job },
              {
                title: t('State'),
                show: ({ is_active: on }) => (
                  <Badge kind={on ? 'good' : 'warn'}>{on ? t('active') : t('inactive')}</Badge>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
