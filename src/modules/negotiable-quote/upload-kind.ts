import { extendEnum, inputTypes, type InputTypesOf } from '../../kernel/graphql.ts';
import type { UploadKind } from '../upload/extensions.ts';
import { requireFormat } from './attachments.ts';
import { attachmentSettings } from './configuration.ts';
import { negotiationErrors } from './errors.ts';

/** The purpose of files for comments on quotes and on quote templates. */
export const ATTACHMENT = 'NEGOTIABLE_QUOTE_ATTACHMENT';

const inputs = inputTypes({ NegotiableQuoteCommentAttachmentInput: { key: 'String!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends InputTypesOf<typeof inputs> {}
}
declare module '../upload/extensions.ts' {
  interface UploadPurposes {
    NEGOTIABLE_QUOTE_ATTACHMENT: true;
  }
}

/** Files for comments: of users of a company who may write comments on quotes or on quote templates. */
export const attachmentUploads: UploadKind = {
  purpose: ATTACHMENT,
  isForGuests: false,
  async admit(call) {
    const { company } = call.services;
    const { id } = call.caller;
    const mayComment =
      (await company.mayUse(call, id, 'Magento_NegotiableQuote::manage')) ||
      (await company.mayUse(call, id, 'Magento_NegotiableQuoteTemplate::manage'));
    if (!mayComment) throw negotiationErrors.mayNotManage();
  },
  checkName: async (call, fileName) => void requireFormat(call, fileName),
  largest: async (call) => call.config.of(attachmentSettings.size),
};

/** The files of comments in GraphQL. */
export const quoteUploadDeclarations = [extendEnum('MediaResourceType', [ATTACHMENT]), inputs];
