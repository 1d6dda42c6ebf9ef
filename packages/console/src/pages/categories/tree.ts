import type { Answered } from '../../../../client/src/index.ts';

/** A category of the tree with those below it. */
export interface CategoryNode {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
  readonly isActive: boolean;
  /** 0: the root of all trees; 1: a root category. */
  readonly level: number;
  readonly productCount: number;
  readonly children: readonly CategoryNode[];
}

type Answer = Answered<'categories', 'getTree'>;

/** The tree of the interface. */
export function nodeOf(answer: Answer): CategoryNode {
  return {
    id: answer.id ?? 0,
    parentId: answer.parent_id ?? 0,
    name: answer.name ?? '',
    isActive: answer.is_active === true,
    level: answer.level ?? 0,
    productCount: answer.product_count ?? 0,
    children: (answer.children_data ?? []).map(nodeOf),
  };
}

/** The category with an id in a tree. */
export function findNode(root: CategoryNode, id: number): CategoryNode | undefined {
  if (root.id === id) return root;
  for (const child of root.children) {
    const found = findNode(child, id);
    if (found) return found;
  }
  return undefined;
}

/** Whether a category is another one, or below it. */
export const isWithin = (node: CategoryNode, id: number): boolean => findNode(node, id) !== undefined;

/** A place in the tree: below a parent, behind one of its children; 0: before all of them. */
export interface TreePlace {
  readonly parentId: number;
  readonly afterId: number;
}

/** Steps of a category by the keyboard: among its siblings, below the one before it, and behind its parent. */
export type TreeStep = 'up' | 'down' | 'in' | 'out';

/** The place to which a step leads; undefined: it leads nowhere. Root categories stay on their level. */
export function placeAfterStep(
  root: CategoryNode,
  { id, parentId }: CategoryNode,
  step: TreeStep,
): TreePlace | undefined {
  const parent = findNode(root, parentId);
  if (!parent) return undefined;
  const siblings = parent.children;
  const index = siblings.findIndex((one) => one.id === id);
  const before = siblings[index - 1];
  const next = siblings[index + 1];
  switch (step) {
    case 'up':
      return before && { parentId, afterId: siblings[index - 2]?.id ?? 0 };
    case 'down':
      return next && { parentId, afterId: next.id };
    case 'in':
      return before && parent.level > 0 ? { parentId: before.id, afterId: before.children.at(-1)?.id ?? 0 } : undefined;
    case 'out':
      return parent.level > 1 ? { parentId: parent.parentId, afterId: parent.id } : undefined;
  }
}

/** Where a category is dropped on another one: before it, behind it, or as its last child. */
export type DropSide = 'before' | 'after' | 'inside';

/** The place of a drop; undefined: the category cannot be there, or it is there already. */
export function placeOfDrop(
  root: CategoryNode,
  dragged: CategoryNode,
  target: CategoryNode,
  side: DropSide,
): TreePlace | undefined {
  if (isWithin(dragged, target.id)) return undefined;
  if (side === 'inside') {
    const others = target.children.filter(({ id }) => id !== dragged.id);
    return { parentId: target.id, afterId: others.at(-1)?.id ?? 0 };
  }
  const parent = findNode(root, target.parentId);
  // Categories of a shop are below its root category.
  if (!parent || (parent.level === 0) !== (dragged.level === 1)) return undefined;
  if (side === 'after') return { parentId: parent.id, afterId: target.id };
  const siblings = parent.children.filter(({ id }) => id !== dragged.id);
  const index = siblings.findIndex(({ id }) => id === target.id);
  return { parentId: parent.id, afterId: siblings[index - 1]?.id ?? 0 };
}
