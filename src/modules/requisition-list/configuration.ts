import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { numberFrom, setting, settings, yesOrNo, type SettingType } from '../../kernel/settings.ts';

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

/** Configuration of requisition lists, by path. */
export const requisitionListConfiguration = settings([hasRequisitionLists, mostRequisitionLists]);
