import { defineErrors } from '../../kernel/errors.ts';

/** Errors of GraphQL requests as a whole. */
export const graphqlErrors = defineErrors('graphql', {
  store: ['input', 'Requested store is not found (%1)', 'the Store header names no store view', 'filled'],
  currency: [
    'input',
    'Please correct the target currency',
    'the Content-Currency header names a currency that the store view does not allow',
  ],
  token: [
    'authentication',
    'The access token is not valid.',
    'the bearer token of a request is unknown or has ended, from release 2.4.8 on',
  ],
  byGet: ['input', 'Mutation requests allowed only for POST requests', 'a mutation is sent as a GET request'],
  method: [
    'methodNotAllowed',
    'Only GET and POST requests are supported.',
    'a request to `/graphql` has another method',
  ],
  unreadable: [
    'input',
    'Unable to parse the request.',
    'the body or the variables of a GraphQL request are not a JSON object',
  ],
  noQuery: ['input', 'Syntax Error: Unexpected <EOF>', 'a GraphQL request has no query'],
  depth: [
    'input',
    'Max query depth should be %1 but got %2.',
    'a query is nested deeper than `souk/graphql/depth`',
    'filled',
  ],
  complexity: [
    'input',
    'Max query complexity should be %1 but got %2.',
    'a query has more fields than `souk/graphql/complexity`',
    'filled',
  ],
  rows: [
    'input',
    'Max query rows should be %1 but got %2.',
    'the requested list items of a query exceed `souk/graphql/rows`',
    'filled',
  ],
  definitions: [
    'input',
    'Max query definitions should be %1 but got %2.',
    'a document has more operations and fragments than are validated',
    'filled',
  ],
  length: [
    'input',
    'Max query response length should be %1 but got %2.',
    'the texts of a response are longer than one response may be, in characters',
    'filled',
  ],
  nodes: [
    'input',
    'Max query nodes should be %1 but got %2.',
    'the lists of a response have more items than `souk/graphql/nodes`',
    'filled',
  ],
  inputs: [
    'input',
    'Max mutation inputs should be %1 but got %2.',
    'a list in the arguments of a mutation is longer than `souk/graphql/inputs`',
    'filled',
  ],
  cpu: [
    'input',
    'Max query CPU time should be %1 ms but got %2.',
    'the CPU time of a request exceeds `souk/graphql/cpu`',
    'filled',
  ],
  cutShort: [
    'input',
    'The mutation was executed, but its response was canceled: %1',
    'the selected fields of a mutation exceed a limit of requests; `%1` names the limit',
    'filled',
  ],
  changedArgument: [
    'input',
    'A hook has changed the argument "%1" to a value that it cannot have: %2',
    'the arguments that a hook leaves of a mutation are not those of the schema',
    'filled',
  ],
  nested: ['input', 'Syntax Error: The document is nested too deep', 'brackets of a document have no end'],
  subscription: ['input', 'Schema is not configured for subscriptions.', 'an operation is a subscription'],
  operationName: [
    'input',
    'Must provide operation name if query contains multiple operations.',
    'a document has several operations and the request does not say which',
  ],
  unknownOperation: ['input', 'Unknown operation named "%1".', 'a document has no operation of that name', 'filled'],
});
