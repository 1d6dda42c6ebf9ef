import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const sharesSegments = setting(
  'customer/magento_customersegment/share_active_segments',
  yesOrNo,
  true,
  'Whether storefronts learn the segments of a customer',
  shopSetting,
);

/** Configuration of customer segments, by path. */
export const segmentConfiguration = settings([sharesSegments]);
