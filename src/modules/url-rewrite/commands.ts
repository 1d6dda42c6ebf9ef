import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { createRewrite, deleteRewrite, storedRewrites, type StoredRewrite } from './custom.ts';

interface NewRewriteOptions {
  redirect: string;
  store?: string;
  description?: string;
}

/** Commands for URL rewrites, which have no routes that change them. */
export function urlRewriteCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('url-rewrite:create')
    .description('create a URL rewrite')
    .argument('<request-path>', 'path without a leading slash, such as old/page.html')
    .argument('<target-path>', 'another path, an internal path (catalog/product/view/id/5), or a complete URL')
    .option('--redirect <type>', '301, 302, or 0 to serve the target at the path', '301')
    .option('--store <code>', 'code of the store view; default: all')
    .option('--description <text>', 'description of the rewrite')
    .action((requestPath: string, targetPath: string, { redirect, store, description }: NewRewriteOptions) =>
      withCall(async (call) => {
        const id = await call.transaction((inside) =>
          createRewrite(inside, {
            requestPath,
            targetPath,
            redirectType: Number(redirect),
            storeId: storeIdOf(inside, store) ?? 0,
            description,
          }),
        );
        print(`rewrite ${requestPath} has id ${id}`);
      }),
    );
  program
    .command('url-rewrite:list')
    .description('list custom URL rewrites and redirects from former paths')
    .option('--store <code>', 'code of the store view')
    .option('--limit <number>', 'maximum number of rewrites', wholeNumber, 1000)
    .action(({ store, limit }: { store?: string; limit: number }) =>
      withCall(async (call) => {
        const rewrites = await storedRewrites(call, { storeId: storeIdOf(call, store), limit });
        list(rewrites.map(lineOf), 'no rewrites');
      }),
    );
  program
    .command('url-rewrite:delete')
    .description('delete a URL rewrite')
    .argument('<id>', 'id of the rewrite, from url-rewrite:list', wholeNumber)
    .action((id: number) => withCall((call) => call.transaction((inside) => deleteRewrite(inside, id))));
}

function lineOf({ url_rewrite_id, request_path, target_path, redirect_type, ...rewrite }: StoredRewrite): string {
  const target = target_path ?? `${rewrite.entity_type} ${rewrite.entity_id}`;
  return `${url_rewrite_id}\t${request_path}\t${target}\t${redirect_type}\tstore ${rewrite.store_id}`;
}

function storeIdOf({ services: { store } }: Call, code: string | undefined): number | undefined {
  if (code === undefined) return undefined;
  const view = code === 'all' ? { id: 0 } : store.view(code);
  if (!view) throw new Error(`there is no store view ${code}`);
  return view.id;
}
