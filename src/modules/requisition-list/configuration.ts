import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import {
  checkedText,
  numberFrom,
  setting,
  settings,
  yesOrNo,
  type Setting,
  type SettingType,
} from '../../kernel/settings.ts';

const shop = { scope: 'websites', changeableBy: [SHOP_SETTINGS] } as const;

/** A number of lists, within the limits of the interface. */
const listCount: SettingType<number> = {
  ...numberFrom(2, 'requisition lists'),
  accepts: (stored) => /^\d{1,3}$/.test(stored) && Number(stored) >= 2,
  expected: 'a whole number from 2 to 999',
};

export const hasRequisitionLists = setting(
  'btob/website_configuration/requisition_list_active',
  yesOrNo,
  false,
  'Whether customers have requisition lists',
  shop,
);
export const mostRequisitionLists = setting(
  'requisitionlist/general/number_requisition_lists',
  listCount,
  999,
  'Requisition lists of a customer at most',
  shop,
);

/** How users of a company share their lists. Source of the paths: the reference of `StoreConfig`. */
export const sharing = {
  isOn: setting(
    'btob/requisition_list_sharing/enabled',
    yesOrNo,
    false,
    'Whether users of a company share their requisition lists with each other',
    shop,
  ),
  days: setting(
    'btob/requisition_list_sharing/link_validity_days',
    numberFrom(1, 'days'),
    30,
    'Days for which a link to a shared requisition list is valid',
    shop,
  ),
  recipients: setting(
    'btob/requisition_list_sharing/max_recipients',
    numberFrom(1, 'recipients'),
    10,
    'Recipients of an email about a shared requisition list at most',
    shop,
  ),
  path: setting(
    'btob/requisition_list_sharing/storefront_share_path',
    checkedText('a path without slashes at its ends', (stored) => /^[\w-]+(\/[\w.-]+)*$/.test(stored)),
    'customer/requisition-list-sharing',
    'Page of the storefront that shows shared requisition lists',
    { changeableBy: [SHOP_SETTINGS] },
  ),
  ofHour: setting(
    'souk/requisition_list/share_emails',
    numberFrom(1, 'emails an hour'),
    100,
    'Emails about shared requisition lists that a customer may send in an hour',
    { scope: 'websites' },
  ),
};

/** Configuration of requisition lists, by path. */
export const requisitionListConfiguration = settings([
  hasRequisitionLists,
  mostRequisitionLists,
  ...Object.values<Setting<unknown>>(sharing),
]);
