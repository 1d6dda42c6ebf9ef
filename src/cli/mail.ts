import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Platform } from '../kernel/platform.ts';
import { renderMail } from '../mail/render.ts';
import type { AnyMailTemplate } from '../mail/template.ts';
import { list } from './host.ts';
import { withPlatform } from './platform.ts';

interface PreviewOptions {
  store?: string;
  html?: string;
}

/** `mail:list` and `mail:preview`. */
export function registerMailCommands(program: Command): void {
  program
    .command('mail:list')
    .description('list the mails that the platform sends')
    .action(() =>
      withPlatform(async ({ registry }) => {
        const { mailTemplates } = registry.contributions;
        list(
          mailTemplates.map(({ id, summary }) => `${id}\t${summary}`),
          'no mails',
        );
      }),
    );
  program
    .command('mail:preview')
    .description('show a mail as customers of a store view get it, with data made up for it')
    .argument('<template>', 'id of the mail; mail:list tells them')
    .option('--store <code>', 'code of the store view; default: the default one')
    .option('--html <file>', 'write the HTML form to a file as well')
    .action((id: string, options: PreviewOptions) => withPlatform((platform) => preview(platform, id, options)));
}

async function preview(platform: Platform, id: string, { store, html }: PreviewOptions): Promise<void> {
  const template: AnyMailTemplate | undefined = platform.registry.contributions.mailTemplates.find(
    (one) => one.id === id,
  );
  if (!template) throw new Error(`there is no mail ${id}: mail:list tells which there are`);
  const scope = platform.resolveScope(store);
  if (!scope) throw new Error(`there is no store view ${store}`);
  const to = { name: 'Ada Example', email: 'ada@example.com' };
  const message = renderMail(platform, template, {
    template: id,
    to,
    storeId: scope.storeId,
    data: template.sample,
  });
  console.log(`From: ${message.from.name} <${message.from.address}>`);
  console.log(`To: ${message.to.name} <${message.to.address}>`);
  console.log(`Subject: ${message.subject}\n`);
  console.log(message.text);
  if (html) {
    writeFileSync(html, message.html);
    console.log(`HTML: ${html}`);
  }
}
