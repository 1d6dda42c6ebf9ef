import { isFieldPath, readRule } from '../../platform/change-log/rules.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { In, Out } from '../../kernel/types.ts';
import { jsonTextOf, parseJson } from '../../kernel/json-text.ts';
import { eventing } from './configuration.ts';
import { ioEventErrors } from './errors.ts';
import { readEventName } from './event-names.ts';
import { findProvider, latestPosition } from './providers.ts';
import type { EventProviderRow, EventSubscriptionRow } from './tables.ts';
import type { Event } from './types.ts';
import { errorMessage } from '../../kernel/thrown.ts';

type SubscriptionInput = In<typeof Event>;
type SubscriptionOutput = Out<typeof Event>;

/** All subscriptions, by name. */
export async function listSubscriptions(call: Call): Promise<SubscriptionOutput[]> {
  const rows = await call.db
    .selectFrom('event_subscription')
    .innerJoin('event_provider', 'event_provider.id', 'event_subscription.provider')
    .selectAll('event_subscription')
    .select('event_provider.provider_id')
    .orderBy('event_subscription.name')
    .execute();
  return rows.map((row) => ({
    name: row.name,
    parent: row.parent,
    fields: parseJson(row.fields),
    rules: parseJson(row.rules),
    destination: row.destination,
    priority: row.priority === 1,
    hipaa_audit_required: row.hipaa_audit_required === 1,
    provider_id: row.provider_id,
  }));
}

/** Subscribes to events from now on. `force` replaces a subscription with the same name. */
export async function subscribe(call: Call, input: SubscriptionInput, force: boolean): Promise<void> {
  const present = await findSubscription(call, input.name ?? '');
  if (present && !force) throw ioEventErrors.subscribed([present.name]);
  const provider = await providerOf(call, input.provider_id ?? '');
  await store(call, input, provider, present?.provider === provider.id ? present : undefined);
}

/** Changes the given fields of a subscription. Throws 404 if missing. */
export async function updateSubscription(call: Call, name: string, input: SubscriptionInput): Promise<void> {
  const present = await requireSubscription(call, name);
  const provider = input.provider_id
    ? await providerOf(call, input.provider_id)
    : await call.db
        .selectFrom('event_provider')
        .selectAll()
        .where('id', '=', present.provider)
        .executeTakeFirstOrThrow();
  const storedFields: SubscriptionInput = {
    parent: present.parent,
    fields: parseJson(present.fields),
    rules: parseJson(present.rules),
    destination: present.destination,
    priority: present.priority === 1,
    hipaa_audit_required: present.hipaa_audit_required === 1,
  };
  const changes = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
  await store(
    call,
    { ...storedFields, ...changes, name },
    provider,
    present.provider === provider.id ? present : undefined,
  );
}

/** Deletes a subscription. Throws 404 if missing. */
export async function unsubscribe(call: Call, name: string): Promise<void> {
  const { name: stored } = await requireSubscription(call, name);
  await call.db.deleteFrom('event_subscription').where('name', '=', stored).execute();
  await call.services.ioEvents.targets.invalidate(call);
}

async function requireSubscription(call: Call, name: string): Promise<EventSubscriptionRow> {
  const row = await findSubscription(call, name);
  if (!row) throw ioEventErrors.notSubscribed([name]);
  return row;
}

function findSubscription(call: Call, name: string): Promise<EventSubscriptionRow | undefined> {
  return call.db.selectFrom('event_subscription').selectAll().where('name', '=', name).executeTakeFirst();
}

/** The named provider, or else the configured one. */
async function providerOf(call: Call, named: string): Promise<EventProviderRow> {
  const providerId = named === '' ? (call.config.of(eventing.provider_id) ?? '') : named;
  if (providerId === '') throw ioEventErrors.noDefaultProvider();
  const provider = await findProvider(call, providerId);
  if (!provider) throw ioEventErrors.noProvider([providerId]);
  return provider;
}

async function store(
  call: Call,
  input: SubscriptionInput,
  provider: EventProviderRow,
  present: EventSubscriptionRow | undefined,
): Promise<void> {
  const { name = '', parent } = input;
  checkName(call, name ?? '', parent ?? '', input.rules ?? []);
  const latest = await latestPosition(call);
  const values = {
    provider: provider.id,
    parent: parent ?? '',
    fields: jsonTextOf(readFields(input.fields ?? [])),
    rules: jsonTextOf(readRules(input.rules ?? [])),
    destination: checkedText('destination', input.destination || 'default'),
    priority: input.priority === true ? 1 : 0,
    hipaa_audit_required: input.hipaa_audit_required === true ? 1 : 0,
    since: present?.since ?? latest,
  };
  const others = await call.db
    .selectFrom('event_subscription')
    .select('name')
    .where('provider', '=', provider.id)
    .executeTakeFirst();
  // A provider without subscriptions can skip the past changes.
  if (!others) {
    await call.db
      .updateTable('event_provider_state')
      .set({ position: latest, owner: null, leased_until: 0 })
      .where('provider', '=', provider.id)
      .execute();
  }
  await call.db
    .insertInto('event_subscription')
    .values({ name: name ?? '', ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
  await call.services.ioEvents.targets.invalidate(call);
}

function checkName(call: Call, name: string, parent: string, rules: readonly unknown[]): void {
  const entities = call.contributions.changedEntities;
  const known = entities.map((one) => one.name).join(', ');
  const event = parent === '' ? name : parent;
  if (!readEventName(entities, event)) throw ioEventErrors.unknownEvent([event, known]);
  if (parent === '') return;
  if (!/^[A-Za-z0-9._-]{1,150}$/.test(name) || readEventName(entities, name)) throw ioEventErrors.aliasName([name]);
  if (rules.length === 0) throw ioEventErrors.aliasRules();
}

function readFields(
  input: NonNullable<SubscriptionInput['fields']>,
): { name: string; converter: string; source: string }[] {
  return input.map(({ name, converter, source }) => {
    if (typeof name !== 'string' || (name !== '*' && !isFieldPath(name))) throw ioEventErrors.field([name ?? '']);
    if (converter) throw ioEventErrors.converter([name]);
    return { name, converter: '', source: checkedText('source', source ?? '') };
  });
}

function readRules(
  input: NonNullable<SubscriptionInput['rules']>,
): { field: string; operator: string; value: string }[] {
  return input.map((one) => {
    const rule = { field: one.field ?? '', operator: one.operator ?? '', value: one.value ?? '' };
    try {
      readRule(rule);
    } catch (error) {
      throw ioEventErrors.rule([errorMessage(error)]);
    }
    return rule;
  });
}

function checkedText(fieldName: string, value: string): string {
  if (value.length > 255) throw platformErrors.invalidValue({ value, fieldName });
  return value;
}
