import { criteriaOf } from '../../criteria.ts';
import { useFilters } from '../../filters.ts';
import { useLoad } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { ListFilters, PAGE_SIZE, PagedTable } from './list-parts.tsx';
import { CompanyState, companyStateTexts, Money } from './texts.tsx';
import { countryName } from '../../texts/format.ts';
import { t, tn } from '../../texts/text.ts';

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
      const searchCriteria = criteriaOf(filters, 'company_name', number, PAGE_SIZE);
      const { items, total_count: total = 0 } = await shop.companies.list({ searchCriteria }, { signal }).page();
      const ofPage = [{ field: 'company_id', condition: 'in', value: items.map(({ id }) => id).join(',') }];
      const credits =
        items.length === 0
          ? []
          : await shop.creditLimits
              .list({ searchCriteria: criteriaOf(ofPage, '', 1, PAGE_SIZE) }, { signal })
              .page()
              .then((found) => found.items);
      return { items, total, credits: new Map(credits.map((credit) => [credit.company_id, credit])) };
    },
    [shop, status, search, number],
  );
  return (
    <Page title={t('Companies')}>
      <ListFilters
        choice={{
          label: t('State'),
          name: 'status',
          value: status,
          options: [['', t('any')], ...companyStateTexts.map((state, value) => [String(value), state] as const)],
        }}
        searchLabel={t('Name contains')}
        search={search}
        change={change}
      />
      <PagedTable
        of={read}
        page={number}
        change={change}
        countText={(total) => tn(total, '{count} company', '{count} companies')}
        caption={t('Companies')}
        keyOf={({ id }) => id!}
        none={filters.length > 0 ? t('No matching companies.') : t('No companies yet.')}
        columnsOf={({ credits }) => [
          {
            title: t('Company'),
            show: (one) => <a href={`/console/b2b/companies/${one.id}`}>{one.company_name}</a>,
          },
          { title: t('State'), show: (one) => <CompanyState status={one.status} /> },
          { title: t('Email'), show: ({ company_email: email }) => email },
          { title: t('Place'), show: ({ city, country_id: country }) => `${city}, ${countryName(country ?? '')}` },
          {
            title: t('Debt'),
            isNumber: true,
            show: ({ id }) => {
              const credit = credits.get(id);
              return credit && <Money value={0 - (credit.balance ?? 0)} currency={credit.currency_code} />;
            },
          },
          {
            title: t('Available credit'),
            isNumber: true,
            show: ({ id }) => {
              const credit = credits.get(id);
              return credit && <Money value={credit.available_limit} currency={credit.currency_code} />;
            },
          },
        ]}
      />
    </Page>
  );
}
