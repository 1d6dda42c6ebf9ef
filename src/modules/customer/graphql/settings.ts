import { storeConfigFields } from '../../store/extensions.ts';

/** What storefronts ask of accounts. */
export const customerSettings = storeConfigFields({
  autocomplete_on_storefront: ['Boolean', 'customer/password/autocomplete_on_storefront'],
  create_account_confirmation: ['Boolean', 'customer/create_account/confirm'],
  minimum_password_length: ['String', 'customer/password/minimum_password_length'],
  required_character_classes_number: ['String', 'customer/password/required_character_classes_number'],
});
