import { randomUUID } from 'node:crypto';
import { logEnds, sequenceChanges } from '../../platform/change-log/log.ts';
import { unsetConfiguration } from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { In, Out } from '../../kernel/types.ts';
import { eventing } from './configuration.ts';
import { ioEventErrors } from './errors.ts';
import type { EventProviderRow } from './tables.ts';
import type { EventProvider } from './types.ts';
import {
  obstacleOf,
  openWorkspace,
  readAnyWorkspace,
  sealWorkspace,
  showWorkspace,
  type Workspace,
} from './workspace.ts';

type ProviderInput = In<typeof EventProvider>;
type ProviderOutput = Out<typeof EventProvider>;

/** All providers, with masked secrets. */
export async function listProviders(call: Call): Promise<ProviderOutput[]> {
  const rows = await call.db.selectFrom('event_provider').selectAll().orderBy('id').execute();
  return rows.map((row) => showProvider(row, openWorkspace(call, row.provider_id, row), 'masked'));
}

/** The provider with an id, with masked secrets. Throws 404 if missing. */
export async function getProvider(call: Call, providerId: string): Promise<ProviderOutput> {
  const row = await requireProvider(call, providerId);
  return showProvider(row, openWorkspace(call, providerId, row), 'masked');
}

/** The provider with an id; undefined if missing. */
export function findProvider(call: Call, providerId: string): Promise<EventProviderRow | undefined> {
  return call.db.selectFrom('event_provider').selectAll().where('provider_id', '=', providerId).executeTakeFirst();
}

async function requireProvider(call: Call, providerId: string): Promise<EventProviderRow> {
  const row = await findProvider(call, providerId);
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'provider_id', fieldValue: providerId });
  return row;
}

/** Creates a provider, and returns its secrets unmasked this once. It receives the events from now on. */
export async function createProvider(call: Call, input: ProviderInput): Promise<ProviderOutput> {
  const providerId = input.provider_id || randomUUID();
  checkTexts({ ...input, provider_id: providerId });
  if (await findProvider(call, providerId)) throw ioEventErrors.providerExists([providerId]);
  const workspace = readAnyWorkspace(call, input.workspace_configuration ?? '');
  const row = await call.db
    .insertInto('event_provider')
    .values({
      provider_id: providerId,
      instance_id: input.instance_id ?? '',
      label: input.label ?? '',
      description: input.description ?? '',
      ...sealWorkspace(call, providerId, workspace),
      disabled: obstacleOf(workspace),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const position = await latestPosition(call);
  await call.db.insertInto('event_provider_state').values({ provider: row.id, position, leased_until: 0 }).execute();
  await call.services.ioEvents.targets.invalidate(call);
  return showProvider(row, workspace, 'open');
}

/** Changes the given fields of a provider. Delivery resumes if it was disabled or had failed. Throws 404. */
export async function updateProvider(call: Call, input: ProviderInput): Promise<ProviderOutput> {
  const row = await requireProvider(call, input.provider_id ?? '');
  checkTexts(input);
  const before = openWorkspace(call, row.provider_id, row);
  const text = input.workspace_configuration;
  const workspace = typeof text === 'string' && text !== '' ? readAnyWorkspace(call, text, before) : before;
  const changed = await call.db
    .updateTable('event_provider')
    .set({
      instance_id: input.instance_id ?? row.instance_id,
      label: input.label ?? row.label,
      description: input.description ?? row.description,
      ...sealWorkspace(call, row.provider_id, workspace),
      disabled: obstacleOf(workspace),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await call.db
    .updateTable('event_provider_state')
    .set({ failures: 0, resume_at: 0, owner: null, leased_until: 0 })
    .where('provider', '=', row.id)
    .execute();
  await call.services.ioEvents.targets.invalidate(call);
  return showProvider(changed, workspace, 'masked');
}

/** Deletes a provider and its queued events. Throws 404, and 400 if it has subscriptions. */
export async function deleteProvider(call: Call, providerId: string): Promise<void> {
  const { id } = await requireProvider(call, providerId);
  const used = await call.db
    .selectFrom('event_subscription')
    .select('name')
    .where('provider', '=', id)
    .executeTakeFirst();
  if (used) throw ioEventErrors.providerInUse([providerId]);
  await call.db.deleteFrom('event_provider').where('id', '=', id).execute();
  if (call.config.of(eventing.provider_id) === providerId) await unsetConfiguration(call, eventing.provider_id.path);
  await call.services.ioEvents.targets.invalidate(call);
}

/** The current last position of the log. */
export async function latestPosition(call: Call): Promise<number> {
  await sequenceChanges(call);
  return (await logEnds(call.db)).latest;
}

function checkTexts({ provider_id, instance_id, label, description }: ProviderInput): void {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(provider_id ?? '')) {
    throw platformErrors.invalidValue({ value: provider_id, fieldName: 'provider_id' });
  }
  for (const [fieldName, value] of Object.entries({ instance_id, label, description })) {
    if ((value ?? '').length > 255) throw platformErrors.invalidValue({ value, fieldName });
  }
}

function showProvider(row: EventProviderRow, workspace: Workspace, secrecy: 'open' | 'masked'): ProviderOutput {
  return {
    id: row.id,
    provider_id: row.provider_id,
    instance_id: row.instance_id,
    label: row.label,
    description: row.description,
    workspace_configuration: showWorkspace(workspace, secrecy),
  };
}
