import * as t from '../../kernel/types.ts';

/** A target of deliveries. */
export const EventProvider = t.object('adobe-commerce-events-client-data-event-provider-interface', {
  provider_id: t.string,
  instance_id: t.string,
  label: t.string,
  description: t.string,
  id: t.optional(t.integer, { since: '2.4.9' }),
  workspace_configuration: t.optional(t.secret(t.string), { since: '2.4.9', isRequired: true }),
});

/** An event that supports subscriptions. */
export const SupportedEvent = t.object('adobe-commerce-events-client-data-supported-event-interface', {
  name: t.string,
});

/** An entity field in an event payload. */
const EventField = t.object('adobe-commerce-events-client-data-event-field-interface', {
  name: t.string,
  converter: t.string,
  source: t.optional(t.string, { since: '2.4.9', isRequired: true }),
});

/** A condition for the delivery of an event. */
const EventRule = t.object('adobe-commerce-events-client-data-event-rule-interface', {
  field: t.string,
  operator: t.string,
  value: t.string,
});

/** A subscription. */
export const Event = t.object('adobe-commerce-events-client-data-event-data-interface', {
  name: t.string,
  parent: t.string,
  fields: t.array(EventField),
  rules: t.array(EventRule),
  destination: t.string,
  priority: t.boolean,
  hipaa_audit_required: t.boolean,
  provider_id: t.optional(t.string, { since: '2.4.9', isRequired: true }),
});

/** Input of `updateConfiguration`. */
export const EventingConfiguration = t.object('adobe-commerce-events-client-data-configuration-interface', {
  enabled: t.boolean,
  merchant_id: t.string,
  environment_id: t.string,
  provider_id: t.string,
  instance_id: t.string,
  workspace_configuration: t.secret(t.string),
});

/** Whether events can be delivered. */
export const ConfigurationCheckResult = t.object('adobe-io-events-client-configuration-check-result-interface', {
  status: t.string,
  technical_service_account_configured: t.boolean,
  technical_service_account_can_connect_to_io_events: t.boolean,
  provider_id_configured: t.string,
  provider_id_valid: t.boolean,
});
