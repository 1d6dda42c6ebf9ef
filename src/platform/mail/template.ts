/**
 * Email templates of modules: a template describes the content of an email in parts, which are rendered as plain text and as
 * HTML, in the language of the store.
 */

import type { ModuleTexts } from '../../kernel/texts.ts';

/** Lines with a title. */
interface MailColumn {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A piece of a mail. Texts are plain: rendering escapes them. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Something to follow: a button in HTML, the address itself in plain text. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** Facts with their names, one a line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  /** The title of the blocks after it. */
  | { readonly kind: 'heading'; readonly text: string }
  /** Lists of lines beside each other, such as addresses. */
  | { readonly kind: 'columns'; readonly columns: readonly MailColumn[] }
  /** Amounts with their names, aligned to the end; the last one is emphasized. */
  | { readonly kind: 'totals'; readonly rows: readonly (readonly [name: string, amount: string])[] }
  /**
   * Columns that start with a heading; all but the first are aligned to the end. Further lines of a cell are details of its
   * first one.
   */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The output of a template: the subject of an email and its parts. */
interface MailContent {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** Texts in it that are for the recipient alone, such as codes and tokens: they are masked in the archived copy. */
  readonly secrets?: readonly string[];
}

/** Who a mail comes from, by the names of the configuration: `trans_email/ident_<identity>`. */
export type MailIdentity = 'general' | 'sales' | 'support';

/** The texts of emails and printed documents. */
export type MailTexts = ModuleTexts;

/** The store of an email, for templates. */
export interface MailStore {
  /** Name of the store, as its customers know it. */
  readonly name: string;
  /** Base URL of the store view, with a trailing slash. */
  readonly url: string;
  /** Locale such as `de_DE`. */
  readonly locale: string;
  /** Currency amounts are shown in. */
  readonly currency: string;
  /** The text with a key, in the store's language, its `{placeholders}` filled in. */
  text(key: string, values?: Readonly<Record<string, string>>): string;
}

/** A type of email. `D` is its queued data, as JSON. */
export interface MailTemplate<D> {
  /** Unique among all templates, such as `customer_password_reset`. */
  readonly id: string;
  /** Its purpose; one sentence, for people. */
  readonly summary: string;
  readonly identity: MailIdentity;
  readonly texts: MailTexts;
  /** Data for previews. */
  readonly sample: D;
  write(data: D, store: MailStore): MailContent;
  /** The files that go with it; made when it is sent, not within the request that queued it. */
  attach?(data: D, store: MailStore): Promise<readonly MailAttachment[]>;
}

/** A template whose data is known only at run time. */
export type AnyMailTemplate = Omit<MailTemplate<unknown>, 'write' | 'attach'> & {
  write(data: never, store: MailStore): MailContent;
  attach?(data: never, store: MailStore): Promise<readonly MailAttachment[]>;
};

/** Declares a template. */
export function mailTemplate<D>(template: MailTemplate<D>): MailTemplate<D> {
  return template;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    /** The emails of a module; each is made with `mailTemplate` and sent with `queueMail`. */
    mailTemplates: AnyMailTemplate;
  }
}
