import { count, type DeclaredConfiguration } from '../kernel/configuration.ts';

/** Configuration of the GraphQL interface, by path. */
export const graphqlConfiguration: DeclaredConfiguration = {
  'souk/graphql/complexity': {
    shipped: '300',
    shippedFrom: { release: '2.4.8', value: '1000' },
    takes: count(1),
  },
  'souk/graphql/cpu': { shipped: '1000', takes: count(1) },
  'souk/graphql/depth': { shipped: '20', takes: count(0) },
  'souk/graphql/nodes': { shipped: '50000', takes: count(1) },
  'souk/graphql/rows': { shipped: '10000', takes: count(1) },
};
