import type { Answer } from '../support/client.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import type { Souk } from '../support/souk.ts';

export const ON = { 'btob/website_configuration/requisition_list_active': '1' };

/** A new customer as a storefront. */
export async function newBuyer(souk: Souk): Promise<GraphQLClient> {
  return graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
}

const ITEMS = `items { __typename uid quantity product { sku stock_status only_x_left_in_stock }
  customizable_options { customizable_option_uid label values { value } }
  ... on ConfigurableRequisitionListItem { configurable_options { configurable_product_option_value_uid option_label value_label } }
  ... on BundleRequisitionListItem { bundle_options { uid label values { uid label quantity } } }
  ... on DownloadableRequisitionListItem { links { uid title } samples { title } }
  ... on GiftCardRequisitionListItem { gift_card_options { amount { value } message recipient_name sender_name } } }
  total_pages page_info { current_page page_size total_pages }`;
const LIST = `requisition_list { uid name description updated_at items_count items { ${ITEMS} } }`;

export const CREATE = `mutation($name: String!, $text: String) { createRequisitionList(input: { name: $name, description: $text }) { ${LIST} } }`;
export const RENAME = `mutation($list: ID!, $name: String!, $text: String) { updateRequisitionList(requisitionListUid: $list, input: { name: $name, description: $text }) { ${LIST} } }`;
export const DELETE = `mutation($list: ID!) { deleteRequisitionList(requisitionListUid: $list) { status requisition_lists { total_count items { name } } } }`;
export const ADD = `mutation($list: ID!, $items: [RequisitionListItemsInput!]!) { addProductsToRequisitionList(requisitionListUid: $list, requisitionListItems: $items) { ${LIST} } }`;
export const UPDATE = `mutation($list: ID!, $items: [UpdateRequisitionListItemsInput!]!) { updateRequisitionListItems(requisitionListUid: $list, requisitionListItems: $items) { ${LIST} } }`;
export const REMOVE = `mutation($list: ID!, $items: [ID!]!) { deleteRequisitionListItems(requisitionListUid: $list, requisitionListItemUids: $items) { ${LIST} } }`;
export const COPY = `mutation($from: ID!, $to: ID, $items: [ID!]!) { copyItemsBetweenRequisitionLists(sourceRequisitionListUid: $from, destinationRequisitionListUid: $to, requisitionListItem: { requisitionListItemUids: $items }) { ${LIST} } }`;
export const MOVE = `mutation($from: ID!, $to: ID, $items: [ID!]!) { moveItemsBetweenRequisitionLists(sourceRequisitionListUid: $from, destinationRequisitionListUid: $to, requisitionListItem: { requisitionListItemUids: $items }) { source_requisition_list { items_count } destination_requisition_list { uid name items_count } } }`;
export const TO_CART = `mutation($list: ID!, $items: [ID!]) { addRequisitionListItemsToCart(requisitionListUid: $list, requisitionListItemUids: $items) { status
  add_requisition_list_items_to_cart_user_errors { message type } cart { id total_quantity itemsV2 { items { quantity product { sku } } total_count } } } }`;
export const LISTS = `query($page: Int = 1, $size: Int = 20, $filter: RequisitionListFilterInput, $sort: RequisitionListSortInput) { customer { requisition_lists(currentPage: $page, pageSize: $size, filter: $filter, sort: $sort) {
  items { uid name items_count items { ${ITEMS} } } page_info { current_page page_size total_pages } total_count } } }`;

/** Sends a mutation that has to succeed; the list in its response. */
export async function listAfter(gql: GraphQLClient, mutation: string, variables: object): Promise<Answer['body']> {
  const [result] = Object.values<Answer['body']>(await gql.data(mutation, variables));
  return result.requisition_list;
}

/** Creates a list with these products. */
export async function newList(gql: GraphQLClient, name: string, ...items: object[]): Promise<Answer['body']> {
  const list = await listAfter(gql, CREATE, { name });
  return items.length === 0 ? list : listAfter(gql, ADD, { list: list.uid, items });
}

/** The lists of a caller. */
export async function listsOf(gql: GraphQLClient, variables: object = {}): Promise<Answer['body']> {
  return (await gql.data(LISTS, variables)).customer.requisition_lists;
}
