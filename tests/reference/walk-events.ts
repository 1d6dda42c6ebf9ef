import type { Walk } from './walk.ts';

/** Events that are delivered: where to, which, and whether that works; and who is asked before changes. */
export async function walkEvents({ good, admin }: Walk): Promise<void> {
  const workspace_configuration = JSON.stringify({ url: 'https://erp.example/hook' });
  const config = { enabled: false, provider_id: 'walked', instance_id: 'one', workspace_configuration };
  await good(admin, 'PUT /V1/eventing/updateConfiguration', { config });
  await good(admin, 'GET /V1/eventing/getEventProviders');
  const event = {
    name: 'walked',
    parent: 'observer.sales_order_save_commit_after',
    fields: [{ name: 'increment_id' }],
    rules: [{ field: 'state', operator: 'onChange', value: '' }],
  };
  await good(admin, 'POST /V1/eventing/eventSubscribe', { event, force: true });
  await good(admin, 'PUT /V1/eventing/eventSubscribe/walked', { event: { destination: 'default' } });
  await good(admin, 'GET /V1/eventing/getEventSubscriptions');
  await good(admin, 'GET /V1/adobe_io_events/check_configuration');
  await good(admin, 'POST /V1/eventing/eventUnsubscribe/walked');
  await good(admin, 'GET /V1/webhooks/list');
}
