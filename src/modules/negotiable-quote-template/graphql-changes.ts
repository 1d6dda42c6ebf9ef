import type { Call } from '../../kernel/call.ts';
import {
  inputTypes,
  mutations,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { acceptTerms, cancelTemplate, deleteTemplate, openByBuyer, submitToShop } from './actions.ts';
import { templateOfOwnQuote } from './begin.ts';
import { changeQuantities, noteItem, removeItems, setAddress } from './buyer-items.ts';
import { changeByBuyer, changesOf, historyOf } from './change.ts';
import { generateQuote } from './generate.ts';
import { putLink, requireLink } from './links.ts';
import type { TemplateRow } from './tables.ts';
import { ownTemplate, requireTemplate, templateIdOf } from './templates.ts';
import { templateErrors } from './errors.ts';
import { platformErrors } from '../../kernel/errors.ts';

const values = valueTypes({
  GenerateNegotiableQuoteFromTemplateOutput: { negotiable_quote_uid: 'ID!' },
  UpdateNegotiableQuoteTemplateItemsQuantityOutput: { quote_template: 'NegotiableQuoteTemplate' },
});

const byId = { template_id: 'ID!' } as const;
const inputs = inputTypes({
  AcceptNegotiableQuoteTemplateInput: byId,
  CancelNegotiableQuoteTemplateInput: { ...byId, cancellation_comment: 'String' },
  DeleteNegotiableQuoteTemplateInput: byId,
  GenerateNegotiableQuoteFromTemplateInput: byId,
  NegotiableQuoteTemplateItemQuantityInput: {
    item_id: 'ID!',
    max_qty: 'Float',
    min_qty: 'Float',
    quantity: 'Float!',
  },
  NegotiableQuoteTemplateReferenceDocumentLinkInput: {
    document_identifier: 'String',
    document_name: 'String!',
    link_id: 'ID',
    reference_document_url: 'String!',
  },
  NegotiableQuoteTemplateShippingAddressInput: {
    address: 'NegotiableQuoteAddressInput',
    customer_address_uid: 'ID',
    customer_notes: 'String',
  },
  OpenNegotiableQuoteTemplateInput: byId,
  QuoteTemplateExpirationDateInput: { ...byId, expiration_date: 'String!' },
  QuoteTemplateLineItemNoteInput: { item_id: 'ID', item_uid: 'ID', note: 'String', templateId: 'ID!' },
  RemoveNegotiableQuoteTemplateItemsInput: { ...byId, item_uids: '[ID]!' },
  RequestNegotiableQuoteTemplateInput: { cart_id: 'ID!' },
  SetNegotiableQuoteTemplateShippingAddressInput: {
    ...byId,
    shipping_address: 'NegotiableQuoteTemplateShippingAddressInput!',
  },
  SubmitNegotiableQuoteTemplateForReviewInput: {
    ...byId,
    attachments: '[NegotiableQuoteCommentAttachmentInput]',
    comment: 'String',
    max_order_commitment: 'Int',
    min_order_commitment: 'Int',
    name: 'String',
    reference_document_links: '[NegotiableQuoteTemplateReferenceDocumentLinkInput]',
  },
  UpdateNegotiableQuoteTemplateQuantitiesInput: {
    ...byId,
    items: '[NegotiableQuoteTemplateItemQuantityInput]!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const manage = 'Magento_NegotiableQuoteTemplate::manage';
const own = { customersOnly: true } as const;

/** Changes a template; returns it as it is then. */
async function changing(call: Call, text: string, change: (id: number) => Promise<unknown>): Promise<TemplateRow> {
  const id = templateIdOf(text);
  await change(id);
  return requireTemplate(call, id);
}

/** Begins a template with the caller's quote of a storefront id. Throws 404 for other quotes. */
async function request(call: Call, cartId: string): Promise<TemplateRow> {
  const cart = await call.services.quote.cartByMask(call, cartId);
  if (cart?.customer_id !== call.caller.id) {
    throw platformErrors.noSuchEntity({ fieldName: 'cart_id', fieldValue: cartId });
  }
  return templateOfOwnQuote(call, cart.id);
}

/** Sends a template to the shop with the changes of an input. */
async function submit(
  call: Call,
  input: GraphQLTypes['SubmitNegotiableQuoteTemplateForReviewInput'],
  id: number,
): Promise<void> {
  const before = await ownTemplate(call, id, manage);
  const { comment, name, min_order_commitment: min_orders, max_order_commitment: max_orders } = input;
  const changes = changesOf(call, before, {
    template_name: name ?? null,
    min_orders: min_orders ?? null,
    max_orders: max_orders ?? null,
  });
  for (const sent of input.reference_document_links ?? []) {
    if (!sent) continue;
    const known = sent.link_id == null ? undefined : await requireLink(call, templateIdOf(sent.link_id));
    if (known && known.template_id !== id) {
      throw platformErrors.noSuchEntity({ fieldName: 'linkId', fieldValue: String(sent.link_id) });
    }
    await putLink(call, id, sent, known);
  }
  const uploads = (input.attachments ?? []).flatMap((file) => file?.key ?? []);
  await submitToShop(call, id, { text: comment, uploads }, { changes, history: historyOf(before, changes) });
}

async function generate(call: Call, text: string) {
  const { quote } = call.services;
  const quoteId = await generateQuote(call, templateIdOf(text));
  const { masked_id } = await quote.giveMask(call, await quote.cart(call, quoteId));
  return { negotiable_quote_uid: masked_id ?? '' };
}

function note(call: Call, input: GraphQLTypes['QuoteTemplateLineItemNoteInput'], id: number): Promise<void> {
  const item = input.item_uid ?? input.item_id;
  if (item == null) throw templateErrors.invalidValue({ fieldName: 'item_id', value: '' });
  return noteItem(call, id, item, input.note ?? '');
}

const stepMutations = mutations((t) => ({
  acceptNegotiableQuoteTemplate: t.field(
    'NegotiableQuoteTemplate',
    { input: 'AcceptNegotiableQuoteTemplateInput!' },
    (_, { input }, call) => changing(call, input.template_id, (id) => acceptTerms(call, id)),
    own,
  ),
  cancelNegotiableQuoteTemplate: t.field(
    'NegotiableQuoteTemplate',
    { input: 'CancelNegotiableQuoteTemplateInput!' },
    (_, { input }, call) =>
      changing(call, input.template_id, async (id) =>
        cancelTemplate(call, await ownTemplate(call, id, manage), { text: input.cancellation_comment }),
      ),
    own,
  ),
  deleteNegotiableQuoteTemplate: t.field(
    'Boolean!',
    { input: 'DeleteNegotiableQuoteTemplateInput!' },
    async (_, { input }, call) => {
      await deleteTemplate(call, await ownTemplate(call, templateIdOf(input.template_id), manage));
      return true;
    },
    own,
  ),
  generateNegotiableQuoteFromTemplate: t.field(
    'GenerateNegotiableQuoteFromTemplateOutput',
    { input: 'GenerateNegotiableQuoteFromTemplateInput!' },
    (_, { input }, call) => generate(call, input.template_id),
    own,
  ),
  openNegotiableQuoteTemplate: t.field(
    'NegotiableQuoteTemplate',
    { input: 'OpenNegotiableQuoteTemplateInput!' },
    (_, { input }, call) => changing(call, input.template_id, (id) => openByBuyer(call, id)),
    own,
  ),
  requestNegotiableQuoteTemplateFromQuote: t.field(
    'NegotiableQuoteTemplate',
    { input: 'RequestNegotiableQuoteTemplateInput!' },
    (_, { input }, call) => request(call, input.cart_id),
    own,
  ),
  submitNegotiableQuoteTemplateForReview: t.field(
    'NegotiableQuoteTemplate',
    { input: 'SubmitNegotiableQuoteTemplateForReviewInput!' },
    (_, { input }, call) => changing(call, input.template_id, (id) => submit(call, input, id)),
    own,
  ),
}));

const termMutations = mutations((t) => ({
  removeNegotiableQuoteTemplateItems: t.field(
    'NegotiableQuoteTemplate',
    { input: 'RemoveNegotiableQuoteTemplateItemsInput!' },
    (_, { input }, call) =>
      changing(call, input.template_id, (id) =>
        removeItems(
          call,
          id,
          input.item_uids.map((uid) => uid ?? ''),
        ),
      ),
    own,
  ),
  setNegotiableQuoteTemplateShippingAddress: t.field(
    'NegotiableQuoteTemplate',
    { input: 'SetNegotiableQuoteTemplateShippingAddressInput!' },
    (_, { input }, call) => changing(call, input.template_id, (id) => setAddress(call, id, input.shipping_address)),
    own,
  ),
  setQuoteTemplateExpirationDate: t.field(
    'NegotiableQuoteTemplate',
    { input: 'QuoteTemplateExpirationDateInput!' },
    (_, { input }, call) =>
      changing(call, input.template_id, (id) => changeByBuyer(call, id, { expiration_date: input.expiration_date })),
    own,
  ),
  setQuoteTemplateLineItemNote: t.field(
    'NegotiableQuoteTemplate',
    { input: 'QuoteTemplateLineItemNoteInput!' },
    (_, { input }, call) => changing(call, input.templateId, (id) => note(call, input, id)),
    own,
  ),
  updateNegotiableQuoteTemplateQuantities: t.field(
    'UpdateNegotiableQuoteTemplateItemsQuantityOutput',
    { input: 'UpdateNegotiableQuoteTemplateQuantitiesInput!' },
    async (_, { input }, call) => ({
      quote_template: await changing(call, input.template_id, (id) =>
        changeQuantities(
          call,
          id,
          input.items.flatMap((item) => item ?? []),
        ),
      ),
    }),
    own,
  ),
}));

/** The mutations of quote templates. */
export const templateChangeDeclarations = [values, inputs, stepMutations, termMutations];
