import type { Always } from '../../../kernel/fields.ts';

/** The fields that every stored document of an order has. */
type AlwaysOnDocument = 'entity_id' | 'order_id' | 'increment_id' | 'created_at' | 'updated_at' | 'comments';

/** The fields that every item of such a document has. Its `parent_id` follows when the document has an id. */
type AlwaysOnItem = 'entity_id' | 'order_item_id';

/** The stored fields of a kind of documents, by those of a request; `K`: further fields that each has. */
export type StoredFields<
  Input extends { [N in AlwaysOnDocument]?: unknown },
  Item extends { [N in AlwaysOnItem]?: unknown },
  K extends keyof Input = never,
> = Omit<Always<Input, AlwaysOnDocument | K>, 'items'> & { items: Always<Item, AlwaysOnItem>[] };
