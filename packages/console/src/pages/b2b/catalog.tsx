import { useLocation } from 'preact-iso';
import type { Answer } from '../../calls.ts';
import { criteriaOf } from '../../criteria.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { CatalogCategories } from './catalog-categories.tsx';
import { CatalogProducts } from './catalog-products.tsx';
import { CatalogFields, CatalogType, catalogTypes } from './catalogs.tsx';
import { DialogButton, useChanging, type Changing } from './changes.tsx';
import { CompanyState, Facts } from './texts.tsx';
import { t } from '../../texts/text.ts';

/** A shared catalog with its categories and companies. */
export type CatalogRecord = Answer<'GET /_/console/shared-catalogs/:catalogId'>;

type CatalogCompany = NonNullable<CatalogRecord['company_list']>[number];

/** A part of a catalog, and how it changes. */
export interface CatalogPart {
  readonly catalog: CatalogRecord;
  readonly changing: Changing<CatalogRecord>;
  readonly isEditable: boolean;
}

/** Companies in the form that assigns one. */
const MOST_COMPANIES = 300;

/** A shared catalog with its products, prices, categories and companies. */
export function Catalog({ id }: { id: number }) {
  const { console: call, may } = useSession();
  const changing = useChanging(
    (signal) => call('GET /_/console/shared-catalogs/:catalogId', { catalogId: id }, { signal }),
    [id],
  );
  const isEditable = may('Magento_SharedCatalog::manage');
  const catalog = changing.load.value;
  return (
    <Page
      title={catalog?.name ?? t('Catalog {id}', { id })}
      actions={isEditable && catalog && <CatalogActions catalog={catalog} changing={changing} />}
    >
      <OutcomeOf outcome={changing.outcome} />
      <Loaded of={changing.load}>
        {(loaded) => {
          const part = { catalog: loaded, changing, isEditable };
          return (
            <>
              <Facts
                of={[
                  [t('Type'), <CatalogType type={loaded.type} />],
                  [t('Description'), loaded.description],
                  [t('Customer group'), loaded.customer_group_id],
                ]}
              />
              <CatalogProducts {...part} />
              <div class="sides">
                <CatalogCategories {...part} />
                <CatalogCompanies {...part} />
              </div>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function CatalogActions({ catalog, changing }: Omit<CatalogPart, 'isEditable'>) {
  const { shop } = useSession();
  const { route } = useLocation();
  const id = catalog.id!;
  return (
    <>
      <DialogButton
        label={t('Rename')}
        submit={t('Save')}
        of={changing}
        send={({ name = '', description = '' }) =>
          changing.act(async () => {
            await shop.sharedCatalogs.save({ sharedCatalog: { id, name, description } });
            return t('Catalog saved.');
          })
        }
      >
        <CatalogFields name={catalog.name ?? ''} description={catalog.description ?? ''} />
      </DialogButton>
      {catalogTypes[catalog.type ?? 0] === 'custom' && (
        <DialogButton
          label={t('Delete catalog')}
          of={changing}
          send={async () => {
            const isDone = await changing.act(async () => {
              await shop.sharedCatalogs.delete({ sharedCatalogId: id });
              route('/console/b2b/catalogs');
              return t('Catalog deleted.');
            });
            return isDone;
          }}
        >
          <p>
            {t(
              'Delete {name} with its customer group and prices? Its companies come to the public catalog. This cannot be undone.',
              { name: catalog.name },
            )}
          </p>
        </DialogButton>
      )}
    </>
  );
}

function CatalogCompanies({ catalog, changing, isEditable }: CatalogPart) {
  const { shop, may } = useSession();
  const { act, isBusy } = changing;
  const sharedCatalogId = catalog.id!;
  const isCustom = catalogTypes[catalog.type ?? 0] === 'custom';
  const assign = (id: number): Promise<boolean> =>
    act(async () => {
      await shop.sharedCatalogCompanies.assignCompanies({ sharedCatalogId, companies: [{ id }] });
      return t('Company assigned. Its users pay the prices of this catalog.');
    });
  const unassign = (id: number): void =>
    void act(async () => {
      await shop.sharedCatalogCompanies.unassignCompanies({ sharedCatalogId, companies: [{ id }] });
      return t('Company unassigned. Its users pay the prices of the public catalog.');
    });
  return (
    <section>
      <div class="head">
        <h2>{t('Companies')}</h2>
        {isEditable && may('Magento_Company::index') && (
          <DialogButton label={t('Assign company')} of={changing} send={({ company }) => assign(Number(company))}>
            <CompanyChoice assigned={catalog.company_list!.map(({ id }) => id!)} />
          </DialogButton>
        )}
      </div>
      <Table
        caption={t('Companies')}
        rows={catalog.company_list!}
        keyOf={({ id }) => id!}
        none={t('No companies yet.')}
        columns={[
          {
            title: t('Company'),
            show: ({ id, name }) =>
              may('Magento_Company::index') ? <a href={`/console/b2b/companies/${id}`}>{name}</a> : name,
          },
          { title: t('State'), show: ({ status }) => <CompanyState status={status} /> },
          ...(isEditable && isCustom
            ? [
                {
                  title: t('Actions'),
                  show: ({ id, name }: CatalogCompany) => (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={t('Unassign {name}', { name })}
                      onClick={() => unassign(id!)}
                    >
                      {t('Unassign')}
                    </button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

function CompanyChoice({ assigned }: { assigned: readonly number[] }) {
  const { shop } = useSession();
  const read = useLoad(
    (signal) =>
      shop.companies.list({ searchCriteria: criteriaOf([], 'company_name', 1, MOST_COMPANIES) }, { signal }).page(),
    [shop],
  );
  return (
    <Loaded of={read}>
      {({ items }) => {
        const others = items.filter(({ id }) => !assigned.includes(id!));
        return others.length === 0 ? (
          <p class="quiet">{t('No other companies.')}</p>
        ) : (
          <Field label={t('Company')} hint={t('It leaves its present catalog.')}>
            <select name="company" required>
              {others.map(({ id, company_name: name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        );
      }}
    </Loaded>
  );
}
