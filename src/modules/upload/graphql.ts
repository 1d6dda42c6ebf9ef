import {
  enumTypes,
  inputTypes,
  mutations,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import type { UploadPurpose } from './extensions.ts';
import { finishUpload, openUpload } from './uploads.ts';

/** Modules add values to it with their kinds of uploads. */
const enums = enumTypes({ MediaResourceType: [] });

const values = valueTypes({
  finishUploadOutput: { key: 'String!', message: 'String', success: 'Boolean!' },
  initiateUploadOutput: { expires_at: 'String!', key: 'String!', upload_url: 'String!' },
});

const uploadInput = { key: 'String!', media_resource_type: 'MediaResourceType!' } as const;
const inputs = inputTypes({ finishUploadInput: uploadInput, initiateUploadInput: uploadInput });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    MediaResourceType: UploadPurpose;
  }
}

const uploads = mutations((t) => ({
  finishUpload: t.field(
    'finishUploadOutput',
    { input: 'finishUploadInput!' },
    async (_, { input: { key, media_resource_type: purpose } }, call) => {
      const success = await finishUpload(call, purpose, key);
      return { key, success, message: success ? 'The file was uploaded.' : 'The file was not uploaded.' };
    },
  ),
  initiateUpload: t.field('initiateUploadOutput', { input: 'initiateUploadInput!' }, (_, { input }, call) =>
    openUpload(call, input.media_resource_type, input.key),
  ),
}));

/** Uploads in GraphQL. */
export const uploadDeclarations = [enums, values, inputs, uploads];
