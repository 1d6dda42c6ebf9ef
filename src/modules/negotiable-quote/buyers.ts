import { companyInCall, type Call } from '../../kernel/call.ts';
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

/** The caller's company, and the users whose quotes in it the caller sees: also those below where a role allows it. */
export function visibleBuyers(call: Call) {
  return call.services.company.viewOf(call, call.caller.id, 'Magento_NegotiableQuote::view_quotes_sub');
}

/** Whether the cart of the calling customer's quote is for the company that the customer acts for. */
export function isOfCallersCompany(call: Call, { company_id }: StoredCart): boolean {
  return company_id === companyInCall(call, call.caller.id);
}

/** The caller's own quote with a storefront id, in the company of the call. Throws as `foundQuote`. */
async function ownQuote(call: Call, uid: string): Promise<BuyersQuote> {
  const cart = await call.services.quote.cartByMask(call, uid);
  const isOwn = cart?.customer_id === call.caller.id && isOfCallersCompany(call, cart);
  return foundQuote(call, isOwn ? cart : undefined);
}

/** The quote of a cart. Throws the same 404 for a draft of the shop, a template, and an unknown one. */
async function foundQuote(call: Call, cart: StoredCart | undefined): Promise<BuyersQuote> {
  if (cart?.website_id !== call.scope.websiteId) throw negotiationErrors.unknown();
  const row = await negotiationOf(call, cart);
  if (!row || unseenStates.includes(row.status)) throw negotiationErrors.unknown();
  return { cart, row };
}

/** A quote that the caller may see. Throws as `requireBuyer`, and 404. */
export async function visibleQuote(call: Call, uid: string): Promise<BuyersQuote> {
  await requireBuyer(call, 'view');
  const cart = await call.services.quote.cartByMask(call, uid);
  return foundQuote(call, cart && (await isVisible(call, cart)) ? cart : undefined);
}

async function isVisible(call: Call, cart: StoredCart): Promise<boolean> {
  if (cart.customer_id === call.caller.id) return isOfCallersCompany(call, cart);
  const { companyId, customerIds } = await visibleBuyers(call);
  if (cart.customer_id === null || !customerIds.includes(cart.customer_id)) return false;
  return (await call.services.company.buysFor(call, cart)) === companyId;
}

/** The caller's own quote, to change it. Throws as `requireBuyer`, and 404. */
export async function ownedQuote(
  call: Call,
  uid: string,
  action: 'manage' | 'checkOut' = 'manage',
): Promise<BuyersQuote> {
  await requireBuyer(call, action);
  if (uid === '') throw negotiationErrors.missing(['quote_uid']);
  return ownQuote(call, uid);
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
