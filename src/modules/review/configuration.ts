import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const hasReviews = setting(
  'catalog/review/active',
  yesOrNo,
  true,
  'Whether customers review products',
  shopSetting,
);
export const allowsGuests = setting(
  'catalog/review/allow_guest',
  yesOrNo,
  true,
  'Whether guests review products, too',
  shopSetting,
);

/** Configuration of reviews, by path. */
export const reviewConfiguration = settings([hasReviews, allowsGuests]);
