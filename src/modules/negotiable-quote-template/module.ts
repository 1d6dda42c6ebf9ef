import { module } from '../../kernel/module.ts';
import { AnyRecord } from '../../storage/criteria/criteria.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { buyerTemplateRoutes } from './buyer-routes.ts';
import { templateTypeDeclarations } from './graphql.ts';
import { templateChangeDeclarations } from './graphql-changes.ts';
import { templateQueryDeclarations } from './graphql-queries.ts';
import { startTemplateExpiry } from './expiry.ts';
import { documentLinkRoutes } from './link-routes.ts';
import { templateMailTemplates } from './mails.ts';
import { templateRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { listedFields } from './types.ts';

/** Negotiated terms of repeated orders, from which buyers generate quotes. */
export const negotiableQuoteTemplate = module({
  name: 'NegotiableQuoteTemplate',
  edition: 'commercial',
  needs: ['quote', 'sales', 'company', 'negotiableQuote'],
  acl: declaredAcl,
  routes: [...documentLinkRoutes, ...templateRoutes, ...buyerTemplateRoutes],
  graphql: [...templateTypeDeclarations, ...templateQueryDeclarations, ...templateChangeDeclarations],
  migrations,
  unshown: [
    'negotiable_quote_template',
    'negotiable_quote_template_history',
    'negotiable_quote_template_link',
    'negotiable_quote_template_quote',
  ],
  workers: [startTemplateExpiry],
  contributes: { mailTemplates: templateMailTemplates },
  extends: [{ type: AnyRecord, fields: listedFields }],
});
