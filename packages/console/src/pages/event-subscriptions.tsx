import { SoukError } from '../../../client/src/index.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';

/** The event subscriptions. */
export function Subscriptions() {
  const { shop } = useSession();
  const read = useLoad(
    (signal) => shop.adobeCommerceEventsClientEventSubscription.getEventSubscriptions({}, { signal }),
    [shop],
  );
  return (
    <Loaded of={read}>
      {(rows) => (
        <Table
          caption="Subscriptions"
          rows={rows}
          keyOf={({ name }) => name!}
          none="No subscriptions yet. Create one with POST /V1/eventing/eventSubscribe."
          columns={[
            { title: 'Event', show: ({ name }) => <code>{name}</code> },
            { title: 'Provider', show: ({ provider_id: provider }) => provider },
            { title: 'Alias of', show: ({ parent }) => parent },
            { title: 'Fields', show: ({ fields }) => (fields ?? []).map(({ name }) => name).join(', ') || 'none' },
            {
              title: 'Conditions',
              show: ({ rules }) =>
                (rules ?? []).map(({ field, operator, value }) => `${field} ${operator} ${value}`).join(' and '),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

/** The hooks. */
export function Hooks() {
  const { shop } = useSession();
  const read = useLoad(
    (signal) =>
      shop.webhooks.list({}, { signal }).catch((error: unknown) => {
        // Releases before 2.4.9 have no such route.
        if (error instanceof SoukError && error.status === 404) return [];
        throw error;
      }),
    [shop],
  );
  return (
    <Loaded of={read}>
      {(rows) => (
        <Table
          caption="Hooks"
          rows={rows}
          keyOf={(one) => `${one.webhook_method} ${one.webhook_type} ${one.batch_name} ${one.hook_name}`}
          none="No hooks yet. Create one with souk hooks:subscribe."
          columns={[
            { title: 'Method', show: ({ webhook_method: method }) => <code>{method}</code> },
            { title: 'Type', show: ({ webhook_type: type }) => type },
            { title: 'Hook', show: ({ batch_name: batch, hook_name: name }) => `${batch}/${name}` },
            { title: 'URL', show: ({ url }) => url },
            { title: 'On failure', show: ({ required }) => (required ? 'the call fails' : 'the call continues') },
            { title: 'Timeout, ms', isNumber: true, show: ({ timeout }) => timeout || 'default' },
          ]}
        />
      )}
    </Loaded>
  );
}
