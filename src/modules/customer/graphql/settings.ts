import { storeConfigFields } from '../../store/extensions.ts';
import { accountSettings, passwordSettings } from '../configuration.ts';

/** Account settings for storefronts. */
export const customerSettings = storeConfigFields({
  autocomplete_on_storefront: ['Boolean', passwordSettings.autocompletes],
  create_account_confirmation: ['Boolean', accountSettings.confirmsNew],
  minimum_password_length: ['String', passwordSettings.shortest],
  required_character_classes_number: ['String', passwordSettings.characterClasses],
});
