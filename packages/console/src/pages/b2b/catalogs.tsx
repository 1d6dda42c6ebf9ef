import { useLocation } from 'preact-iso';
import { OutcomeOf } from '../../parts/action.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Field } from '../../parts/field.tsx';
import { Loaded } from '../../load.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useSession } from '../../session.ts';
import { timeOf } from '../call-parts.tsx';
import { DialogButton, useChanging } from './changes.tsx';
import { t } from '../../texts/text.ts';

/** The types of catalogs by the numbers of the interface. */
export const catalogTypes = ['custom', 'public'] as const;
const typeTexts: readonly string[] = [t('custom'), t('public')];
const CUSTOM = catalogTypes.indexOf('custom');
const PUBLIC = catalogTypes.indexOf('public');

/** The shared catalogs, the public one first. */
export function Catalogs() {
  const { console: call, shop, may } = useSession();
  const { route } = useLocation();
  const changing = useChanging((signal) => call('GET /_/console/shared-catalogs', {}, { signal }), []);
  const publicCatalog = changing.load.value?.find(({ type }) => type === PUBLIC);
  const create = ({ name = '', description = '' }: Readonly<Record<string, string>>): Promise<boolean> =>
    changing.act(async () => {
      const tax_class_id = publicCatalog?.tax_class_id ?? 0;
      const sharedCatalog = { name, description, type: CUSTOM, store_id: 0, tax_class_id };
      const id = await shop.sharedCatalogs.save({ sharedCatalog });
      route(`/console/b2b/catalogs/${id}`);
      return t('Catalog {name} created.', { name });
    });
  return (
    <Page
      title={t('Shared catalogs')}
      actions={
        may('Magento_SharedCatalog::manage') &&
        publicCatalog && (
          <DialogButton label={t('New catalog')} submit={t('Create catalog')} of={changing} isPrimary send={create}>
            <p>{t('The catalog gets a customer group of its name, with the tax class of the public catalog.')}</p>
            <CatalogFields />
          </DialogButton>
        )
      }
    >
      <OutcomeOf outcome={changing.outcome} />
      <Loaded of={changing.load}>
        {(catalogs) => (
          <Table
            caption={t('Shared catalogs')}
            rows={catalogs}
            keyOf={({ id }) => id!}
            none={t('No shared catalogs yet.')}
            columns={[
              { title: t('Catalog'), show: ({ id, name }) => <a href={`/console/b2b/catalogs/${id}`}>{name}</a> },
              { title: t('Type'), show: ({ type }) => <CatalogType type={type} /> },
              { title: t('Products'), isNumber: true, show: ({ products }) => products },
              { title: t('Categories'), isNumber: true, show: ({ categories }) => categories },
              { title: t('Companies'), isNumber: true, show: ({ companies }) => companies },
              { title: t('Created (UTC)'), show: ({ created_at: time }) => <time>{timeOf(time!)}</time> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** The type of a catalog as a badge. */
export function CatalogType({ type }: { type: number | null | undefined }) {
  return <Badge kind={type === PUBLIC ? 'good' : 'plain'}>{typeTexts[type ?? 0] ?? type}</Badge>;
}

/** The inputs of a catalog's name and description. */
export function CatalogFields({ name = '', description = '' }: { name?: string; description?: string }) {
  return (
    <>
      <Field label={t('Name')} hint={t('32 characters at most.')}>
        <input name="name" required maxLength={32} defaultValue={name} autocomplete="off" />
      </Field>
      <Field label={t('Description (optional)')}>
        <input name="description" defaultValue={description} />
      </Field>
    </>
  );
}
