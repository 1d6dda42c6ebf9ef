import {
  enumTypes,
  inputTypes,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { cartAddressInputFields } from '../quote/graphql/types.ts';

const enums = enumTypes({
  BatchMutationStatus: ['SUCCESS', 'FAILURE', 'MIXED_RESULTS'],
  NegotiableQuoteCommentCreatorType: ['BUYER', 'SELLER'],
  NegotiableQuoteHistoryEntryChangeType: ['CREATED', 'UPDATED', 'CLOSED', 'UPDATED_BY_SYSTEM'],
  NegotiableQuoteSortableField: ['QUOTE_NAME', 'CREATED_AT', 'UPDATED_AT'],
  NegotiableQuoteStatus: [
    'SUBMITTED',
    'PENDING',
    'UPDATED',
    'OPEN',
    'ORDERED',
    'CLOSED',
    'DECLINED',
    'EXPIRED',
    'DRAFT',
  ],
});

const values = valueTypes({
  NegotiableQuoteAddressCountry: { code: 'String!', label: 'String!' },
  NegotiableQuoteAddressRegion: { code: 'String', label: 'String', region_id: 'Int' },
  NegotiableQuoteCommentAttachment: { name: 'String!', url: 'String!' },
  NegotiableQuoteCustomLogChange: { new_value: 'String!', old_value: 'String', title: 'String!' },
  NegotiableQuoteHistoryCommentChange: { comment: 'String!' },
  NegotiableQuoteHistoryExpirationChange: { new_expiration: 'String', old_expiration: 'String' },
  NegotiableQuoteHistoryStatusChange: { new_status: 'NegotiableQuoteStatus!', old_status: 'NegotiableQuoteStatus' },
  NegotiableQuoteHistoryStatusesChange: { changes: '[NegotiableQuoteHistoryStatusChange]!' },
  NegotiableQuoteHistoryTotalChange: { new_price: 'Money', old_price: 'Money' },
  NegotiableQuoteUser: { firstname: 'String!', lastname: 'String!' },
});

const ofQuote = { quote_uid: 'ID!' } as const;
const inputs = inputTypes({
  CloseNegotiableQuotesInput: { quote_uids: '[ID]!' },
  DeleteNegotiableQuotesInput: { quote_uids: '[ID]!' },
  DuplicateNegotiableQuoteInput: { ...ofQuote, duplicated_quote_uid: 'ID!' },
  LineItemNoteInput: { ...ofQuote, note: 'String', quote_item_uid: 'ID!' },
  NegotiableQuoteAddressInput: cartAddressInputFields,
  NegotiableQuoteBillingAddressInput: {
    address: 'NegotiableQuoteAddressInput',
    customer_address_uid: 'ID',
    same_as_shipping: 'Boolean',
    use_for_shipping: 'Boolean',
  },
  NegotiableQuoteCommentInput: { attachments: '[NegotiableQuoteCommentAttachmentInput]', comment: 'String!' },
  NegotiableQuoteFilterInput: { ids: 'FilterEqualTypeInput', name: 'FilterMatchTypeInput' },
  NegotiableQuoteItemQuantityInput: { quantity: 'Float!', quote_item_uid: 'ID!' },
  NegotiableQuotePaymentMethodInput: { code: 'String!', purchase_order_number: 'String' },
  NegotiableQuoteShippingAddressInput: {
    address: 'NegotiableQuoteAddressInput',
    customer_address_uid: 'ID',
    customer_notes: 'String',
  },
  NegotiableQuoteSortInput: { sort_direction: 'SortEnum!', sort_field: 'NegotiableQuoteSortableField!' },
  PlaceNegotiableQuoteOrderInput: ofQuote,
  RemoveNegotiableQuoteItemsInput: { ...ofQuote, quote_item_uids: '[ID]!' },
  RenameNegotiableQuoteInput: { ...ofQuote, quote_comment: 'String', quote_name: 'String!' },
  RequestNegotiableQuoteInput: {
    cart_id: 'ID!',
    comment: 'NegotiableQuoteCommentInput!',
    is_draft: 'Boolean',
    quote_name: 'String!',
  },
  SendNegotiableQuoteForReviewInput: { ...ofQuote, comment: 'NegotiableQuoteCommentInput' },
  SetNegotiableQuoteBillingAddressInput: { ...ofQuote, billing_address: 'NegotiableQuoteBillingAddressInput!' },
  SetNegotiableQuotePaymentMethodInput: { ...ofQuote, payment_method: 'NegotiableQuotePaymentMethodInput!' },
  SetNegotiableQuoteShippingAddressInput: {
    ...ofQuote,
    customer_address_id: 'ID',
    shipping_addresses: '[NegotiableQuoteShippingAddressInput]',
  },
  SetNegotiableQuoteShippingMethodsInput: { ...ofQuote, shipping_methods: '[ShippingMethodInput]!' },
  UpdateNegotiableQuoteQuantitiesInput: { ...ofQuote, items: '[NegotiableQuoteItemQuantityInput]!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** Enumerations, inputs and plain values of quotes in GraphQL. */
export const quoteValueDeclarations = [enums, values, inputs];
