import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import { defaultPageLayout } from './configuration.ts';
import { cmsErrors, pageRefusals } from './errors.ts';
import type { PageRow } from './tables.ts';
import type { SentPage } from './types.ts';

/** The error for a page that cannot be saved. */
export function pageNotSaved(reason: string): PlatformError {
  return cmsErrors.pageNotSaved([reason]);
}

/** Throws 400 for an identifier that is no path in lower case, or a number. */
export function checkIdentifier(identifier: string): void {
  if (!/^[a-z0-9][a-z0-9_/-]+(?:\.[a-z0-9_-]+)?$/.test(identifier)) throw pageNotSaved(pageRefusals.symbols);
  if (/^\d+$/.test(identifier)) throw pageNotSaved(pageRefusals.digits);
}

/** Throws 400 for changed layout XML: as in the interface, it can only stay unchanged or be removed. */
export function checkLayoutXml(input: SentPage, before: PageRow | undefined): void {
  for (const name of ['layout_update_xml', 'custom_layout_update_xml'] as const) {
    if (input[name] && input[name] !== before?.[name]) throw pageNotSaved(pageRefusals.other);
  }
}

/** The range of a page's sort order, as the reference stores it. */
const SORT_ORDERS = { least: -32768, most: 32767 };

/** A sort order from its text; 0 for null. Throws 400 for a text that is not a whole number, or out of range. */
export function readSortOrder(text: string | null): number {
  if (text === null) return 0;
  const order = /^\s*[-+]?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  if (!(order >= SORT_ORDERS.least && order <= SORT_ORDERS.most)) throw pageNotSaved(pageRefusals.other);
  return order;
}

/** Settings of how a page looks, beside its layout. */
const designFields = [
  'layout_update_xml',
  'custom_layout_update_xml',
  'custom_theme',
  'custom_root_template',
  'custom_theme_from',
  'custom_theme_to',
] as const;

/**
 * Throws 401 when a caller without the permission for it sets or changes how a page looks. The default layout of the store
 * view is no setting of a new page.
 */
export function checkDesign(call: Call, input: SentPage, before: PageRow | undefined): void {
  const { resources } = call.caller;
  if (resources === 'all' || resources.has('Magento_Cms::save_design')) return;
  const layout = before ? before.page_layout : call.config.of(defaultPageLayout, { storeId: call.scope.storeId });
  const changesLayout = Boolean(input.page_layout) && input.page_layout !== layout;
  if (changesLayout || designFields.some((name) => changes(input[name], before?.[name]))) {
    throw cmsErrors.designNotAllowed();
  }
}

/** Whether a setting of the input differs from the stored one; a day may come with a clock. */
function changes(input: string | null | undefined, before: string | null | undefined): boolean {
  return input !== undefined && (input ?? '') !== (before ?? '') && !(before && input === `${before} 00:00:00`);
}
