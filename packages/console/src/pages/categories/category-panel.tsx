import { useLocation } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';
import { useFilters } from '../../filters.ts';
import { Loaded, useLoad } from '../../load.tsx';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { ScopeChoice } from '../../parts/store-views.tsx';
import { useSession } from '../../session.ts';
import { CategoryForm } from './category-form.tsx';
import { CategoryProducts } from './category-products.tsx';
import { placeAfterStep, type CategoryNode, type TreePlace, type TreeStep } from './tree.ts';
import { t } from '../../texts/text.ts';

const steps: readonly (readonly [step: TreeStep, sign: string, label: string])[] = [
  ['up', '↑', t('Move up')],
  ['down', '↓', t('Move down')],
  ['in', '→', t('Move into the category before it')],
  ['out', '←', t('Move out, behind its parent')],
];

interface PanelProperties {
  readonly id: number;
  /** The category in the tree; undefined: it is not there. */
  readonly node: CategoryNode | undefined;
  readonly root: CategoryNode;
  readonly move: (move: TreePlace & { category: CategoryNode }) => void;
  readonly changed: (text: string) => void;
}

/** A category: its values in a scope, moves, deletion and products. */
export function CategoryPanel({ id, node, root, move, changed }: PanelProperties) {
  const { shop } = useSession();
  const { route } = useLocation();
  const [{ store = 'all' }, change] = useFilters();
  const [isDeleting, setDeleting] = useState(false);
  const scoped = useMemo(() => shop.with({ store }), [shop, store]);
  const read = useLoad(
    async (signal) => {
      const [category, defaults] = await Promise.all([
        scoped.categories.get({ categoryId: id }, { signal }),
        shop.categories.get({ categoryId: id }, { signal }),
      ]);
      return { category, defaults, store };
    },
    [scoped, id],
  );
  return (
    <>
      <div class="head">
        <h2>{node?.name ?? t('Category {id}', { id })}</h2>
        {node && (
          <div class="actions">
            {steps.map(([step, sign, label]) => {
              const to = placeAfterStep(root, node, step);
              return (
                <button
                  key={step}
                  type="button"
                  aria-label={label}
                  title={label}
                  disabled={!to}
                  onClick={() => to && move({ category: node, ...to })}
                >
                  {sign}
                </button>
              );
            })}
            <button type="button" onClick={() => setDeleting(true)}>
              {t('Delete…')}
            </button>
          </div>
        )}
      </div>
      <ScopeChoice store={store} choose={(next) => change({ store: next })} />
      <Loaded of={read}>
        {(loaded) => (
          <CategoryForm
            key={JSON.stringify(loaded)}
            {...loaded}
            saved={(text) => {
              changed(text);
              read.reload();
            }}
          />
        )}
      </Loaded>
      <CategoryProducts id={id} changed={changed} />
      {isDeleting && node && (
        <CallDialog
          label={t('Delete {name}', { name: node.name })}
          submit={t('Delete category')}
          call={(client) => client.categories.delete({ categoryId: id })}
          success={t('Category deleted.')}
          done={(text) => {
            route('/console/catalog/categories');
            changed(text);
          }}
          close={() => setDeleting(false)}
        >
          <p>
            {node.children.length > 0 && `${t('All categories below it are deleted with it.')} `}
            {t('Its products stay in the shop.')}
          </p>
        </CallDialog>
      )}
    </>
  );
}
