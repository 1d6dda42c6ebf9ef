import type { Call } from '../../../kernel/call.ts';
import { nextIds } from '../../../storage/sequences.ts';
import type { StoredCart } from './cart.ts';

/** Ids that a cart reserves at once. So most new items need no statement for their ids. */
export const ITEM_IDS = 10;

/** Assigns ids to new items of a cart. The caller saves the unused reserved ids with the cart. */
export class ItemIds {
  readonly #call: Call;
  #spare: readonly number[];

  constructor(call: Call, { spare_item_ids = [] }: Pick<StoredCart, 'spare_item_ids'>) {
    this.#call = call;
    this.#spare = spare_item_ids;
  }

  /** The next `count` ids. */
  async take(count: number): Promise<number[]> {
    if (this.#spare.length < count) {
      const more = await nextIds(this.#call.db, 'quote_item', Math.max(ITEM_IDS, count - this.#spare.length));
      this.#spare = [...this.#spare, ...more];
    }
    const spareIds = this.#spare.slice(0, count);
    this.#spare = this.#spare.slice(count);
    return spareIds;
  }

  /** The reserved ids that are left, as a change of the cart. */
  get change(): Pick<StoredCart, 'spare_item_ids'> {
    return { spare_item_ids: this.#spare };
  }
}
