import { isAllowed } from '../../platform/access/check.ts';
import { issueToken } from '../../platform/access/tokens.ts';
import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  mutations,
  ofReleases,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { acl } from '../../kernel/route.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { actionsOf, countActions, recordAction } from './actions.ts';
import { allowsAssistance, requireAssistance } from './assistance.ts';
import { checkbox, isAssistanceOn } from './configuration.ts';
import { assistanceErrors } from './errors.ts';

const values = valueTypes({ GenerateCustomerTokenAsAdminOutput: { customer_token: 'String! @credential' } });
const actionValues = valueTypes({
  AdminAssistanceAction: { action: 'String!', date: 'String!', details: 'String' },
  AdminAssistanceActions: {
    items: '[AdminAssistanceAction]!',
    page_info: 'SearchResultPageInfo!',
    total_count: 'Int!',
  },
});
const inputs = inputTypes({ GenerateCustomerTokenAsAdminInput: { customer_email: 'String!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes
    extends ValueTypesOf<typeof values>, ValueTypesOf<typeof actionValues>, InputTypesOf<typeof inputs> {}
}

const login = acl('Magento_LoginAsCustomer::login');

/** Issues a customer's token to a caller who may shop in the customer's name, if the customer allows it. */
async function tokenFor(call: Call, email: string): Promise<string> {
  if (!isAllowed(call.caller, login)) throw assistanceErrors.notAllowed();
  if (!call.config.of(isAssistanceOn)) throw assistanceErrors.disabled();
  const customer = await call.services.customer.customerByEmail(call, email, call.scope.websiteId);
  if (!customer) throw assistanceErrors.noCustomer();
  await requireAssistance(call, customer.id);
  const token = await issueToken(call, { type: 'customer', id: customer.id, isAssisted: true });
  await recordAction(call, customer.id, 'login', null);
  return token;
}

const customerFields = extendType('Customer', (t) => ({
  allow_remote_shopping_assistance: t.batch('Boolean!', async (sources, _, call) => {
    const ids = sources.map(({ customer }) => customer.id);
    const allowed = await allowsAssistance(call, ids);
    return ids.map((id) => allowed.get(id) ?? false);
  }),
}));

const customerActions = extendType('Customer', (t) => ({
  admin_assistance_actions: t.field(
    'AdminAssistanceActions!',
    { pageSize: 'Int = 20', currentPage: 'Int = 1' },
    async ({ customer: { id } }, { pageSize, currentPage }, call) => {
      const requestedPage = readAskedPage(currentPage, pageSize);
      const actions = await actionsOf(call, id, requestedPage);
      const total = await countActions(call, id);
      const count = () => Promise.resolve(total);
      await requireReached(requestedPage, actions.length, count);
      return {
        items: actions.map(({ action, details, created_at }) => ({ action, details, date: created_at })),
        page_info: await pageInfo(requestedPage, count),
        total_count: total,
      };
    },
  ),
}));

const assistanceMutations = mutations((t) => ({
  generateCustomerTokenAsAdmin: t.field(
    'GenerateCustomerTokenAsAdminOutput',
    { input: 'GenerateCustomerTokenAsAdminInput!' },
    async (_, { input }, call) => ({ customer_token: await tokenFor(call, input.customer_email) }),
  ),
}));

const settings = storeConfigFields({
  shopping_assistance_checkbox_title: ['String', checkbox.title],
  shopping_assistance_checkbox_tooltip: ['String', checkbox.tooltip],
  shopping_assistance_enabled: ['Boolean', isAssistanceOn],
});

/** Shopping in the name of customers. */
export const assistanceGraphql = [
  values,
  inputs,
  customerFields,
  assistanceMutations,
  ...ofReleases({ release: '2.4.8' }, [settings, actionValues, customerActions]),
];
