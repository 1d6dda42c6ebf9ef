import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

const options = 'sales/gift_options';

/** Paths of the settings, as the interface names them. */
export const paths = {
  allowOrder: `${options}/wrapping_allow_order`,
  allowItems: `${options}/wrapping_allow_items`,
  allowReceipt: `${options}/allow_gift_receipt`,
  allowCard: `${options}/allow_printed_card`,
  cardPrice: `${options}/printed_card_price`,
  taxClass: 'tax/classes/wrapping_tax_class',
} as const;

const price = { accepts: (value: string) => /^(\d{1,8}(\.\d{1,4})?)?$/.test(value), expected: 'an amount, or nothing' };

export const giftWrappingConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [paths.allowOrder]: { shipped: '1', takes: flag },
  [paths.allowItems]: { shipped: '1', takes: flag },
  [paths.allowReceipt]: { shipped: '1', takes: flag },
  [paths.allowCard]: { shipped: '1', takes: flag },
  [paths.cardPrice]: { takes: price },
  [paths.taxClass]: {
    shipped: '0',
    takes: { accepts: (value) => /^\d{0,9}$/.test(value), expected: 'the id of a tax class, or nothing' },
  },
});
