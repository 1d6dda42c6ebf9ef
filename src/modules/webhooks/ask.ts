import { PlatformError } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { applyOperations, type HookOperation } from './hook-response.ts';
import { webhookErrors } from './errors.ts';
import type { Batch, Hook, Hooks } from './hooks.ts';
import { selectFields } from './payload.ts';
import { askHook } from './send.ts';

/**
 * Calls the hooks of a method, batch after batch, and returns the changed value. Hooks of a batch are called
 * concurrently; their operations are applied in order of priority. Throws the rejection of a hook, and the failure of a
 * required one.
 */
export async function askBatches<T>(
  platform: Platform,
  { privateKey }: Pick<Hooks, 'privateKey'>,
  batches: readonly Batch[],
  offered: T,
): Promise<T> {
  let value = offered;
  for (const batch of batches) {
    const applicableHooks = batch.filter((hook) => hook.applies(value));
    const responses = await Promise.all(applicableHooks.map((hook) => askOne(platform, hook, value, privateKey)));
    for (const operations of responses) value = applyOperations(value, operations);
  }
  return value;
}

async function askOne(
  platform: Platform,
  hook: Hook,
  offered: unknown,
  privateKey: string | undefined,
): Promise<readonly HookOperation[]> {
  try {
    const operations = await askHook(platform, hook, selectFields(offered, hook.fields), privateKey);
    const refusal = operations.find((one) => one.op === 'exception');
    if (refusal) throw refusalOf(hook, refusal);
    return operations;
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    platform.log.error({ err: error, hook: hook.title }, 'a hook has failed');
    if (!hook.isRequired) return [];
    throw hook.fallback === '' ? webhookErrors.failed() : webhookErrors.failedAs([hook.fallback]);
  }
}

/** Kinds of refusals by the last part of the class that a hook names. */
const kinds = new Map([
  ['InputException', webhookErrors.answeredInput],
  ['NoSuchEntityException', webhookErrors.answeredNotFound],
  ['AuthorizationException', webhookErrors.answeredForbidden],
]);

function refusalOf(hook: Hook, { type, message }: Extract<HookOperation, { op: 'exception' }>): PlatformError {
  const text = message || hook.fallback;
  if (text === '') return webhookErrors.refused();
  return (kinds.get(type.slice(type.lastIndexOf('\\') + 1)) ?? webhookErrors.answered)([text]);
}
