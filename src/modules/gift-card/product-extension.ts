import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { Decimal, decimal } from '../../kernel/money.ts';
import type { ProductExtension, ProductHead } from '../catalog/products/extensions.ts';
import type { PriceSpan, ProductTypeRules, StoredProduct } from '../catalog/service.ts';
import {
  amountsIn,
  amountsOf,
  nestedAmounts,
  presentAmounts,
  readAmounts,
  writeAmounts,
  type CardAmount,
  type SentAmount,
} from './amounts.ts';
import { checkTerms, openRange } from './terms.ts';
import { GIFT_CARD } from './types.ts';

/** The price of a gift card is the amount that its buyer chooses. */
export const giftCardType: ProductTypeRules = {
  name: GIFT_CARD,
  label: 'Gift Card',
  schemaName: 'GiftCardProduct',
  sortOrder: 100,
  isComposite: false,
  attributes: ['weight'],
  displayValues: () => ({ price: 0 }),
  ownData: sql`exists (select 1 from giftcard_amount g where g.product_id = p.id)`,
  chosenPrices: priceSpans,
};

declare module '../catalog/products/added-fields.ts' {
  interface ProductExtensions {
    /** The amounts of a gift card. */
    readonly giftCard?: { readonly amounts: readonly CardAmount[] };
  }
}

/** The lowest and highest amounts of gift cards. */
async function priceSpans(call: Call, products: readonly StoredProduct[]): Promise<ReadonlyMap<number, PriceSpan>> {
  const amountsByProduct = await amountsOf(call, products);
  const spans = new Map<number, PriceSpan>();
  for (const product of products) {
    const open = openRange(await call.services.catalog.values(call, product));
    const amounts = amountsIn(call, amountsByProduct.get(product.id) ?? [], product.store_id);
    const all = [...amounts, ...(open ? [open.least ?? decimal(0), open.most ?? []].flat() : [])];
    if (all.length === 0) continue;
    spans.set(product.id, { least: Decimal.min(...all).toNumber(), most: Decimal.max(...all).toNumber() });
  }
  return spans;
}

/** A gift card is salable if it has an amount to choose or to enter. Two queries; none without gift cards. */
export async function salableCards(call: Call, heads: readonly ProductHead[]): Promise<ReadonlyMap<number, boolean>> {
  const ids = heads.flatMap(({ id, type_id }) => (type_id === GIFT_CARD ? [id] : []));
  if (ids.length === 0) return new Map();
  const products = [...(await call.services.catalog.productsById(call, ids, call.scope.storeId)).values()];
  const spans = await priceSpans(call, products);
  return new Map(ids.map((id) => [id, spans.has(id)]));
}

/** The amounts in a product's extension attributes. */
export const giftCardExtension: ProductExtension = {
  name: 'giftCard',
  fields: ['giftcard_amounts'],
  inLists: true,
  nested: () => ({ display: nestedAmounts() }),
  async load(call, products) {
    const cards = products.filter((product) => product.type_id === GIFT_CARD);
    if (cards.length === 0) return new Map();
    const amounts = await amountsOf(call, cards);
    return new Map(cards.map(({ id }) => [id, { giftCard: { amounts: amounts.get(id) ?? [] } }]));
  },
  present(call, { product, metadata, extensions: { giftCard } }) {
    const attributeId = metadata.attributes.byCode.get('giftcard_amounts')?.id ?? 0;
    return giftCard && { giftcard_amounts: presentAmounts(call, giftCard.amounts, attributeId, product.store_id) };
  },
  async save(call, product, productInput) {
    if (product.type_id !== GIFT_CARD) return {};
    checkTerms(await call.services.catalog.values(call, product));
    const input = productInput.fields.giftcard_amounts as readonly SentAmount[] | null | undefined;
    if (!input) return { giftCard: { amounts: (await amountsOf(call, [product])).get(product.id) ?? [] } };
    return { giftCard: { amounts: await writeAmounts(call, product.id, readAmounts(call, input)) } };
  },
  // The rows are deleted with the product's own.
  remove: () => Promise.resolve(),
};
