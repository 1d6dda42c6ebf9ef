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
      title={catalog?.name ?? `Catalog ${id}`}
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
                  ['Type', <CatalogType type={loaded.type} />],
                  ['Description', loaded.description],
                  ['Customer group', loaded.customer_group_id],
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
        label="Rename"
        submit="Save"
        of={changing}
        send={({ name = '', description = '' }) =>
          changing.act(async () => {
            await shop.sharedCatalogs.save({ sharedCatalog: { id, name, description } });
            return 'Catalog saved.';
          })
        }
      >
        <CatalogFields name={catalog.name ?? ''} description={catalog.description ?? ''} />
      </DialogButton>
      {catalogTypes[catalog.type ?? 0] === 'custom' && (
        <DialogButton
          label="Delete catalog"
          of={changing}
          send={async () => {
            const isDone = await changing.act(async () => {
              await shop.sharedCatalogs.delete({ sharedCatalogId: id });
              route('/console/b2b/catalogs');
              return 'Catalog deleted.';
            });
            return isDone;
          }}
        >
          <p>
            Delete {catalog.name} with its customer group and prices? Its companies come to the public catalog. This
            cannot be undone.
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
      return 'Company assigned. Its users pay the prices of this catalog.';
    });
  const unassign = (id: number): void =>
    void act(async () => {
      await shop.sharedCatalogCompanies.unassignCompanies({ sharedCatalogId, companies: [{ id }] });
      return 'Company unassigned. Its users pay the prices of the public catalog.';
    });
  return (
    <section>
      <div class="head">
        <h2>Companies</h2>
        {isEditable && may('Magento_Company::index') && (
          <DialogButton label="Assign company" of={changing} send={({ company }) => assign(Number(company))}>
            <CompanyChoice assigned={catalog.company_list!.map(({ id }) => id!)} />
          </DialogButton>
        )}
      </div>
      <Table
        caption="Companies"
        rows={catalog.company_list!}
        keyOf={({ id }) => id!}
        none="No companies yet."
        columns={[
          {
            title: 'Company',
            show: ({ id, name }) =>
              may('Magento_Company::index') ? <a href={`/console/b2b/companies/${id}`}>{name}</a> : name,
          },
          { title: 'State', show: ({ status }) => <CompanyState status={status} /> },
          ...(isEditable && isCustom
            ? [
                {
                  title: 'Actions',
                  show: ({ id, name }: CatalogCompany) => (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={`Unassign ${name}`}
                      onClick={() => unassign(id!)}
                    >
                      Unassign
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
          <p class="quiet">No other companies.</p>
        ) : (
          <Field label="Company" hint="It leaves its present catalog.">
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
