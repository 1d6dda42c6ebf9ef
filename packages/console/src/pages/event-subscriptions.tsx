import { SoukError } from '../../../client/src/index.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';

/** Which events are told, and to whom. */
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
          none="Nothing is subscribed. POST /V1/eventing/eventSubscribe subscribes to an event."
          columns={[
            { title: 'Event', show: ({ name }) => <code>{name}</code> },
            { title: 'To', show: ({ provider_id: provider }) => provider },
            { title: 'Alias of', show: ({ parent }) => parent },
            { title: 'Fields', show: ({ fields }) => (fields ?? []).map(({ name }) => name).join(', ') || 'none' },
            {
              title: 'Where',
              show: ({ rules }) =>
                (rules ?? []).map(({ field, operator, value }) => `${field} ${operator} ${value}`).join(' and '),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

/** Who is asked before or after something is done. */
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
          none="Nobody is asked. souk hooks:subscribe puts a hook on a method."
          columns={[
            { title: 'Method', show: ({ webhook_method: method }) => <code>{method}</code> },
            { title: 'When', show: ({ webhook_type: type }) => type },
            { title: 'Hook', show: ({ batch_name: batch, hook_name: name }) => `${batch}/${name}` },
            { title: 'Asks', show: ({ url }) => url },
            { title: 'If it fails', show: ({ required }) => (required ? 'the call fails' : 'the call goes on') },
            { title: 'Time limit, ms', isNumber: true, show: ({ timeout }) => timeout || 'the default' },
          ]}
        />
      )}
    </Loaded>
  );
}
