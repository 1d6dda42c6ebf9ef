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

/** The setting of the storefront compatibility package that opens the groups of customers. */
export const groupSettings = storeConfigFields({
  graphql_share_customer_group: ['Boolean', accountSettings.sharesGroup],
});

/** Whether storefronts of the call's store view learn the groups of customers. */
export function sharesGroup({ config, scope: { storeId } }: Call): boolean {
  return config.of(accountSettings.sharesGroup, { storeId });
}
