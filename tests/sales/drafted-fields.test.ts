import { expect, test } from 'vitest';
import type { FieldChoice } from '../../src/kernel/fields.ts';
import type { OrderDraft, OrderDraftItem } from '../../src/modules/quote/order-draft-types.ts';
import { draftedFields, draftedItemFields } from '../../src/modules/sales/orders/drafted-fields.ts';
import type { ItemFields } from '../../src/modules/sales/types/order-item.ts';
import type { OrderFields } from '../../src/modules/sales/types/order.ts';

interface Engraved {
  readonly engraving: string;
}

test('a new field of a draft is a type error until somebody decides on it', () => {
  // @ts-expect-error Nothing is said of the engraving.
  const forgotten = draftedFields satisfies FieldChoice<OrderDraft & Engraved, OrderFields>;
  // @ts-expect-error The same of an item.
  const forgottenOfItem = draftedItemFields satisfies FieldChoice<OrderDraftItem & Engraved, ItemFields>;
  // @ts-expect-error An order has no such field to store it in.
  const misplaced = { ...draftedFields, engraving: true } as const satisfies FieldChoice<
    OrderDraft & Engraved,
    OrderFields
  >;
  expect(forgotten).not.toHaveProperty('engraving');
  expect(forgottenOfItem).not.toHaveProperty('engraving');
  expect(misplaced.engraving).toBe(true);
});
