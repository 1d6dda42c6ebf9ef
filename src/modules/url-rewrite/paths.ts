import type { Call } from '../../kernel/call.ts';
import type { RoutedType } from './extensions.ts';
import { entitiesOf } from './resolve.ts';

/** A path of an entity, with the parameters of its internal path. */
interface ListedRewrite {
  readonly url: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

/** As `UrlRewriteService.rewritesOf`: the own path first; none for entities that the store view hides. */
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
