import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  mutations,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { urlSuffixes } from '../catalog/configuration.ts';
import { countSending } from '../../platform/limits/sendings.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { recommendations } from './configuration.ts';
import { sendFriendErrors } from './errors.ts';
import { recommendation } from './templates.ts';

const person = { email: 'String!', name: 'String!' } as const;
const values = valueTypes({
  SendEmailToFriendOutput: { recipients: '[SendEmailToFriendRecipient]', sender: 'SendEmailToFriendSender' },
  SendEmailToFriendRecipient: person,
  SendEmailToFriendSender: { ...person, message: 'String!' },
  SendFriendConfiguration: { enabled_for_customers: 'Boolean!', enabled_for_guests: 'Boolean!' },
});
const inputs = inputTypes({
  SendEmailToFriendInput: {
    product_id: 'Int!',
    recipients: '[SendEmailToFriendRecipientInput]!',
    sender: 'SendEmailToFriendSenderInput!',
  },
  SendEmailToFriendRecipientInput: person,
  SendEmailToFriendSenderInput: { ...person, message: 'String!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** Throws for an empty text, or an address that is none. */
function checkPerson(call: Call, { email, name }: { email: string; name: string }, of: string): void {
  if (name.trim() === '') throw sendFriendErrors.missing(['Name', of]);
  if (email.trim() === '') throw sendFriendErrors.missing(['Email', of]);
  if (!call.services.customer.isEmailAddress(email.trim())) throw sendFriendErrors.email([email]);
}

/** The product that is recommended: its name and the path of its page. */
async function recommended(call: Call, id: number): Promise<{ name: string; path: string }> {
  const found = await call.services.storefront.product(call, id);
  const isShown =
    found &&
    Number(found.values.status) === 1 &&
    Number(found.values.visibility) !== 1 &&
    found.product.website_ids.includes(call.scope.websiteId);
  if (!isShown) throw sendFriendErrors.noProduct();
  const suffix = call.config.of(urlSuffixes.product, { storeId: call.scope.storeId });
  return {
    name: String(found.values.name ?? found.product.sku),
    path: `${String(found.values.url_key ?? '')}${suffix}`,
  };
}

async function send(
  call: Call,
  { product_id, recipients, sender }: GraphQLTypes['SendEmailToFriendInput'],
): Promise<GraphQLTypes['SendEmailToFriendOutput']> {
  const { storeId } = call.scope;
  if (!call.config.of(recommendations.areOn, { storeId })) throw sendFriendErrors.disabled();
  const isGuest = call.caller.type !== 'customer';
  if (isGuest && !call.config.of(recommendations.guests, { storeId })) throw sendFriendErrors.guests();
  const product = await recommended(call, product_id);
  const named = recipients.filter((one) => one != null);
  const most = call.config.of(recommendations.recipients, { storeId });
  if (named.length > most) throw sendFriendErrors.tooMany([most]);
  checkPerson(call, sender, 'sender');
  if (sender.message.trim() === '') throw sendFriendErrors.missing(['Message', 'sender']);
  if (named.length === 0) throw sendFriendErrors.missing(['Email', 'recipients']);
  for (const one of named) checkPerson(call, one, 'recipients');
  const perHour = call.config.of(recommendations.perHour, { storeId });
  if ((await countSending(call, 'sendfriend')) > perHour) throw sendFriendErrors.tooOften([perHour]);
  for (const { email, name } of named) {
    const data = { name, sender: { name: sender.name, email: sender.email }, message: sender.message, product };
    await queueMail(call, recommendation, { to: { email: email.trim(), name }, storeId, data });
  }
  return { recipients: named, sender };
}

const sendFriendMutations = mutations((t) => ({
  sendEmailToFriend: t.field(
    'SendEmailToFriendOutput',
    { input: 'SendEmailToFriendInput' },
    async (_, { input }, call) => (input ? send(call, input) : null),
    { recaptcha: 'sendfriend' },
  ),
}));

const settings = extendType('StoreConfig', (t) => ({
  send_friend: t.field('SendFriendConfiguration', ({ storeId }, _, { config }) => {
    const isEnabled = config.of(recommendations.areOn, { storeId });
    return {
      enabled_for_customers: isEnabled,
      enabled_for_guests: isEnabled && config.of(recommendations.guests, { storeId }),
    };
  }),
}));

/** Recommendations by mail. */
export const sendFriendGraphql = [values, inputs, sendFriendMutations, settings];
