import { inputTypes, mutations, valueTypes, type InputTypesOf, type ValueTypesOf } from '../../kernel/graphql.ts';
import { countSending } from '../../platform/limits/sendings.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { contactRecipient } from '../customer/configuration.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { contactMessagesPerHour, isContactFormOn } from './configuration.ts';
import { contactErrors } from './errors.ts';
import { contactMessage } from './templates.ts';

const values = valueTypes({ ContactUsOutput: { status: 'Boolean!' } });
const inputs = inputTypes({
  ContactUsInput: { comment: 'String!', email: 'String!', name: 'String!', telephone: 'String' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const contactMutations = mutations((t) => ({
  contactUs: t.field(
    'ContactUsOutput',
    { input: 'ContactUsInput!' },
    async (_, { input }, call) => {
      const { storeId } = call.scope;
      if (!call.config.of(isContactFormOn, { storeId })) throw contactErrors.disabled();
      const [name, email, comment] = [input.name.trim(), input.email.trim(), input.comment.trim()];
      if (!call.services.customer.isEmailAddress(email)) throw contactErrors.email();
      if (name === '') throw contactErrors.missing(['name']);
      if (comment === '') throw contactErrors.missing(['comment']);
      const telephone = input.telephone?.trim();
      const to = call.config.of(contactRecipient, { storeId });
      const most = call.config.of(contactMessagesPerHour, { storeId });
      if ((await countSending(call, 'contact')) > most) throw contactErrors.tooOften([most]);
      await queueMail(call, contactMessage, {
        to: { email: to, name: '' },
        storeId,
        data: { name, email, comment, ...(telephone && { telephone }) },
      });
      return { status: true };
    },
    { recaptcha: 'contact' },
  ),
}));

/** Messages of visitors to the shop. */
export const contactGraphql = [
  values,
  inputs,
  contactMutations,
  storeConfigFields({ contact_enabled: ['Boolean!', isContactFormOn] }),
];
