import { enumTypes, mutations, valueTypes, type EnumTypesOf, type ValueTypesOf } from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { isNewsletterOn } from './configuration.ts';
import { subscribe } from './subscribers.ts';

const enums = enumTypes({ SubscriptionStatusesEnum: ['NOT_ACTIVE', 'SUBSCRIBED', 'UNSUBSCRIBED', 'UNCONFIRMED'] });
const values = valueTypes({ SubscribeEmailToNewsletterOutput: { status: 'SubscriptionStatusesEnum' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {}
}

const newsletterMutations = mutations((t) => ({
  subscribeEmailToNewsletter: t.field(
    'SubscribeEmailToNewsletterOutput',
    { email: 'String!' },
    async (_, { email }, call) => ({ status: await subscribe(call, email) }),
    { recaptcha: 'newsletter' },
  ),
}));

/** The newsletter in storefronts. */
export const newsletterGraphql = [
  enums,
  values,
  newsletterMutations,
  storeConfigFields({ newsletter_enabled: ['Boolean!', isNewsletterOn] }),
];
