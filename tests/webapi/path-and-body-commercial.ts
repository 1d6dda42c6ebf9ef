import { expect } from 'vitest';
import { fillCart } from '../customer-balance/shop.ts';
import { makeReturn, shippedOrder } from '../rma/shop.ts';
import { company } from '../company/company.ts';
import type { Json } from '../sales/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { get, pair, post, readAt, souk, type Make } from './path-and-body-support.ts';

/** A change of a gift card whose body names another one. */
export const giftCard =
  (field: 'account_id' | 'code'): Make =>
  async () => {
    const [mine, other] = await pair(() => post('/V1/giftcardaccounts', { giftcardAccount: { balance: 5 } }));
    return {
      path: `/V1/giftcardaccounts/${mine.account_id}`,
      body: { giftcardAccount: { [field]: other[field], balance: 7 } },
      ...readAt((id) => `/V1/giftcardaccounts/${id}`, [mine.account_id, other.account_id]),
      changed: { balance: 7 },
    };
  };

/** A price that is named for a cart, whose body names another one. */
export const namedPrice: Make = async () => {
  const [mine, other] = await pair(async (): Promise<Json> => {
    const { id, email } = await newCustomer(souk);
    await post('/V1/company/', { company: company(id, { status: 1 }) });
    const quoteId = await fillCart(await signIn(souk, email), (await newProduct(souk)).sku);
    await post('/V1/negotiableQuote/request', { quoteId, quoteName: 'Spring' });
    return get(`/V1/carts/${quoteId}`);
  });
  const known = mine.extension_attributes.negotiable_quote;
  const negotiable_quote = { ...known, negotiated_price_type: 1, negotiated_price_value: 7 };
  const { customer, store_id } = mine;
  return {
    path: `/V1/negotiableQuote/${mine.id}`,
    body: { quote: { id: other.id, customer, store_id, extension_attributes: { negotiable_quote } } },
    ...readAt((id) => `/V1/carts/${id}`, [mine.id, other.id]),
    changed: {
      extension_attributes: expect.objectContaining({
        negotiable_quote: expect.objectContaining({ negotiated_price_value: 7 }),
      }),
    },
  };
};
const aReturn = async (): Promise<Json> => makeReturn(souk, await shippedOrder(souk));
const readReturns = (mine: Json, other: Json) => readAt((id) => `/V1/returns/${id}`, [mine.entity_id, other.entity_id]);

/** A change of a return whose body names another one, or another order. */
export const changedReturn =
  (field: 'entity_id' | 'increment_id' | 'order_id' | 'order_increment_id'): Make =>
  async () => {
    const [mine, other] = await pair(aReturn);
    return {
      path: `/V1/returns/${mine.entity_id}`,
      body: { rmaDataObject: { [field]: other[field], status: 'closed' } },
      ...readReturns(mine, other),
      changed: { status: 'closed' },
    };
  };

const sent = {
  comments: { object: 'data', fields: { comment: 'Changed', customer_notified: false, visible_on_front: false } },
  'tracking-numbers': {
    object: 'track',
    fields: { track_number: 'Changed', carrier_code: 'ups', carrier_title: 'UPS' },
  },
} as const;

/** A comment or a tracking number for a return, whose body names another return, or a comment or number of it. */
export const addedToReturn =
  (kind: keyof typeof sent, field: 'rma_entity_id' | 'entity_id'): Make =>
  async () => {
    const [mine, other] = await pair(aReturn);
    const { object, fields } = sent[kind];
    const pathOf = ({ entity_id }: Json): string => `/V1/returns/${entity_id}/${kind}`;
    await post(pathOf(other), { [object]: fields });
    const [kept] = (await get(pathOf(other))).items;
    return {
      path: pathOf(mine),
      body: { [object]: { ...fields, [field]: kept[field] } },
      ...readReturns(mine, other),
      changed: {
        [kind === 'comments' ? 'comments' : 'tracks']: expect.arrayContaining([
          expect.objectContaining(kind === 'comments' ? { comment: 'Changed' } : { track_number: 'Changed' }),
        ]),
      },
    };
  };
