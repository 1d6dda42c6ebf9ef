import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  installationSetting,
  setting,
  settings,
  shopSetting,
  yesOrNo,
  type SettingType,
} from '../../kernel/settings.ts';

/** Host names in lower case, separated by commas or blanks. */
const hostNames: SettingType<readonly string[]> = {
  read: namesIn,
  accepts: (stored) => namesIn(stored).every(isHostName),
  write: (names) => names.join(','),
  expected: 'host names separated by commas or blanks',
};

function namesIn(stored: string): string[] {
  return stored
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

function isHostName(name: string): boolean {
  return URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name;
}

export const availableFrom = setting(
  'catalog/downloadable/order_item_status',
  choice({ ordered: '1', invoiced: '9' }),
  'invoiced',
  'Whether bought links are available once they are ordered or once they are invoiced',
);
export const linksAreShared = setting(
  'catalog/downloadable/shareable',
  yesOrNo,
  false,
  'Whether links whose product does not decide may be used without an account',
);
export const refusesGuests = setting(
  'catalog/downloadable/disable_guest_checkout',
  yesOrNo,
  true,
  'Whether guests may not buy downloads',
  shopSetting,
);
export const contentDisposition = setting(
  'catalog/downloadable/content_disposition',
  choice({ inline: 'inline', attachment: 'attachment' }),
  'inline',
  'Whether browsers show bought files (inline) or store them (attachment)',
  installationSetting,
);
export const allowedHosts = setting(
  'catalog/downloadable/domains',
  hostNames,
  [],
  'Hosts that downloads may be links to; empty: any',
  installationSetting,
);

export const downloadableConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'catalog/downloadable/downloads_number': '0',
    'catalog/downloadable/links_target_new_window': '1',
    'catalog/downloadable/links_title': 'Links',
    'catalog/downloadable/samples_title': 'Samples',
  }),
  ...settings([availableFrom, linksAreShared, refusesGuests, contentDisposition, allowedHosts]),
};
