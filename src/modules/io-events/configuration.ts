import { changeableBy, count, flag, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { DEFAULT_URL } from './workspace.ts';

/** The permission to decide where events are delivered. */
export const EVENTS_PERMISSION = 'Magento_AdobeIoEventsClient::adobe_io_events';

/** Paths that `updateConfiguration` writes. */
export const paths = {
  enabled: 'adobe_io_events/eventing/enabled',
  merchant_id: 'adobe_io_events/eventing/merchant_id',
  environment_id: 'adobe_io_events/eventing/environment_id',
  provider_id: 'adobe_io_events/integration/provider_id',
  instance_id: 'adobe_io_events/integration/instance_id',
} as const;

/** Configuration of the delivery of events, by path. */
export const ioEventsConfiguration: DeclaredConfiguration = {
  ...changeableBy(EVENTS_PERMISSION, {
    [paths.enabled]: { shipped: '1', takes: flag },
    [paths.merchant_id]: null,
    [paths.environment_id]: null,
    [paths.provider_id]: null,
    [paths.instance_id]: null,
  }),
  [DEFAULT_URL]: null,
  // Days that the log of deliveries is kept; 0: for ever.
  'souk/events/delivery_lifetime': { shipped: '7', takes: count(0) },
};
