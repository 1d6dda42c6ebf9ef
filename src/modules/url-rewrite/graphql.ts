import type { Call } from '../../kernel/call.ts';
import { deprecated, objectType, sharedQueries, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import type { Routable } from '../store/extensions.ts';
import { rewriteErrors } from './errors.ts';
import { entitiesOf, resolveUrl, type ResolvedUrl } from './resolve.ts';

const values = valueTypes({
  EntityUrl: {
    canonical_url: { type: 'String', deprecated: 'Use `relative_url`.' },
    entity_uid: 'ID',
    id: { type: 'Int', deprecated: 'Use `entity_uid`.' },
    redirectCode: 'Int',
    relative_url: 'String',
    type: 'UrlRewriteEntityTypeEnum',
  },
  HttpQueryParameter: { name: 'String', value: 'String' },
  UrlRewrite: { parameters: '[HttpQueryParameter]', url: 'String' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    RoutableUrl: Routable;
  }
}

const routableUrl = objectType('RoutableUrl', () => ({}), ['RoutableInterface']);

async function resolveAsked(call: Call, url: string): Promise<ResolvedUrl | undefined> {
  if (url.trim() === '') throw rewriteErrors.noUrl();
  return await resolveUrl(call, url);
}

const urlQueries = sharedQueries((t) => ({
  route: t.field('RoutableInterface', { url: 'String!' }, async (_, { url }, call): Promise<Routable | undefined> => {
    const found = await resolveAsked(call, url);
    if (!found) return undefined;
    const { entity, relativeUrl, redirectCode } = found;
    if (!entity) return { typename: 'RoutableUrl', route: { relativeUrl, redirectCode } };
    const loaded = await entitiesOf(call, entity.type).load(call, entity.id);
    return loaded && { ...loaded, route: { relativeUrl, redirectCode, type: entity.type } };
  }),
  urlResolver: deprecated(
    'Use `route`.',
    t.field('EntityUrl', { url: 'String!' }, async (_, { url }, call) => {
      const found = await resolveAsked(call, url);
      if (!found) return undefined;
      const { entity, relativeUrl, redirectCode } = found;
      const path = relativeUrl.replace(/\?.*$/s, '');
      return {
        id: entity?.id,
        entity_uid: entity && btoa(String(entity.id)),
        canonical_url: entity && path,
        relative_url: relativeUrl,
        redirectCode,
        type: entity?.type,
      };
    }),
  ),
}));

/** GraphQL declarations to resolve URLs of the storefront. */
export const urlRewriteGraphql = [values, routableUrl, urlQueries];
