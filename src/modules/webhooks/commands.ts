import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { changeKey } from './keys.ts';
import { hookedMethods } from './methods.ts';
import { listWebhooks, subscribe, unsubscribe } from './subscriptions.ts';

interface SubscribeOptions {
  readonly url: string;
  readonly type: string;
  readonly batch: string;
  readonly optional?: boolean;
  readonly timeout?: number;
  readonly ttl?: number;
  readonly fallback?: string;
  readonly field?: readonly string[];
  readonly rule?: readonly string[];
  readonly header?: readonly string[];
}

/** Commands for hooks. */
export function webhookCommands(host: CommandHost): void {
  const { program, withCall, print, list } = host;
  program
    .command('hooks:list')
    .description('list hooks')
    .action(() => withCall(async (call) => list((await listWebhooks(call)).map(lineOf), 'no hooks')));
  program
    .command('hooks:methods')
    .description('list the methods that accept hooks')
    .action(() => withCall(async (call) => list(hookedMethods(call.platform.routes), 'no methods')));
  program
    .command('hooks:subscribe <method> <name>')
    .description('add a hook to a method, listed by hooks:methods')
    .requiredOption('--url <url>', 'URL of the hook')
    .option('--type <type>', 'before or after', 'before')
    .option('--batch <name>', 'name of the batch; hooks of a batch are called concurrently', 'default')
    .option('--optional', 'continue the request when the hook fails')
    .option('--timeout <milliseconds>', 'timeout of a call', wholeNumber)
    .option('--ttl <seconds>', 'time for which a response to the same request is cached', wholeNumber)
    .option('--fallback <message>', 'error message to the caller when the hook fails')
    .option('--field <name=source...>', 'fields of the payload; default: all')
    .option('--rule <field:operator:value...>', 'conditions for a call')
    .option('--header <name:value...>', 'headers of the request')
    .action((method: string, name: string, options: SubscribeOptions) =>
      withCall(async (call) => {
        await call.transaction((inside) => subscribeTyped(inside, method, name, options));
        print(`hook ${name} added ${options.type} ${method}`);
      }),
    );
  program
    .command('hooks:unsubscribe <method> <name>')
    .description('remove a hook')
    .option('--type <type>', 'before or after', 'before')
    .option('--batch <name>', 'name of the batch', 'default')
    .action((webhook_method: string, hook_name: string, { type, batch }: { type: string; batch: string }) =>
      withCall(async (call) => {
        const key = { webhook_method, webhook_type: type, batch_name: batch, hook_name };
        await call.transaction((inside) => unsubscribe(inside, key));
        print(`hook ${hook_name} removed`);
      }),
    );
  program
    .command('hooks:key')
    .description('create a signing key for hook requests and print the public key')
    .option('--remove', 'remove the key; requests are no longer signed')
    .action(({ remove }: { remove?: boolean }) =>
      withCall(async (call) => print(await call.transaction((inside) => changeKey(inside, remove === true)))),
    );
}

function lineOf(one: Awaited<ReturnType<typeof listWebhooks>>[number]): string {
  const standing = one.required ? 'required' : 'optional';
  return [one.webhook_method, one.webhook_type, `${one.batch_name}/${one.hook_name}`, one.url, standing].join('\t');
}

async function subscribeTyped(call: Call, method: string, name: string, options: SubscribeOptions): Promise<void> {
  const split = (text: string, sign: string): [string, string] => {
    const at = text.indexOf(sign);
    return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  };
  await subscribe(call, {
    webhook_method: method,
    webhook_type: options.type,
    batch_name: options.batch,
    hook_name: name,
    url: options.url,
    required: options.optional !== true,
    timeout: options.timeout ?? 0,
    ttl: options.ttl ?? 0,
    fallback_error_message: options.fallback ?? '',
    fields: (options.field ?? []).map((text) => {
      const [field, source] = split(text, '=');
      return { name: field, source };
    }),
    rules: (options.rule ?? []).map((text) => {
      const [field, rest] = split(text, ':');
      const [operator, value] = split(rest, ':');
      return { field, operator, value };
    }),
    headers: (options.header ?? []).map((text) => {
      const [header, value] = split(text, ':');
      return { name: header, value: value.trim() };
    }),
  });
}
