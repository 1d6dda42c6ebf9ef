import type { Call } from '../../../kernel/call.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { nestedRows } from './extensions.ts';
import type { StoredProduct } from './product.ts';

/** A product that has another one as a component. */
interface ComponentParent {
  readonly parent_id: number;
}

/** Where a composite product type stores which products are its components. */
export interface ComponentLinks {
  /** The column with the parents of a product, when it is read to be saved (see `NestedReads`). */
  readonly nestedAs: string;
  /** The parents of products; a parent may be listed twice. One query. */
  findParents(call: Call, componentIds: readonly number[]): Promise<readonly ComponentParent[]>;
  /** Removes the links whose component was deleted; returns their products. */
  removeLost(call: Call): Promise<readonly ComponentParent[]>;
}

/**
 * Increases the versions of the products that have a saved one as a component: their responses show its data and price.
 */
export async function touchParents(call: Call, links: ComponentLinks, component: StoredProduct): Promise<void> {
  const read = nestedRows<ComponentParent>([component], links.nestedAs);
  if (!read) return await touchParentsOf(call, links, [component.id]);
  await touch(call, read.get(component.id) ?? []);
}

/** As `touchParents`, for many products. */
export async function touchParentsOf(
  call: Call,
  links: ComponentLinks,
  componentIds: readonly number[],
): Promise<void> {
  await touch(call, await links.findParents(call, componentIds));
}

/** Removes the links to deleted components, and increases the versions of the products that had them. */
export async function removeLostComponents(call: Call, links: ComponentLinks): Promise<void> {
  await touch(call, await links.removeLost(call));
}

async function touch(call: Call, parents: readonly ComponentParent[]): Promise<void> {
  await call.services.catalog.touchProducts(
    call,
    parents.map((parent) => parent.parent_id),
  );
}

/** Runs a statement that inserts links to components. Throws 404 when a component was deleted meanwhile. */
export async function insertComponents<T>(call: Call, insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw call.services.catalog.productNotFound();
    throw error;
  }
}
