import { useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Loaded, useLoad } from '../../load.tsx';
import { OutcomeOf } from '../../parts/action.tsx';
import { CallDialog } from '../../parts/call-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { CategoryPanel } from './category-panel.tsx';
import { CategoryTree } from './category-tree.tsx';
import { findNode, nodeOf, type CategoryNode, type TreePlace } from './tree.ts';
import { t } from '../../texts/text.ts';

/** A move that waits for its confirmation. */
interface Move extends TreePlace {
  readonly category: CategoryNode;
}

const place = '/console/catalog/categories';

/** The categories of the shop: their tree, and one of them beside it, such as `/console/catalog/categories/4`. */
export function Categories({ id, head }: { id: number | undefined; head: ComponentChildren }) {
  const { shop } = useSession();
  const [notice, setNotice] = useState<string>();
  const [move, setMove] = useState<Move>();
  const [parent, setParent] = useState<CategoryNode>();
  const tree = useLoad(
    async (signal) => nodeOf(await shop.categories.getTree({ rootCategoryId: 1 }, { signal })),
    [shop],
  );
  const changed = (text: string): void => {
    setNotice(text);
    tree.reload();
  };
  return (
    <Page title={t('Categories')}>
      {head}
      <OutcomeOf outcome={notice === undefined ? undefined : { text: notice, isFailure: false }} />
      <Loaded of={tree}>
        {(root) => {
          const current = id === undefined ? undefined : findNode(root, id);
          return (
            <div class="sides">
              <section>
                <h2>{t('Tree')}</h2>
                <p class="quiet">{t('Drag a category to its place, or use the buttons of the chosen one.')}</p>
                <CategoryTree
                  root={root}
                  current={id}
                  place={place}
                  move={(category, to) => setMove({ category, ...to })}
                />
                <div class="actions">
                  <button type="button" onClick={() => setParent(current ?? root.children[0] ?? root)}>
                    {t('Add category…')}
                  </button>
                </div>
              </section>
              <section>
                {id === undefined ? (
                  <p class="quiet">{t('Choose a category to change it and its products.')}</p>
                ) : (
                  <CategoryPanel key={id} id={id} node={current} root={root} move={setMove} changed={changed} />
                )}
              </section>
            </div>
          );
        }}
      </Loaded>
      {move && (
        <MoveDialog
          move={move}
          parent={tree.value && findNode(tree.value, move.parentId)}
          done={changed}
          close={() => setMove(undefined)}
        />
      )}
      {parent && tree.value && (
        <AddDialog
          parent={parent}
          root={tree.value}
          setParent={setParent}
          done={changed}
          close={() => setParent(undefined)}
        />
      )}
    </Page>
  );
}

function MoveDialog({
  move: { category, parentId, afterId },
  parent,
  done,
  close,
}: {
  move: Move;
  parent: CategoryNode | undefined;
  done: (text: string) => void;
  close: () => void;
}) {
  const before = parent?.children.find(({ id }) => id === afterId);
  const { name } = category;
  const below = parent?.name ?? parentId;
  return (
    <CallDialog
      label={t('Move {name}', { name })}
      submit={t('Move category')}
      call={(client) => client.categories.move({ categoryId: category.id, parentId, afterId })}
      success={t('Category moved.')}
      done={done}
      close={close}
    >
      <p>
        {before
          ? t('{name} is moved below {parent}, behind {before}.', { name, parent: below, before: before.name })
          : t('{name} is moved below {parent}, to the first place.', { name, parent: below })}
        {category.children.length > 0 && ` ${t('Its subcategories move with it.')}`}
      </p>
    </CallDialog>
  );
}

function AddDialog({
  parent,
  root,
  setParent,
  done,
  close,
}: {
  parent: CategoryNode;
  root: CategoryNode;
  setParent: Dispatch<StateUpdater<CategoryNode | undefined>>;
  done: (text: string) => void;
  close: () => void;
}) {
  const [name, setName] = useState('');
  const [isActive, setActive] = useState(true);
  return (
    <CallDialog
      label={t('Add category')}
      call={(client) =>
        client.request('POST /V1/categories', { category: { parent_id: parent.id, name, is_active: isActive } })
      }
      success={t('Category added.')}
      done={done}
      close={close}
    >
      <Field label={t('Name')}>
        <input required value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label={t('Below')}>
        <select value={parent.id} onChange={(event) => setParent(findNode(root, Number(event.currentTarget.value)))}>
          {listed(root).map((one) => (
            <option key={one.id} value={one.id}>
              {'\u2003'.repeat(one.level)}
              {one.name}
            </option>
          ))}
        </select>
      </Field>
      <label>
        <input type="checkbox" checked={isActive} onChange={(event) => setActive(event.currentTarget.checked)} />{' '}
        {t('Enabled')}
      </label>
    </CallDialog>
  );
}

/** A category and all below it, in their order. */
function listed(node: CategoryNode): CategoryNode[] {
  return [node, ...node.children.flatMap(listed)];
}
