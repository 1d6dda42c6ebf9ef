import type { Call } from '../../../kernel/call.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { nestedRows } from './extensions.ts';
import type { StoredProduct } from './product.ts';

/** The product that another one is a component of. */
interface ComponentParent {
  readonly parent_id: number;
}

/** Where a type of composite product keeps which products are its components. */
export interface ComponentLinks {
  /** The column (see `NestedReads`) that has the parents of a product, as they are read with one that is saved. */
  readonly nestedAs: string;
  /** The parents of products; one may come twice. One query. */
  findParents(call: Call, componentIds: readonly number[]): Promise<readonly ComponentParent[]>;
  /** Removes the links whose component is gone; gives whose they were. */
  removeLost(call: Call): Promise<readonly ComponentParent[]>;
}

/** Counts up the versions of the products that a saved one is a component of: their answers show what it is and costs. */
export async function touchParents(call: Call, links: ComponentLinks, component: StoredProduct): Promise<void> {
  const read = nestedRows<ComponentParent>([component], links.nestedAs);
  if (!read) return await touchParentsOf(call, links, [component.id]);
  await touch(call, read.get(component.id) ?? []);
}

/** As `touchParents`, of many products. */
export async function touchParentsOf(
  call: Call,
  links: ComponentLinks,
  componentIds: readonly number[],
): Promise<void> {
  await touch(call, await links.findParents(call, componentIds));
}

/** Removes the links to components that are gone, and counts up the versions of the products that had them. */
export async function removeLostComponents(call: Call, links: ComponentLinks): Promise<void> {
  await touch(call, await links.removeLost(call));
}

async function touch(call: Call, parents: readonly ComponentParent[]): Promise<void> {
  await call.services.catalog.touchProducts(
    call,
    parents.map((parent) => parent.parent_id),
  );
}

/** Runs what inserts links to components. Throws 404 when one has been deleted meanwhile. */
export async function insertComponents<T>(call: Call, insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw call.services.catalog.productNotFound();
    throw error;
  }
}
