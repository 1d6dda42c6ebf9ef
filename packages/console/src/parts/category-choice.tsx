import type { VNode } from 'preact';
import type { CategoryNode } from '../pages/categories/tree.ts';
import { t } from '../texts/text.ts';

/** A tree of categories with a checkbox beside each; `box`: the checkbox of a category. */
export function CategoryChoice({ root, box }: { root: CategoryNode; box: (category: CategoryNode) => VNode }) {
  return (
    <div class="tree" role="region" aria-label={t('Category tree')} tabIndex={0}>
      <Branches of={root.children} box={box} />
    </div>
  );
}

function Branches({ of, box }: { of: readonly CategoryNode[]; box: (category: CategoryNode) => VNode }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map((category) => (
        <li key={category.id}>
          <label>
            {box(category)} {category.name}
          </label>
          <Branches of={category.children} box={box} />
        </li>
      ))}
    </ul>
  );
}
