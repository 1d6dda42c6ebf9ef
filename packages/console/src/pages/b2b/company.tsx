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

type CompanyRecord = Awaited<ReturnType<Session['shop']['companies']['get']>>;

/** A company with its users and its credit. */
export function Company({ id }: { id: number }) {
  const { shop, may } = useSession();
  const changing = useChanging((signal) => shop.companies.get({ companyId: id }, { signal }), [shop, id]);
  const company = changing.load.value;
  return (
    <Page
      title={company?.company_name ?? `Company ${id}`}
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
  approve: { status: companyStates.indexOf('approved'), done: 'Company approved. Its users can sign in and order.' },
  block: { status: companyStates.indexOf('blocked'), done: 'Company blocked. Its users can sign in, but not order.' },
  reject: { status: companyStates.indexOf('rejected'), done: 'Company rejected. Its users cannot sign in.' },
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
          {state === 'blocked' ? 'Unblock company' : 'Approve company'}
        </button>
      )}
      {state === 'pending' && (
        <DialogButton label="Reject company" of={changing} send={({ reason = '' }) => move(steps.reject, reason)}>
          <p>The administrator of the company gets an email with the reason.</p>
          <Field label="Reason">
            <textarea name="reason" rows={4} required />
          </Field>
        </DialogButton>
      )}
      {state === 'approved' && (
        <DialogButton label="Block company" of={changing} send={() => move(steps.block)}>
          <p>Users of a blocked company can sign in, but not order. Block {company.company_name}?</p>
        </DialogButton>
      )}
    </>
  );
}

function Head({ company, changing }: { company: CompanyRecord; changing: Changing<CompanyRecord> }) {
  const { street, postcode, city, region, country_id: country, telephone } = company;
  const address = [...(street ?? []), [postcode, city].filter(Boolean).join(' '), region, country];
  return (
    <>
      <Facts
        of={[
          ['State', <CompanyState status={company.status} />],
          ['Reason of the rejection', company.reject_reason],
          ['Legal name', company.legal_name],
          ['Tax number', company.vat_tax_id],
          ['Email', company.company_email],
          ['Telephone', telephone],
          ['Address', address.filter(Boolean).join(', ')],
          ['Comment', company.comment],
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
  const save = (extension_attributes: object, what: string, isOn: boolean): void =>
    void act(async () => {
      await shop.companies.save({ company: { id: company.id!, extension_attributes } });
      return `${what} ${isOn ? 'enabled' : 'disabled'}.`;
    });
  const isReadOnly = isBusy || !may('Magento_Company::manage');
  return (
    <fieldset>
      <legend>Functions</legend>
      <div class="actions">
        <label>
          <input
            type="checkbox"
            checked={quotes?.is_quote_enabled ?? false}
            disabled={isReadOnly}
            onChange={({ currentTarget: { checked } }) =>
              save({ quote_config: { is_quote_enabled: checked } }, 'Quotes', checked)
            }
          />{' '}
          Quotes
        </label>
        <label>
          <input
            type="checkbox"
            checked={orders ?? false}
            disabled={isReadOnly}
            onChange={({ currentTarget: { checked } }) =>
              save({ is_purchase_order_enabled: checked }, 'Purchase orders', checked)
            }
          />{' '}
          Purchase orders
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
      <h2>Users</h2>
      <Loaded of={read}>
        {(users) => (
          <Table
            caption="Users"
            rows={users}
            keyOf={({ customer_id: customer }) => customer!}
            none="No users yet."
            columns={[
              { title: 'Name', show: ({ name }) => name },
              { title: 'Email', show: ({ email }) => email },
              {
                title: 'Role',
                show: (one) => (one.is_administrator ? <strong>Administrator</strong> : one.roles!.join(', ')),
              },
              { title: 'Job', show: ({ job_title: job }) => job },
              {
                title: 'State',
                show: ({ is_active: on }) => <Badge kind={on ? 'good' : 'warn'}>{on ? 'active' : 'inactive'}</Badge>,
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
