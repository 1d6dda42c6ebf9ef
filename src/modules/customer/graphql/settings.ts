import type { Call } from '../../../kernel/call.ts';
import { storeConfigFields } from '../../store/extensions.ts';
import { accountSettings, passwordSettings } from '../configuration.ts';

/** Account settings for storefronts. */
export const customerSettings = storeConfigFields({
  autocomplete_on_storefront: ['Boolean', passwordSettings.autocompletes],
  create_account_confirmation: ['Boolean', accountSettings.confirmsNew],
  minimum_password_length: ['String', passwordSettings.shortest],
  required_character_classes_number: ['String', passwordSettings.characterClasses],
});

/** Settings that the storefront compatibility package shows: whether storefronts learn groups, and what an account serves. */
export const groupSettings = storeConfigFields({
  graphql_share_customer_group: ['Boolean', accountSettings.sharesGroup],
  share_customer_accounts_scope: ['Int', accountSettings.scope],
});

/** Whether storefronts of the call's store view learn the groups of customers. */
export function sharesGroup({ config, scope: { storeId } }: Call): boolean {
  return config.of(accountSettings.sharesGroup, { storeId });
}
