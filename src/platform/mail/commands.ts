import { writeFileSync } from 'node:fs';
import type { CommandHost } from '../../kernel/commands.ts';
import type { Platform } from '../../kernel/platform.ts';
import { renderMail } from './render.ts';
import type { AnyMailTemplate } from './template.ts';

interface PreviewOptions {
  store?: string;
  html?: string;
}

/** `mail:list` and `mail:preview`. */
export function mailCommands({ program, list, print, withPlatform }: CommandHost): void {
  program
    .command('mail:list')
    .description('list email templates')
    .action(() =>
      withPlatform(async ({ registry }) => {
        const { mailTemplates } = registry.contributions;
        list(
          mailTemplates.map(({ id, summary }) => `${id}\t${summary}`),
          'no email templates',
        );
      }),
    );
  program
    .command('mail:preview')
    .description('render an email template for a store view with sample data')
    .argument('<template>', 'id of the template, from mail:list')
    .option('--store <code>', 'code of the store view; default: the default store view')
    .option('--html <file>', 'also write the HTML part to a file')
    .action((id: string, options: PreviewOptions) => withPlatform((platform) => preview(platform, id, options, print)));
}

async function preview(
  platform: Platform,
  id: string,
  { store, html }: PreviewOptions,
  print: CommandHost['print'],
): Promise<void> {
  const template: AnyMailTemplate | undefined = platform.registry.contributions.mailTemplates.find(
    (one) => one.id === id,
  );
  if (!template) throw new Error(`there is no email template ${id}: mail:list lists the ids`);
  const scope = platform.scopes.resolveScope(store);
  if (!scope) throw new Error(`there is no store view ${store}`);
  const to = { name: 'Ada Example', email: 'ada@example.com' };
  const message = renderMail(platform, template, {
    template: id,
    to,
    storeId: scope.storeId,
    data: template.sample,
  });
  print(`From: ${message.from.name} <${message.from.address}>`);
  print(`To: ${message.to.name} <${message.to.address}>`);
  print(`Subject: ${message.subject}\n`);
  print(message.text);
  if (html) {
    writeFileSync(html, message.html);
    print(`HTML: ${html}`);
  }
}
