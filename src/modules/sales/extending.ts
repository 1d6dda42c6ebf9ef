import type { Call } from '../../kernel/call.ts';
import { isWanted, wantedIn, type WantedFields } from '../../kernel/fields-filter.ts';
import { mergeFields } from '../../kernel/fields.ts';
import type { DocumentDraft, DocumentKind, DocumentPageFields, ExtensionFields, ShownDocument } from './extensions.ts';
import type { DocumentLine } from './lifecycle/quantities.ts';
import type { StoredOrder } from './order.ts';

/** The extension attributes of a new document; without any there is no such field. */
interface DraftedExtensions {
  readonly ofDocument: { readonly extension_attributes?: object };
  /** By id of the order's item. */
  ofItem(id: number): { readonly extension_attributes?: object };
}

/** Collects the extension attributes of a document from the order and these lines; `own`: those of sales itself. */
export function draftExtensions(
  call: Call,
  kind: DocumentKind,
  order: StoredOrder,
  lines: readonly DocumentLine[],
  own: ExtensionFields = {},
): DraftedExtensions {
  const draft: DocumentDraft = { order, lines: lines.map(({ node, qty }) => ({ item: node.item, qty })) };
  const drafted = extensionsOf(call, kind).flatMap((extension) => extension.draft?.(call, draft) ?? []);
  return {
    ofDocument: attributesOf([own, ...drafted.map(({ document }) => document)]),
    ofItem: (id) => attributesOf(drafted.map(({ items }) => items?.get(id))),
  };
}

function attributesOf(added: readonly (ExtensionFields | undefined)[]): { extension_attributes?: object } {
  const fields = mergeFields(added);
  return Object.keys(fields).length > 0 ? { extension_attributes: fields } : {};
}

interface ExtendedRecord {
  readonly entity_id: number;
  readonly extension_attributes?: object | null | undefined;
}

/**
 * Documents with the fields of other modules, in one query per module. `requestedFields`: the fields of each document in the
 * response.
 */
export async function showDocuments<D extends ShownDocument>(
  call: Call,
  kind: DocumentKind,
  documents: readonly D[],
  requestedFields: WantedFields,
): Promise<D[]> {
  const loaded: DocumentPageFields[] = [];
  const isExtended = [requestedFields, wantedIn(requestedFields, 'items')].some((fields) =>
    isWanted(fields, 'extension_attributes'),
  );
  for (const extension of isExtended ? extensionsOf(call, kind) : []) {
    if (extension.load && documents.length > 0) loaded.push(await extension.load(call, documents));
  }
  if (loaded.length === 0) return [...documents];
  const extended = <R extends ExtendedRecord>(of: keyof DocumentPageFields, record: R): R => {
    const added = loaded.map((fields) => fields[of]?.get(record.entity_id));
    return { ...record, extension_attributes: mergeFields<object>([record.extension_attributes, ...added]) };
  };
  return documents.map((document) => ({
    ...extended('documents', document),
    items: document.items.map((item) => extended('items', item)),
  }));
}

function extensionsOf(call: Call, kind: DocumentKind) {
  return call.contributions.documentExtensions.filter((extension) => extension.kind === kind);
}
