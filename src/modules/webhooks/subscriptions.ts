import { isAllowed } from '../../platform/access/check.ts';
import { urlFault } from '../../platform/change-log/addresses.ts';
import { isFieldPath, readRule } from '../../platform/change-log/rules.ts';
import type { Call } from '../../kernel/call.ts';
import type { In, Out } from '../../kernel/types.ts';
import { MASK } from '../../kernel/masking.ts';
import { jsonTextOf, parseJson } from '../../kernel/json-text.ts';
import { webhookErrors } from './errors.ts';
import { openSecrets, sealSecrets, type HookSecrets } from './hooks.ts';
import { readMethod } from './methods.ts';
import { observers } from './observers.ts';
import type { SelectedField } from './payload.ts';
import type { WebhookRow } from './tables.ts';
import type { Webhook } from './types.ts';
import { errorMessage } from '../../kernel/thrown.ts';

type HookInput = In<typeof Webhook>;
type HookOutput = Out<typeof Webhook>;

const LONGEST_TIME = 60_000;
const LARGEST_INTEGER = 2_147_483_647;
/** Headers that the request itself sets, or that would change how it is read. */
const reserved =
  /^(host|content-.*|transfer-encoding|connection|te|trailer|upgrade|expect|x-adobe-commerce-webhook-.*)$/i;

/** All hooks, by method, in the order of their calls. */
export async function listWebhooks(call: Call): Promise<HookOutput[]> {
  const rows = await call.db
    .selectFrom('webhook')
    .selectAll()
    .orderBy('webhook_method')
    .orderBy('webhook_type')
    .orderBy('batch_order')
    .orderBy('batch_name')
    .orderBy('priority')
    .orderBy('hook_name')
    .execute();
  return rows.map((row) => show(call, row));
}

function show(call: Call, { sealed, ...row }: Omit<WebhookRow, 'id'>): HookOutput {
  const { headers, oauth } = openSecrets(call, { ...row, sealed });
  return {
    ...row,
    required: row.required === 1,
    fields: parseJson(row.fields),
    rules: parseJson(row.rules),
    headers: headers.map(({ name }) => ({ name, value: MASK })),
    ...(oauth ? { developer_console_oauth: { ...oauth, client_secret: MASK } } : {}),
  };
}

/**
 * Creates a hook on a method, or changes the one of that name in its batch. Throws 400 for an invalid one, and 403 for
 * an operation that the caller may not call.
 */
export async function subscribe(call: Call, input: HookInput): Promise<void> {
  const key = readKey(input);
  checkMethod(call, key);
  const url = input.url ?? '';
  const fault = urlFault(call.config, url);
  if (fault !== undefined) throw webhookErrors.url([fault]);
  const method = input.method ?? '';
  if (!/^(POST|PUT|PATCH)?$/i.test(method)) throw webhookErrors.httpMethod([method]);
  const values = {
    batch_order: whole('batch_order', input.batch_order),
    url,
    priority: whole('priority', input.priority),
    required: input.required === false ? 0 : 1,
    soft_timeout: whole('soft_timeout', input.soft_timeout, LONGEST_TIME),
    timeout: whole('timeout', input.timeout, LONGEST_TIME),
    method: method.toUpperCase(),
    fallback_error_message: (input.fallback_error_message ?? '').slice(0, 1000),
    ttl: whole('ttl', input.ttl),
    fields: jsonTextOf(readFields(input.fields ?? [])),
    rules: jsonTextOf(readRules(input.rules ?? [])),
    sealed: sealSecrets(call, key, await readSecrets(call, input, key)),
  };
  await call.db
    .insertInto('webhook')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(keyColumns).doUpdateSet(values))
    .execute();
  await call.services.webhooks.hooks.invalidate(call);
}

/**
 * Throws 400 for a method that does not exist. A hook changes arguments in the name of each caller: throws 403 where the
 * subscriber may not call the operation.
 */
function checkMethod({ caller, platform }: Call, { webhook_method: name, webhook_type: type }: HookKey): void {
  const method = readMethod(platform.routes, name, type);
  if (!method) {
    throw webhookErrors.unknownMethod([name, observers.map((one) => `observer.${one.name}`).join(', ')]);
  }
  const missing = method.permissions.find((id) => !isAllowed(caller, { kind: 'acl', resources: [id] }));
  if (missing !== undefined) throw webhookErrors.notGranted({ method: name, permission: missing });
}

/** Deletes a hook. Throws 400 when the batch has no hook of that name. */
export async function unsubscribe(call: Call, input: HookInput): Promise<void> {
  const key = readKey(input);
  const row = await find(call, key);
  if (!row) throw webhookErrors.notSubscribed([key.hook_name]);
  await call.db.deleteFrom('webhook').where('id', '=', row.id).execute();
  await call.services.webhooks.hooks.invalidate(call);
}

const keyColumns = ['webhook_method', 'webhook_type', 'batch_name', 'hook_name'] as const;
type HookKey = Pick<WebhookRow, (typeof keyColumns)[number]>;

function readKey(input: HookInput): HookKey {
  const { webhook_method = '', webhook_type = '', batch_name = '', hook_name = '' } = input;
  for (const [fieldName, value] of Object.entries({ hook_name, batch_name })) {
    if (!/^\w{1,255}$/.test(value ?? '')) throw webhookErrors.name({ fieldName, value });
  }
  if (webhook_type !== 'before' && webhook_type !== 'after') throw webhookErrors.type([webhook_type]);
  return {
    webhook_method: webhook_method ?? '',
    webhook_type,
    batch_name: batch_name ?? '',
    hook_name: hook_name ?? '',
  };
}

function find(call: Call, key: HookKey): Promise<WebhookRow | undefined> {
  let query = call.db.selectFrom('webhook').selectAll();
  for (const column of keyColumns) query = query.where(column, '=', key[column]);
  return query.executeTakeFirst();
}

function whole(name: string, value: number | null | undefined, most = LARGEST_INTEGER): number {
  const number = value ?? 0;
  if (!Number.isInteger(number) || number < 0 || number > most) throw webhookErrors.negative([name, most]);
  return number;
}

function readFields(input: NonNullable<HookInput['fields']>): SelectedField[] {
  return input.map(({ name, source }) => {
    for (const path of [name ?? '', ...(source ? [source] : [])]) {
      if (path.startsWith('context_')) throw webhookErrors.context([path]);
      if (!isFieldPath(path)) throw webhookErrors.field([path]);
    }
    return { name: name ?? '', source: source ?? '' };
  });
}

function readRules(input: NonNullable<HookInput['rules']>): { field: string; operator: string; value: string }[] {
  return input.map((one) => {
    const rule = { field: one.field ?? '', operator: one.operator ?? '', value: one.value ?? '' };
    try {
      if (rule.operator === 'onChange') throw new Error('the operator "onChange" is one of events');
      readRule(rule);
    } catch (error) {
      throw webhookErrors.rule([errorMessage(error)]);
    }
    return rule;
  });
}

/** Reads the headers and credentials of a hook. Masks, as lists show them, leave a value unchanged. */
async function readSecrets(call: Call, input: HookInput, key: HookKey): Promise<HookSecrets> {
  const oauth = input.developer_console_oauth;
  const isMasked = [oauth?.client_secret, ...(input.headers ?? []).map(({ value }) => value)].includes(MASK);
  const row = isMasked ? await find(call, key) : undefined;
  const present = row && openSecrets(call, row);
  const headers = readHeaders(input.headers ?? [], present?.headers);
  if (!oauth) return { headers, oauth: null };
  const { client_id, org_id, environment } = oauth;
  const client_secret = present && oauth.client_secret === MASK ? present.oauth?.client_secret : oauth.client_secret;
  if (!client_id || !client_secret || !org_id) throw webhookErrors.credentials();
  return { headers, oauth: { client_id, client_secret, org_id, environment: environment ?? '' } };
}

function readHeaders(
  input: NonNullable<HookInput['headers']>,
  present: HookSecrets['headers'] = [],
): { name: string; value: string }[] {
  return input.map(({ name, value: text }) => {
    const value = text === MASK ? present.find((one) => one.name === name)?.value : text;
    const isHeader = /^[A-Za-z0-9_-]{1,100}$/.test(name ?? '') && !reserved.test(name ?? '');
    if (!isHeader || typeof value !== 'string' || !/^[\x20-\x7e]{0,4096}$/.test(value))
      throw webhookErrors.header([name]);
    return { name: name ?? '', value };
  });
}
