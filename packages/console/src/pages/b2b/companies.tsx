import { criteriaOf } from '../../criteria.ts';
import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useSession } from '../../session.ts';
import { CompanyState, companyStates, counted, Money } from './texts.tsx';

const SIZE = 20;

/** Companies with their states and credits. */
export function Companies() {
  const { shop } = useSession();
  const [{ status = '', search = '', page = '1' }, change] = useFilters();
  const number = Number(page) || 1;
  const filters = [
    ...(status === '' ? [] : [{ field: 'status', condition: 'eq', value: status }]),
    ...(search === '' ? [] : [{ field: 'company_name', condition: 'like', value: `%${search}%` }]),
  ];
  const read = useLoad(
    async (signal) => {
      const searchCriteria = criteriaOf(filters, 'company_name', number, SIZE);
      const { items, total_count: total = 0 } = await shop.companies.list({ searchCriteria }, { signal }).page();
      const ofPage = [{ field: 'company_id', condition: 'in', value: items.map(({ id }) => id).join(',') }];
      const credits =
        items.length === 0
          ? []
          : await shop.creditLimits
              .list({ searchCriteria: criteriaOf(ofPage, '', 1, SIZE) }, { signal })
              .page()
              .then((found) => found.items);
      return { items, total, credits: new Map(credits.map((credit) => [credit.company_id, credit])) };
    },
    [shop, status, search, number],
  );
  return (
    <Page title="Companies">
      <div class="filters">
        <Field label="State">
          <select value={status} onChange={(event) => change({ status: event.currentTarget.value, page: '' })}>
            <option value="">any</option>
            {companyStates.map((state, value) => (
              <option key={state} value={String(value)}>
                {state}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Name contains">
          <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      </div>
      <Loaded of={read}>
        {({ items, total, credits }) => (
          <>
            <p class="quiet" role="status">
              {counted(total, 'company', 'companies')}
            </p>
            <Table
              caption="Companies"
              rows={items}
              keyOf={({ id }) => id!}
              none={filters.length > 0 ? 'No matching companies.' : 'No companies yet.'}
              columns={[
                {
                  title: 'Company',
                  show: (one) => <a href={`/console/b2b/companies/${one.id}`}>{one.company_name}</a>,
                },
                { title: 'State', show: (one) => <CompanyState status={one.status} /> },
                { title: 'Email', show: ({ company_email: email }) => email },
                { title: 'Place', show: ({ city, country_id: country }) => `${city}, ${country}` },
                {
                  title: 'Debt',
                  isNumber: true,
                  show: ({ id }) => {
                    const credit = credits.get(id);
                    return credit && <Money value={0 - (credit.balance ?? 0)} currency={credit.currency_code} />;
                  },
                },
                {
                  title: 'Available credit',
                  isNumber: true,
                  show: ({ id }) => {
                    const credit = credits.get(id);
                    return credit && <Money value={credit.available_limit} currency={credit.currency_code} />;
                  },
                },
              ]}
            />
            {total > SIZE && (
              <Pager page={number} isLast={number * SIZE >= total} go={(to) => change({ page: String(to) })} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
