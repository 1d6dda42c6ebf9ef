import {
  days,
  filledText,
  installationSetting,
  setting,
  settings,
  text,
  webAddress,
  yesOrNo,
} from '../../kernel/settings.ts';

/** The permission to configure event delivery. */
export const EVENTS_PERMISSION = 'Magento_AdobeIoEventsClient::adobe_io_events';
const ofEvents = { ...installationSetting, changeableBy: [EVENTS_PERMISSION] };

/** The settings that `updateConfiguration` writes, by field. */
export const eventing = {
  enabled: setting('adobe_io_events/eventing/enabled', yesOrNo, true, 'Whether events are delivered', ofEvents),
  merchant_id: setting(
    'adobe_io_events/eventing/merchant_id',
    text,
    undefined,
    'Name of the merchant; stored for clients alone',
    ofEvents,
  ),
  environment_id: setting(
    'adobe_io_events/eventing/environment_id',
    text,
    undefined,
    'Name of the environment; stored for clients alone',
    ofEvents,
  ),
  provider_id: setting(
    'adobe_io_events/integration/provider_id',
    filledText,
    undefined,
    'Provider of the subscriptions that name none',
    ofEvents,
  ),
  instance_id: setting(
    'adobe_io_events/integration/instance_id',
    text,
    undefined,
    'Name of the instance; stored for clients alone',
    ofEvents,
  ),
};
export const defaultEventUrl = setting(
  'souk/events/url',
  webAddress,
  undefined,
  'Where events of providers go whose workspace has no URL',
  installationSetting,
);
export const deliveryLifetime = setting(
  'souk/events/delivery_lifetime',
  days(0),
  7,
  'How long the log of deliveries is stored; 0: for ever',
  installationSetting,
);

/** Configuration of event delivery, by path. */
export const ioEventsConfiguration = settings([...Object.values(eventing), defaultEventUrl, deliveryLifetime]);
