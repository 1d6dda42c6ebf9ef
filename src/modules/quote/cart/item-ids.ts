import type { Call } from '../../../kernel/call.ts';
import { nextIds } from '../../../storage/sequences.ts';
import type { StoredCart } from './cart.ts';

/** Ids that a cart takes at once: most items need no statement for theirs then, and rarely wait for other carts. */
export const ITEM_IDS = 10;

/** Gives ids to new items of a cart; those left over are to be saved with it. */
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
    const taken = this.#spare.slice(0, count);
    this.#spare = this.#spare.slice(count);
    return taken;
  }

  /** What of the cart changes by the ids that were taken. */
  get change(): Pick<StoredCart, 'spare_item_ids'> {
    return { spare_item_ids: this.#spare };
  }
}
