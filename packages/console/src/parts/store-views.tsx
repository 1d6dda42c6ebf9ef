import type { Answered } from '../../../client/src/index.ts';
import { useLoad } from '../load.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';
import { mayLeave } from '../unsaved.ts';
import { Field } from './field.tsx';

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

/** The choice of the scope of values: `all`, or the code of a store view. It asks first where unsaved changes would be lost. */
export function ScopeChoice({ store, choose }: { store: string; choose: (store: string) => void }) {
  const views = useStoreViews();
  return (
    <Field label={t('Values of')}>
      <select
        value={store}
        onChange={(event) => {
          const next = event.currentTarget.value;
          if (mayLeave()) choose(next);
          else event.currentTarget.value = store;
        }}
      >
        <option value="all">{t('all store views')}</option>
        <StoreViewOptions views={views} />
      </select>
    </Field>
  );
}
