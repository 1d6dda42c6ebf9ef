import { useState } from 'preact/hooks';
import { placeOfDrop, type CategoryNode, type DropSide, type TreePlace } from './tree.ts';
import { numberText } from '../../texts/format.ts';
import { t } from '../../texts/text.ts';

interface TreeProperties {
  readonly root: CategoryNode;
  /** Id of the chosen category. */
  readonly current: number | undefined;
  /** The address of the page, below which those of the categories are. */
  readonly place: string;
  readonly move: (category: CategoryNode, to: TreePlace) => void;
}

/** A category over which another one is dragged. */
interface DropTarget {
  readonly id: number;
  readonly side: DropSide;
}

/** The tree of categories, in which each is dragged to another place. */
export function CategoryTree({ root, current, place, move }: TreeProperties) {
  const [dragged, setDragged] = useState<CategoryNode>();
  const [target, setTarget] = useState<DropTarget>();
  const targetOf = (event: DragEvent, node: CategoryNode): DropTarget | undefined => {
    if (!dragged || !(event.currentTarget instanceof HTMLElement)) return undefined;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    const side = share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside';
    return placeOfDrop(root, dragged, node, side) && { id: node.id, side };
  };
  const rows = (nodes: readonly CategoryNode[]) => (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <div
            class={`branch ${target?.id === node.id ? target.side : ''}`}
            draggable
            onDragStart={() => setDragged(node)}
            onDragEnd={() => {
              setDragged(undefined);
              setTarget(undefined);
            }}
            onDragOver={(event) => {
              const over = targetOf(event, node);
              if (over) event.preventDefault();
              if (over?.id !== target?.id || over?.side !== target?.side) setTarget(over);
            }}
            onDrop={(event) => {
              event.preventDefault();
              const over = targetOf(event, node);
              const to = over && dragged && placeOfDrop(root, dragged, node, over.side);
              if (to) move(dragged, to);
            }}
          >
            <a href={`${place}/${node.id}`} draggable={false} aria-current={node.id === current ? 'page' : undefined}>
              {node.name}
            </a>{' '}
            <span class="quiet">
              ({numberText(node.productCount)}){!node.isActive && ` ${t('disabled')}`}
            </span>
          </div>
          {node.children.length > 0 && rows(node.children)}
        </li>
      ))}
    </ul>
  );
  return (
    <nav class="category-tree" aria-label={t('Category tree')}>
      {root.children.length > 0 ? rows(root.children) : <p class="quiet">{t('No categories yet.')}</p>}
    </nav>
  );
}
