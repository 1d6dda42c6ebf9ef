import { sharedQueries, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { robots } from './configuration.ts';

const values = valueTypes({ RobotsConfig: { customInstructions: 'String', defaultRobots: 'String' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

const robotsQueries = sharedQueries(
  (t) => ({
    robotsConfig: t.field('RobotsConfig', (_, __, call) => {
      const scope = { storeId: call.scope.storeId };
      return {
        customInstructions: call.config.of(robots.instructions, scope) || null,
        defaultRobots: call.config.of(robots.default, scope),
      };
    }),
  }),
  [],
);

/** The instructions for search engines, as PWA Studio asks for them. */
export const sitemapGraphql = [values, robotsQueries];
