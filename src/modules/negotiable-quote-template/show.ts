import type { Out } from '../../kernel/types.ts';
import type { TemplateRow } from './tables.ts';
import type { QuoteTemplate } from './types.ts';

/** A template as the wire has it. Missing times are empty texts. */
export function showTemplate(row: TemplateRow): Out<typeof QuoteTemplate> {
  return {
    template_id: row.template_id,
    parent_quote_id: row.parent_quote_id ?? 0,
    template_name: row.template_name,
    status: row.status,
    expiration_date: row.expires_on ?? '',
    creator_id: row.creator_id,
    creator_type: row.creator_type,
    min_orders: row.min_orders,
    max_orders: row.max_orders,
    is_min_max_qty_used: row.is_min_max_qty_used === 1,
    activated_at: row.activated_at ?? '',
    last_shared_at: row.last_shared_at ?? '',
    inactivated_at: row.inactivated_at ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
