import { filledText, setting, settings, shopSetting } from '../../kernel/settings.ts';

/** Names by which storefronts report events to Adobe's services; empty: none. */
export const eventTargets = {
  environmentId: setting(
    'services_connector/services_id/environment_id',
    filledText,
    '',
    'ID of the data space to which storefronts report events',
    shopSetting,
  ),
  environment: setting(
    'services_connector/services_id/environment',
    filledText,
    '',
    'Kind of the data space to which storefronts report events: Production or Testing',
    shopSetting,
  ),
  organization: setting(
    'souk/data_services/ims_org_id',
    filledText,
    '',
    'ID of the organization in the identity service of Adobe, for storefronts that report events',
    shopSetting,
  ),
  datastream: setting(
    'souk/data_services/datastream_id',
    filledText,
    '',
    'ID of the datastream of Adobe Experience Platform to which storefronts report events',
    shopSetting,
  ),
};

export const dataServicesConfiguration = settings(Object.values(eventTargets));
