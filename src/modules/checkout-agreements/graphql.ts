import {
  enumTypes,
  ofReleases,
  sharedQueries,
  valueTypes,
  type EnumTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { listActive } from './agreements.ts';
import { asksForAgreement } from './configuration.ts';

const enums = enumTypes({ CheckoutAgreementMode: ['AUTO', 'MANUAL'] });

const values = valueTypes({
  CheckoutAgreement: {
    agreement_id: 'Int!',
    checkbox_text: 'String!',
    content: 'String!',
    content_height: 'String',
    is_html: 'Boolean!',
    mode: 'CheckoutAgreementMode!',
    name: 'String!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {}
}

const agreementQueries = sharedQueries(
  (t) => ({
    checkoutAgreements: t.field('[CheckoutAgreement]', async (_, __, call) =>
      (await listActive(call)).map(({ agreement_id, checkbox_text, content, content_height, is_html, mode, name }) => ({
        agreement_id,
        checkbox_text,
        content,
        content_height,
        is_html: is_html === 1,
        mode: mode === 1 ? 'MANUAL' : 'AUTO',
        name,
      })),
    ),
  }),
  [],
);

const settings = ofReleases({ release: '2.4.8' }, [
  storeConfigFields({ is_checkout_agreements_enabled: ['Boolean!', asksForAgreement] }),
]);

/** Terms in GraphQL. */
export const agreementGraphql = [enums, values, agreementQueries, ...settings];
