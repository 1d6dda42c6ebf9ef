import { module } from '../../kernel/module.ts';
import { contactConfiguration } from './configuration.ts';
import { contactGraphql } from './graphql.ts';
import { contactMessage } from './templates.ts';

/** Messages of visitors to the shop. */
export const contact = module({
  name: 'Contact',
  needs: ['customer'],
  configuration: contactConfiguration,
  graphql: contactGraphql,
  contributes: { mailTemplates: [contactMessage] },
});
