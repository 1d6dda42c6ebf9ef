import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { useSession } from '../../session.ts';
import { Catalog } from './catalog.tsx';
import { Catalogs } from './catalogs.tsx';
import { Companies } from './companies.tsx';
import { Company } from './company.tsx';
import { PurchaseOrder } from './purchase-order.tsx';
import { PurchaseOrders } from './purchase-orders.tsx';
import { Quote } from './quote.tsx';
import { Quotes } from './quotes.tsx';
import { b2bSections } from './sections.ts';
import { t } from '../../texts/text.ts';

type SectionName = (typeof b2bSections)[number]['name'];

/** The list of each section, and one of its records. */
const parts: Readonly<Record<SectionName, { List: ComponentType; Record: ComponentType<{ id: number }> }>> = {
  quotes: { List: Quotes, Record: Quote },
  orders: { List: PurchaseOrders, Record: PurchaseOrder },
  companies: { List: Companies, Record: Company },
  catalogs: { List: Catalogs, Record: Catalog },
};

/** Quotes, purchase orders, companies and shared catalogs: a list, or one record at `/console/b2b/quotes/7`. */
export function B2b() {
  const { me, may } = useSession();
  const { path } = useLocation();
  const [, , , name, id] = path.split('/');
  const open = b2bSections.filter(({ module, permission }) => me.modules?.includes(module) && may(permission));
  const section = b2bSections.find((one) => one.name === name) ?? open[0] ?? b2bSections[0];
  const { List, Record } = parts[section.name];
  return (
    <>
      <nav aria-label={t('B2B sections')} class="tabs">
        {open.map((one) => (
          <a key={one.name} href={`/console/b2b/${one.name}`} aria-current={one === section ? 'page' : undefined}>
            {one.title}
          </a>
        ))}
      </nav>
      {id !== undefined && /^\d+$/.test(id) ? <Record key={path} id={Number(id)} /> : <List key={section.name} />}
    </>
  );
}
