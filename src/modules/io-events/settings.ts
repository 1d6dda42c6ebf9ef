import { setConfiguration } from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import type { In, Out } from '../../kernel/types.ts';
import { eventing } from './configuration.ts';
import { ioEventErrors } from './errors.ts';
import { createProvider, findProvider, updateProvider } from './providers.ts';
import type { ConfigurationCheckResult, EventingConfiguration } from './types.ts';
import { openWorkspace } from './workspace.ts';

/**
 * Writes the configuration in the request. A workspace goes to the default provider, which is created if missing.
 * Throws 400 for a missing provider, and for an undeliverable workspace.
 */
export async function updateConfiguration(call: Call, input: In<typeof EventingConfiguration>): Promise<void> {
  const { workspace_configuration } = input;
  const named = input.provider_id || (call.config.of(eventing.provider_id) ?? '');
  if (workspace_configuration) {
    if (named === '') throw ioEventErrors.noDefaultProvider();
    const provider = { provider_id: named, instance_id: input.instance_id ?? null, workspace_configuration };
    if (await findProvider(call, named)) await updateProvider(call, provider);
    else await createProvider(call, { ...provider, label: named });
  } else if (input.provider_id && !(await findProvider(call, input.provider_id))) {
    throw ioEventErrors.noProvider([input.provider_id]);
  }
  for (const name of ['merchant_id', 'environment_id', 'provider_id', 'instance_id'] as const) {
    const value = input[name];
    if (typeof value === 'string') await setConfiguration(call, eventing[name].path, value);
  }
  if (typeof input.enabled === 'boolean')
    await setConfiguration(call, eventing.enabled.path, input.enabled ? '1' : '0');
}

/** Checks by the configuration and the last deliveries whether events reach the default provider. */
export async function checkConfiguration(call: Call): Promise<Out<typeof ConfigurationCheckResult>> {
  const configured = call.config.of(eventing.provider_id) ?? '';
  const provider = configured === '' ? undefined : await findProvider(call, configured);
  const state =
    provider &&
    (await call.db
      .selectFrom('event_provider_state')
      .select(['delivered_at', 'failures'])
      .where('provider', '=', provider.id)
      .executeTakeFirst());
  const isConfigured = provider !== undefined && openWorkspace(call, configured, provider).secret !== '';
  const isValid = provider?.disabled === '';
  const connects = isValid && state !== undefined && state.delivered_at > 0 && state.failures === 0;
  return {
    status: isConfigured && connects && call.config.of(eventing.enabled) ? 'ok' : 'error',
    technical_service_account_configured: isConfigured,
    technical_service_account_can_connect_to_io_events: connects,
    provider_id_configured: configured,
    provider_id_valid: isValid,
  };
}
