import type { Call } from '../../kernel/call.ts';
import { listItems } from '../../kernel/configuration.ts';
import type { StoredCart } from '../quote/service.ts';
import { companiesAreOn, companyMethods } from './configuration.ts';
import { applicable, settingsOf, type CompanySettings } from './settings.ts';
import type { CompanyRow } from './tables.ts';
import { userOfCart } from './users.ts';

/** Lets the users of a company pay by the methods that it may use. Where nothing is to be paid, that can be had without any. */
export async function paymentsOfCompanies(call: Call, cart: StoredCart) {
  const settings = await settingsOfBuyer(call, cart);
  const codes = settings && chosenMethods(call, cart, settings, 'payment');
  if (!codes) return undefined;
  return ({ code, paysNothing }: { readonly code: string; readonly paysNothing?: boolean }): boolean =>
    paysNothing === true || codes.has(code);
}

/** Lets the carriers ship to the users of a company that it may use. */
export async function carriersOfCompanies(call: Call, cart: StoredCart) {
  const settings = await settingsOfBuyer(call, cart);
  const codes = settings && chosenMethods(call, cart, settings, 'shipping');
  return codes && ((code: string): boolean => codes.has(code));
}

/** The codes of the methods that a company may use on the website of the call; undefined: all. */
export function allowedMethods(
  call: Call,
  { settings }: CompanyRow,
  kind: keyof typeof companyMethods,
): ReadonlySet<string> | undefined {
  return chosenMethods(call, { website_id: call.scope.websiteId }, settingsOf(settings), kind);
}

async function settingsOfBuyer(call: Call, cart: StoredCart): Promise<CompanySettings | undefined> {
  const { customer_id, website_id: websiteId } = cart;
  if (customer_id === null || !call.config.of(companiesAreOn, { websiteId })) return undefined;
  const found = await userOfCart(call, cart);
  return found && settingsOf(found.company.settings);
}

/** The codes of a company's allowed methods: from the shop's settings for companies, or its own; undefined: all. */
function chosenMethods(
  call: Call,
  { website_id: websiteId }: Pick<StoredCart, 'website_id'>,
  settings: CompanySettings,
  kind: keyof typeof companyMethods,
): ReadonlySet<string> | undefined {
  const own =
    kind === 'payment'
      ? {
          asShop: settings.use_config_settings,
          which: settings.applicable_payment_method,
          list: settings.available_payment_methods,
        }
      : {
          asShop: settings.use_config_settings_shipping,
          which: settings.applicable_shipping_method,
          list: settings.available_shipping_methods,
        };
  if (own.asShop === 1 || own.which === applicable.ofCompanies) {
    const { areChosen, list } = companyMethods[kind];
    return call.config.of(areChosen, { websiteId }) ? new Set(call.config.of(list, { websiteId })) : undefined;
  }
  return own.which === applicable.all ? undefined : new Set(listItems(own.list ?? ''));
}
