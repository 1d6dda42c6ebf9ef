import * as t from '../../kernel/types.ts';

/** Terms and conditions, accepted by a checkbox (mode 1), or by ordering (0). */
export const Agreement = t.object('checkout-agreements-data-agreement-interface', {
  agreement_id: t.integer,
  name: t.string,
  content: t.string,
  content_height: t.optional(t.string),
  checkbox_text: t.string,
  is_active: t.boolean,
  is_html: t.boolean,
  mode: t.integer,
  extension_attributes: t.optional(t.extension('checkout-agreements-data-agreement-extension-interface', {})),
});
