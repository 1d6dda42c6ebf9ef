import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { numberFrom, setting, settings, yesOrNo } from '../../kernel/settings.ts';

/** Who may recommend products by email, and how often. */
export const recommendations = {
  areOn: setting('sendfriend/email/enabled', yesOrNo, false, 'Whether customers may recommend products by email', {
    changeableBy: [SHOP_SETTINGS],
  }),
  guests: setting('sendfriend/email/allow_guest', yesOrNo, false, 'Whether guests may recommend products as well'),
  recipients: setting('sendfriend/email/max_recipients', numberFrom(1), 5, 'Recipients of a recommendation'),
  perHour: setting('sendfriend/email/max_per_hour', numberFrom(1), 5, 'Recommendations of a sender in an hour'),
};

/** Configuration of recommendations, by path. */
export const sendFriendConfiguration = settings(Object.values(recommendations));
