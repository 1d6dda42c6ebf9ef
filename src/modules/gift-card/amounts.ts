import { expressionBuilder, sql, type Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import type { In, Out } from '../../kernel/types.ts';
import { nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { nestedRows, type NestedColumns } from '../catalog/products/extensions.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { giftCardErrors } from './errors.ts';
import type { GiftCardAmountTable } from './tables.ts';
import { GIFT_CARD, type GiftCardAmount } from './types.ts';

/** A new selectable amount of a gift card, in the base currency of its website; 0: on all websites. */
interface NewCardAmount {
  readonly websiteId: number;
  readonly value: Decimal;
}

/** A selectable amount of a gift card. */
export interface CardAmount extends NewCardAmount {
  readonly valueId: number;
}

/** An amount of a gift card in a request. */
export type SentAmount = In<typeof GiftCardAmount>;

/** Maximum amount of a card. */
const MOST = 99_999_999;

type Row = Selectable<GiftCardAmountTable>;

const amountRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('giftcard_amount').selectAll().where(inIds('product_id', p.ids)).orderBy('value_id'),
);

/** Columns that are read with product `p`; null unless it is a gift card. */
export function nestedAmounts(): NestedColumns {
  const rows = expressionBuilder<Tables>()
    .selectFrom('giftcard_amount as g')
    .select(['g.value_id', 'g.product_id', 'g.website_id', 'g.value'])
    .where('g.product_id', '=', sql<number>`p.id`)
    .orderBy('g.value_id');
  return { giftcard_amounts: sql<string | null>`case when p.type_id = ${sql.lit(GIFT_CARD)} then ${nested(rows)} end` };
}

/** The amounts of gift cards in the request format; from the product rows if included, else in one query. */
export async function amountsOf(
  call: Call,
  products: readonly StoredProduct[],
): Promise<ReadonlyMap<number, readonly CardAmount[]>> {
  const ids = products.map((product) => product.id);
  const read =
    nestedRows<Row>(products, 'giftcard_amounts') ??
    Map.groupBy(await amountRows(call.db, { ids }), (row) => row.product_id);
  return new Map(ids.map((id) => [id, (read.get(id) ?? []).map(amountOfRow)]));
}

function amountOfRow({ value_id, website_id, value }: Row): CardAmount {
  return { valueId: value_id, websiteId: website_id, value: Decimal.fromUnits(value, 4) };
}

/** Reads the amounts of a request. Throws 400 for a missing value or website, and for duplicates. */
export function readAmounts(call: Call, input: readonly SentAmount[]): NewCardAmount[] {
  const seen = new Set<string>();
  return input.map(({ website_id, value, website_value }) => {
    const websiteId = website_id ?? 0;
    if (websiteId < 0 || (websiteId > 0 && !call.services.store.website(websiteId))) {
      throw platformErrors.invalidValue({ fieldName: 'website_id', value: websiteId });
    }
    const cardValue = value ?? website_value ?? null;
    if (cardValue === null) throw platformErrors.required({ fieldName: 'value' });
    if (!(cardValue > 0 && cardValue <= MOST))
      throw platformErrors.invalidValue({ fieldName: 'value', value: cardValue });
    // Card amounts are rounded to cents.
    const amount = round(cardValue);
    if (!amount.eq(cardValue)) throw platformErrors.invalidValue({ fieldName: 'value', value: cardValue });
    const key = `${websiteId}:${amount.toFixed(2)}`;
    if (seen.has(key)) throw giftCardErrors.duplicateAmount();
    seen.add(key);
    return { websiteId, value: amount };
  });
}

/** Replaces the amounts of a gift card; returns the stored ones. */
export async function writeAmounts(
  call: Call,
  productId: number,
  amounts: readonly NewCardAmount[],
): Promise<CardAmount[]> {
  await call.db.deleteFrom('giftcard_amount').where('product_id', '=', productId).execute();
  const rows = amounts.map(({ websiteId, value }) => ({
    product_id: productId,
    website_id: websiteId,
    value: value.times(10_000).toNumber(),
  }));
  await insertRows(call.db, 'giftcard_amount', rows);
  return (await amountRows(call.db, { ids: [productId] })).map(amountOfRow);
}

/** The amounts of a gift card that a store view offers: those for all websites, and those for its own. */
export function offeredAmounts(call: Call, amounts: readonly CardAmount[], storeId: number): CardAmount[] {
  const websiteId = call.services.store.websiteOf(storeId);
  return amounts.filter((amount) => storeId === 0 || amount.websiteId === 0 || amount.websiteId === websiteId);
}

/** The distinct amounts of a gift card that a store view offers, in its base currency, in ascending order. */
export function amountsIn(call: Call, amounts: readonly CardAmount[], storeId: number): Decimal[] {
  const values = offeredAmounts(call, amounts, storeId)
    .map((amount) => valueIn(call, amount, storeId))
    .sort((a, b) => (a.lt(b) ? -1 : 1));
  return values.filter((value, i) => !values[i - 1]?.eq(value));
}

/**
 * An amount in the base currency of a store view; amounts for all websites are in the base currency of the platform.
 */
export function valueIn(call: Call, { websiteId, value }: CardAmount, storeId: number): Decimal {
  return websiteId === 0 ? round(decimal(value).times(baseRate(call, storeId))) : value;
}

/** Exchange rate from the platform's base currency to that of a store view. */
function baseRate(call: Call, storeId: number): number {
  const { store, directory } = call.services;
  return directory.rate(store.baseCurrency(call, 0), store.baseCurrency(call, storeId)) ?? 1;
}

/** Amounts in the response format for a store view. */
export function presentAmounts(
  call: Call,
  amounts: readonly CardAmount[],
  attributeId: number,
  storeId: number,
): Out<typeof GiftCardAmount>[] {
  return amounts.map((amount) => ({
    attribute_id: attributeId,
    website_id: amount.websiteId,
    value: amount.value.toNumber(),
    website_value: valueIn(call, amount, storeId).toNumber(),
  }));
}
