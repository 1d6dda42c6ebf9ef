import type { Call } from '../../kernel/call.ts';
import type { RoutedType } from './extensions.ts';
import { entitiesOf } from './resolve.ts';

/** A path of a thing, with what stands in its place within the platform. */
interface ListedRewrite {
  readonly url: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

/** As `UrlRewriteService.rewritesOf`: the own path first; none of what the store view does not show. */
export async function rewritesOf(
  call: Call,
  type: RoutedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ListedRewrite[]>> {
  const entities = entitiesOf(call, type);
  const paths = await entities.paths(call, ids);
  const further = await entities.furtherPaths?.(call, paths);
  return new Map(
    [...paths].map(([id, url]) => [
      id,
      [
        { url, parameters: [{ name: 'id', value: String(id) }] },
        ...(further?.get(id) ?? []).map(({ path, parameters }) => ({ url: path, parameters })),
      ],
    ]),
  );
}

/** As `UrlRewriteService.canonicalUrls`. */
export async function canonicalUrls(
  call: Call,
  type: RoutedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const entities = entitiesOf(call, type);
  return entities.tellsCanonical?.(call) ? await entities.paths(call, ids) : new Map();
}
