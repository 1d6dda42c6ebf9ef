import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { Filter } from '../criteria.ts';
import { criteriaOf } from '../criteria.ts';
import { useLoad } from '../load.tsx';
import { modulePagesOf, pagesOf } from '../pages.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useSession, type Session } from '../session.ts';
import { shortcuts } from '../shortcuts.ts';
import { t } from '../texts/text.ts';

/** Something that the palette leads to. */
interface Hit {
  readonly kind: string;
  readonly title: string;
  readonly place: string;
}

/** Records of each kind, and characters of a text that is looked for among records. */
const MOST = 5;
const LEAST = 2;

/** A search over pages and records, each with the calls and permissions of the caller. */
export function Palette({ close }: { close: () => void }) {
  const session = useSession();
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const found = useLoad((signal) => findRecords(session, text.trim(), signal), [session, text.trim()]);
  const hits = [...findPages(session, text.trim()), ...(found.value ?? [])];
  const go = (hit: Hit | undefined): void => {
    if (!hit) return;
    close();
    route(hit.place);
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      choose(Math.min(Math.max(chosen + step, 0), hits.length - 1));
    }
    // What was typed last may not be found yet.
    if (event.key === 'Enter' && !found.isLoading) go(hits[chosen]);
  };
  return (
    <Dialog title={t('Go to')} close={close}>
      <Field label={t('Page, SKU, order number, customer email or request id')}>
        <input
          type="search"
          autocomplete="off"
          value={text}
          onKeyDown={move}
          onInput={(event) => {
            setText(event.currentTarget.value);
            choose(0);
          }}
        />
      </Field>
      <ul class="hits" aria-label={t('Results')}>
        {hits.map((hit, i) => (
          <li key={hit.place}>
            <a href={hit.place} aria-current={i === chosen ? 'true' : undefined} onClick={close}>
              {hit.title} <small class="quiet">{hit.kind}</small>
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet" role="status">
        {found.isLoading ? t('Searching…') : hits.length === 0 ? t('Nothing found.') : ''}
      </p>
    </Dialog>
  );
}

/** The shortcuts of the console. */
export function ShortcutList({ close }: { close: () => void }) {
  return (
    <Dialog title={t('Keyboard shortcuts')} close={close}>
      <dl class="pairs">
        {shortcuts.map(({ keys, effect }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function findPages(session: Session, text: string): Hit[] {
  return [...pagesOf(session), ...modulePagesOf(session.me)]
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
    .map(({ title, place }) => ({ kind: t('page'), title, place }));
}

/** Records by their key; kinds that the caller may not read are left out, and a kind whose call fails has none. */
async function findRecords({ shop, console: call, may }: Session, text: string, signal: AbortSignal): Promise<Hit[]> {
  if (text.length < LEAST) return [];
  const asked = (field: string, condition: Filter['condition'], value: string) => ({
    searchCriteria: criteriaOf([{ field, condition, value }], '', 1, MOST),
  });
  const products = async (): Promise<Hit[]> => {
    const { items } = await shop.products.list(asked('sku', 'like', `${text}%`), { signal }).page();
    return items.map(({ sku }) => ({
      kind: t('product'),
      title: sku!,
      place: `/console/catalog/products/${encodeURIComponent(sku!)}`,
    }));
  };
  const orders = async (): Promise<Hit[]> => {
    const { items } = await shop.orders.list(asked('increment_id', 'like', `%${text}`), { signal }).page();
    return items.map(({ entity_id: id, increment_id: number }) => ({
      kind: t('order'),
      title: number!,
      place: `/console/orders/${id}`,
    }));
  };
  const customers = async (): Promise<Hit[]> => {
    const { items } = await shop.customers.list(asked('email', 'like', `${text}%`), { signal }).page();
    return items.map(({ id, email }) => ({
      kind: t('customer'),
      title: email!,
      place: `/console/customers/accounts/${id}`,
    }));
  };
  const requests = async (): Promise<Hit[]> => {
    const entries = await call('GET /_/console/audit', { reference: text, limit: 1 }, { signal });
    const place = `/console/audit?reference=${encodeURIComponent(text)}`;
    return entries.length > 0 ? [{ kind: t('request in the audit log'), title: text, place }] : [];
  };
  const searches = [
    may('Magento_Catalog::products') && products(),
    may('Magento_Sales::actions_view') && /^\w*\d+$/.test(text) && orders(),
    may('Magento_Customer::customer') && text.includes('@') && customers(),
    may('Magento_Logging::magento_logging_events') && requests(),
  ];
  const found = await Promise.allSettled(searches.filter((search) => search !== false));
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
