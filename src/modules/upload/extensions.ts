import type { Call } from '../../kernel/call.ts';

/** Purposes of files that storefronts upload: values of `MediaResourceType`. Modules add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- modules merge into it
export interface UploadPurposes {}

/** The purpose of an upload, such as `CUSTOMER_ATTRIBUTE_FILE`. */
export type UploadPurpose = keyof UploadPurposes & string;

/** Rules for the files of one purpose; a module that takes them contributes it, with its value of the enumeration. */
export interface UploadKind {
  readonly purpose: UploadPurpose;
  /** Whether guests upload such files, for an account that they create. */
  readonly isForGuests: boolean;
  /** Throws unless the caller may upload such files. */
  admit(call: Call): Promise<void>;
  /** Throws unless a file may have this name. */
  checkName(call: Call, fileName: string): Promise<void>;
  /** The greatest size of a file of this name, in bytes. */
  largest(call: Call, fileName: string): Promise<number>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    uploadKinds: UploadKind;
  }
}
