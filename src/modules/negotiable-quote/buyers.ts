import type { Call } from '../../kernel/call.ts';
import { storefrontErrors } from '../../kernel/graphql-errors.ts';
import type { StoredCart } from '../quote/service.ts';
import { quotesAreOn } from './configuration.ts';
import { negotiationErrors } from './errors.ts';
import { negotiationOf } from './negotiations.ts';
import { checkoutStates, editableStates, unseenStates } from './states.ts';
import type { NegotiationRow } from './tables.ts';

type CompanyResource = Parameters<Call['services']['company']['mayUse']>[2];

/** A quote with its cart. */
export interface BuyersQuote {
  readonly cart: StoredCart;
  readonly row: NegotiationRow;
}

const permissions = {
  view: ['Magento_NegotiableQuote::view_quotes', negotiationErrors.mayNotView],
  manage: ['Magento_NegotiableQuote::manage', negotiationErrors.mayNotManage],
  checkOut: ['Magento_NegotiableQuote::checkout', negotiationErrors.mayNotCheckOut],
} as const satisfies Readonly<Record<string, readonly [CompanyResource, () => Error]>>;

/** Throws unless the caller is a user of a company whose roles allow this, where the website has quotes. */
export async function requireBuyer(call: Call, action: keyof typeof permissions): Promise<void> {
  const { config, caller, scope } = call;
  if (caller.type !== 'customer') throw storefrontErrors.customersOnly();
  if (!config.of(quotesAreOn, { websiteId: scope.websiteId })) throw negotiationErrors.off();
  const [resource, refused] = permissions[action];
  if (!(await call.services.company.mayUse(call, caller.id, resource))) throw refused();
}

/** The ids of the customers whose quotes the caller sees: the caller's own, and those of subordinates where a role allows it. */
export async function visibleBuyers(call: Call): Promise<number[]> {
  const { company } = call.services;
  const { id } = call.caller;
  const seesOthers = await company.mayUse(call, id, 'Magento_NegotiableQuote::view_quotes_sub');
  return [id, ...(seesOthers ? await company.subordinates(call, id) : [])];
}

/** The quote with a storefront id, of one of these customers. Throws the same 404 for a draft of the shop, a template, and an unknown one. */
async function quoteOf(call: Call, uid: string, buyers: readonly number[]): Promise<BuyersQuote> {
  const cart = await call.services.quote.cartByMask(call, uid);
  const isTheirs = cart?.customer_id != null && buyers.includes(cart.customer_id);
  if (!isTheirs || cart.website_id !== call.scope.websiteId) throw negotiationErrors.unknown();
  const row = await negotiationOf(call, cart);
  if (!row || unseenStates.includes(row.status)) throw negotiationErrors.unknown();
  return { cart, row };
}

/** A quote that the caller may see. Throws as `requireBuyer`, and 404. */
export async function visibleQuote(call: Call, uid: string): Promise<BuyersQuote> {
  await requireBuyer(call, 'view');
  return quoteOf(call, uid, await visibleBuyers(call));
}

/** The caller's own quote, to change it. Throws as `requireBuyer`, and 404. */
export async function ownedQuote(
  call: Call,
  uid: string,
  action: 'manage' | 'checkOut' = 'manage',
): Promise<BuyersQuote> {
  await requireBuyer(call, action);
  if (uid === '') throw negotiationErrors.missing(['quote_uid']);
  return quoteOf(call, uid, [call.caller.id]);
}

/** As `ownedQuote`. Throws also while the shop works on the quote, and after its end. */
export async function editableQuote(call: Call, uid: string): Promise<BuyersQuote> {
  const found = await ownedQuote(call, uid);
  if (!editableStates.includes(found.row.status)) throw negotiationErrors.noEdit([uid]);
  return found;
}

/** The caller's own quote, to prepare its order. Throws as `ownedQuote`, and while the shop works on it. */
export async function quoteToCheckOut(call: Call, uid: string): Promise<BuyersQuote> {
  const found = await ownedQuote(call, uid, 'checkOut');
  if (!checkoutStates.includes(found.row.status)) throw negotiationErrors.locked({ quoteId: uid });
  return found;
}
