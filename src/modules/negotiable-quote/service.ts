import type { FileStore } from '../../kernel/files.ts';
import { draftTerms, lastDay } from './begin.ts';
import { editableItem, removeItems } from './by-buyer.ts';
import { addComment, commentsOf, commentsOfQuote } from './comments.ts';
import { authorName, buyerName, creatorOf, sellerName } from './creators.ts';
import { noteHistory } from './graphql-history.ts';
import { mailSide } from './mails.ts';
import { quoteToOrder } from './checkout-routes.ts';
import { holdForPurchaseOrder } from './negotiations.ts';
import { addNote } from './notes.ts';
import {
  changeTerms,
  checkTermLimits,
  copyToTerms,
  endQuotes,
  openTerms,
  quoteAtTerms,
  quoteStates,
  removeTerms,
  termLimits,
} from './terms.ts';

export type { CommentInput } from './comments.ts';
export type { ItemLimits } from './tables.ts';

/** Negotiable quotes, as `call.services.negotiableQuote`. */
interface NegotiableQuoteService {
  /** The store of the files that comments carry. */
  readonly files: Pick<FileStore, 'write' | 'read' | 'remove'>;
  readonly addComment: typeof addComment;
  readonly commentsOf: typeof commentsOf;
  /** As `commentsOf`, of several quotes in two queries. */
  readonly commentsOfQuote: typeof commentsOfQuote;
  readonly addNote: typeof addNote;
  /** The notes on items of a quote or a template, as entries of its history. */
  readonly noteHistory: typeof noteHistory;
  /** An item of the calling buyer's quote that may be changed, and the removal of such items. */
  readonly editableItem: typeof editableItem;
  readonly removeItems: typeof removeItems;
  readonly mailSide: typeof mailSide;
  /** The last day of a quote or a template that becomes valid now; null: without end. */
  readonly lastDay: typeof lastDay;
  /** The calling buyer's quote, to prepare its order. Throws where it cannot be ordered. */
  readonly quoteToOrder: typeof quoteToOrder;
  readonly holdForPurchaseOrder: typeof holdForPurchaseOrder;
  // The authors of quotes, comments and changes.
  readonly creatorOf: typeof creatorOf;
  readonly authorName: typeof authorName;
  readonly buyerName: typeof buyerName;
  readonly sellerName: typeof sellerName;
  // The terms of quote templates: a quote of its own, which is copied and never ordered.
  readonly draftTerms: typeof draftTerms;
  readonly copyToTerms: typeof copyToTerms;
  readonly openTerms: typeof openTerms;
  readonly changeTerms: typeof changeTerms;
  readonly termLimits: typeof termLimits;
  readonly checkTermLimits: typeof checkTermLimits;
  readonly removeTerms: typeof removeTerms;
  readonly quoteAtTerms: typeof quoteAtTerms;
  readonly quoteStates: typeof quoteStates;
  readonly endQuotes: typeof endQuotes;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    negotiableQuote: NegotiableQuoteService;
  }
}

/** Creates the module's service. */
export function createNegotiableQuoteService(files: FileStore): NegotiableQuoteService {
  return {
    files,
    addComment,
    commentsOf,
    commentsOfQuote,
    addNote,
    noteHistory,
    editableItem,
    removeItems,
    mailSide,
    lastDay,
    quoteToOrder,
    holdForPurchaseOrder,
    creatorOf,
    authorName,
    buyerName,
    sellerName,
    draftTerms,
    copyToTerms,
    openTerms,
    changeTerms,
    termLimits,
    checkTermLimits,
    removeTerms,
    quoteAtTerms,
    quoteStates,
    endQuotes,
  };
}
