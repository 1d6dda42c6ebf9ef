import { lazy, useLocation } from 'preact-iso';
import { EntitySection } from '../records/entity-section.tsx';
import { EntityTabs } from '../records/entity-tabs.tsx';
import { storeEntities } from '../records/stores.ts';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

const AllowedCurrencies = lazy(async () => ({ default: (await import('./allowed-currencies.tsx')).AllowedCurrencies }));

const place = '/console/stores';
const currencies = { title: t('Allowed currencies'), address: `${place}/currencies` };

/** Store views, currencies, taxes and stock. */
export function Stores() {
  const { path } = useLocation();
  const { may, me } = useSession();
  const own = may('Magento_Config::config') ? [currencies] : [];
  if (path !== currencies.address) return <EntitySection place={place} entities={storeEntities} after={own} />;
  const others = storeEntities
    .filter(({ permission, module }) => may(permission) && (module === undefined || me.modules?.includes(module)))
    .map(({ name, title }) => ({ title, address: `${place}/${name}` }));
  return <AllowedCurrencies head={<EntityTabs tabs={[...others, ...own]} current={currencies.address} />} />;
}
