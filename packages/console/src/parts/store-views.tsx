import type { Answered } from '../../../client/src/index.ts';
import { useLoad } from '../load.tsx';
import { useSession } from '../session.ts';

type StoreView = Answered<'stores', 'list'>[number];

/** The store views of the shop, without that of the administration; none for callers who may not read them. */
export function useStoreViews(): readonly StoreView[] {
  const { shop, may } = useSession();
  const mayRead = may('Magento_Backend::store');
  const { value = [] } = useLoad(async (signal) => (mayRead ? await shop.stores.list({}, { signal }) : []), [shop]);
  return value.filter(({ code }) => code !== 'admin');
}

/** The options of a choice of a store view by its code. */
export function StoreViewOptions({ views }: { views: readonly StoreView[] }) {
  return (
    <>
      {views.map(({ code, name }) => (
        <option key={code} value={code ?? ''}>
          {name}
        </option>
      ))}
    </>
  );
}
