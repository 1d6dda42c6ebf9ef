import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

export const hasReviews = setting('catalog/review/active', yesOrNo, true, 'Whether customers review products', shop);
export const allowsGuests = setting(
  'catalog/review/allow_guest',
  yesOrNo,
  true,
  'Whether guests review products, too',
  shop,
);

/** Configuration of reviews, by path. */
export const reviewConfiguration = settings([hasReviews, allowsGuests]);
