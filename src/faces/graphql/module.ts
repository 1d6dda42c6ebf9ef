import { module } from '../../kernel/module.ts';
import { graphqlConfiguration } from './configuration.ts';
import './errors.ts';

/** The GraphQL interface as a module: its settings. */
export const graphql = module({ name: 'GraphQl', configuration: graphqlConfiguration });
