import {
  enumTypes,
  inputTypes,
  mutations,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { finishUpload, openUpload } from './uploads.ts';

const enums = enumTypes({ MediaResourceType: ['NEGOTIABLE_QUOTE_ATTACHMENT'] });

const values = valueTypes({
  finishUploadOutput: { key: 'String!', message: 'String', success: 'Boolean!' },
  initiateUploadOutput: { expires_at: 'String!', key: 'String!', upload_url: 'String!' },
});

const upload = { key: 'String!', media_resource_type: 'MediaResourceType!' } as const;
const inputs = inputTypes({
  finishUploadInput: upload,
  initiateUploadInput: upload,
  NegotiableQuoteCommentAttachmentInput: { key: 'String!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const own = { customersOnly: true } as const;
const uploads = mutations((t) => ({
  finishUpload: t.field(
    'finishUploadOutput',
    { input: 'finishUploadInput!' },
    async (_, { input: { key } }, call) => {
      const success = await finishUpload(call, key);
      return { key, success, message: success ? 'The file was uploaded.' : 'The file was not uploaded.' };
    },
    own,
  ),
  initiateUpload: t.field(
    'initiateUploadOutput',
    { input: 'initiateUploadInput!' },
    (_, { input }, call) => openUpload(call, input.key),
    own,
  ),
}));

/** Uploads of the files of comments in GraphQL. */
export const quoteUploadDeclarations = [enums, values, inputs, uploads];
