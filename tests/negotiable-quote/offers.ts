import { ok, type Client } from '../support/client.ts';

/** The day in so many days from now, `YYYY-MM-DD`. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A quote of the shop for a customer, of two units of a product, which was submitted and is valid to the end of `last`; its id. */
export async function newOffer(
  { admin }: { readonly admin: Client },
  { customerId, sku, last }: { readonly customerId: number; readonly sku: string; readonly last: string },
): Promise<number> {
  const quoteId: number = ok(await admin.post('/V1/negotiableQuote/draft', { customerId }));
  const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value: 10, expiration_period: last };
  const quote = { items: [{ sku, qty: 2 }], extension_attributes: { negotiable_quote } };
  ok(await admin.put(`/V1/negotiableQuote/${quoteId}`, { quote }));
  ok(await admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId }));
  return quoteId;
}
