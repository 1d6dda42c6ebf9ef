import type { BroughtAttribute } from '../eav/service.ts';
import { GIFT_CARD } from './types.ts';

type Details = Partial<BroughtAttribute>;

const attribute = (
  attribute_code: string,
  frontend_label: string,
  backend_type: BroughtAttribute['backend_type'],
  scope: NonNullable<BroughtAttribute['scope']>,
  more: Details = {},
): BroughtAttribute => ({
  attribute_code,
  frontend_label,
  backend_type,
  scope,
  frontend_input: 'text',
  apply_to: [GIFT_CARD],
  ...more,
});

const visibility = { is_visible: true, used_in_product_listing: true };
const price = {
  ...visibility,
  frontend_input: 'price',
  frontend_class: 'validate-number',
  backend_model: 'Magento\\Catalog\\Model\\Product\\Attribute\\Backend\\Price',
};
const select = (source: string): Details => ({
  frontend_input: 'select',
  source_model: `Magento\\GiftCard\\Model\\Source\\${source}`,
});

/**
 * The attributes of gift cards in the interface; the first five belong to the product details, the others to the
 * prices.
 */
const details: readonly BroughtAttribute[] = [
  attribute('giftcard_type', 'Card Type', 'int', 'global', { ...select('Type'), is_required: true, is_visible: true }),
  // Amounts have a table of their own, and are part of the extension attributes.
  attribute('giftcard_amounts', 'Amounts', 'static', 'website', {
    ...visibility,
    frontend_input: 'price',
    backend_model: 'Magento\\GiftCard\\Model\\Attribute\\Backend\\Giftcard\\Amount',
  }),
  attribute('allow_open_amount', 'Open Amount', 'int', 'website', { ...select('Open'), ...visibility }),
  attribute('open_amount_min', 'Open Amount From', 'decimal', 'website', price),
  attribute('open_amount_max', 'Open Amount To', 'decimal', 'website', price),
];
const terms: readonly BroughtAttribute[] = [
  attribute('is_redeemable', 'Is Redeemable', 'int', 'website'),
  attribute('use_config_is_redeemable', 'Use Config Is Redeemable', 'int', 'website'),
  attribute('lifetime', 'Lifetime', 'int', 'website'),
  attribute('use_config_lifetime', 'Use Config Lifetime', 'int', 'website'),
  attribute('email_template', 'Email Template', 'varchar', 'store'),
  attribute('use_config_email_template', 'Use Config Email Template', 'int', 'store'),
  attribute('allow_message', 'Allow Message', 'int', 'store'),
  attribute('use_config_allow_message', 'Use Config Allow Message', 'int', 'store'),
];

const placed = (all: readonly BroughtAttribute[], group: string) => all.map((one) => ({ ...one, group }));

/** The attributes of gift cards, in every attribute set. */
export const giftCardAttributes = {
  name: 'gift cards',
  entity: 'catalog_product',
  attributes: [...placed(details, 'product-details'), ...placed(terms, 'advanced-pricing')],
} as const;
