import { installationSetting, milliseconds, numberFrom, setting, settings } from '../../kernel/settings.ts';

/** The limits of a GraphQL request. */
export const requestLimits = {
  complexity: setting('souk/graphql/complexity', numberFrom(1, 'fields'), 300, 'Fields that a query may have', {
    scope: 'default',
    shippedFrom: { release: '2.4.8', value: '1000' },
  }),
  cpu: setting('souk/graphql/cpu', milliseconds(1), 1000, 'CPU time that a request may take', installationSetting),
  depth: setting('souk/graphql/depth', numberFrom(0), 20, 'How deep a query may be nested', installationSetting),
  inputs: setting(
    'souk/graphql/inputs',
    numberFrom(1, 'items'),
    1000,
    'Longest list in the arguments of a mutation',
    installationSetting,
  ),
  nodes: setting('souk/graphql/nodes', numberFrom(1), 50_000, 'Items of lists that a response may have', {
    scope: 'default',
  }),
  rows: setting('souk/graphql/rows', numberFrom(1), 10_000, 'Items of lists that a query may ask for', {
    scope: 'default',
  }),
};

/** Configuration of the GraphQL interface. */
export const graphqlConfiguration = settings(Object.values(requestLimits));
