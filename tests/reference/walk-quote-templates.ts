import { company } from '../company/company.ts';
import { fillCart } from '../customer-balance/shop.ts';
import { address as bookAddress, newCustomer, signIn } from '../support/customers.ts';
import type { Catalog } from './walk-catalog.ts';
import { everything, type Walk } from './walk.ts';

/** Quote templates: begun by the shop and by a buyer, negotiated, accepted, used, canceled and deleted. */
export async function walkQuoteTemplates(walk: Walk, { simple }: Catalog): Promise<void> {
  const { good, admin, souk } = walk;
  const path = '/V1/negotiableQuoteTemplate';
  const { id: leader, email } = await newCustomer(souk, { addresses: [bookAddress()] });
  await good(admin, 'POST /V1/company', { company: company(leader, { status: 1, customer_group_id: 1 }) });
  const me = await signIn(souk, email);
  const quoteId = await fillCart(me, simple.sku);
  await good(admin, 'POST /V1/negotiableQuote/request', { quoteId, quoteName: 'Every month' });
  const files = [{ name: 'list.txt', type: 'text/plain', base64_encoded_data: 'TGlzdA==' }];

  const { template_id: templateId } = await good(admin, `POST ${path}/request`, { quoteId });
  const template = { ...(await good(admin, `GET ${path}/${templateId}`)), template_name: 'Monthly', max_orders: 2 };
  await good(admin, `PUT ${path}`, { template });
  await good(admin, `GET ${path}?${everything('template_id')}`);
  await walkLinks(walk, templateId);
  await good(admin, `POST ${path}/submitToCustomer`, { templateId, commentText: 'Our terms', files });
  await good(me, `POST ${path}/open/me`, { templateId });
  await good(me, `PUT ${path}/me`, { template: { ...template, max_orders: 3 } });
  await good(me, `POST ${path}/submitToSeller`, { templateId, commentText: 'One more, please', files });
  await good(admin, `POST ${path}/open`, { templateId });
  await good(admin, `POST ${path}/submitToCustomer`, { templateId });
  await good(me, `POST ${path}/accept`, { templateId });
  await good(me, `POST ${path}/generateQuote`, { templateId });
  await good(me, `POST ${path}/cancel/me`, { templateId, comment: 'Thank you' });
  await good(me, `DELETE ${path}/me/${templateId}`);

  const own = await good(me, `POST ${path}/request/me`, { quoteId });
  await good(me, `POST ${path}/submitToSeller`, { templateId: own.template_id });
  await good(admin, `POST ${path}/decline`, { templateId: own.template_id, reason: 'No' });
  const draft = await good(admin, `POST ${path}/draft`, { customerId: leader });
  await good(admin, `POST ${path}/cancel`, { templateId: draft.template_id, comment: 'By mistake' });
  await good(admin, `DELETE ${path}/${draft.template_id}`);
}

async function walkLinks({ good, admin }: Walk, template_id: number): Promise<void> {
  const path = '/V1/negotiableQuoteTemplate/referenceDocumentLink';
  const referenceDocumentLink = {
    template_id,
    document_name: 'Contract',
    document_identifier: 'C-1',
    reference_document_url: 'https://example.com/contract',
  };
  await good(admin, `PUT ${path}`, { referenceDocumentLink });
  const { items } = await good(admin, `GET ${path}?${everything('link_id')}`);
  await good(admin, `GET ${path}/${items[0].link_id}`);
  await good(admin, `DELETE ${path}/${items[0].link_id}`);
}
