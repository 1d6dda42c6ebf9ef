import type { CallRoute } from '../../kernel/demo.ts';

/** Makes the pages and blocks of the shop. */
export async function makePages(callRoute: CallRoute): Promise<void> {
  for (const page of pages) {
    const input = { active: true, page_layout: '1column', sort_order: '0', ...page };
    await callRoute('cmsPageRepositoryV1', 'save', { page: input });
  }
  for (const block of blocks) await callRoute('cmsBlockRepositoryV1', 'save', { block: { active: true, ...block } });
}

const pages = [
  {
    identifier: 'our-workshops',
    title: 'Our Workshops',
    content_heading: 'Where things are made',
    content: '<p>Copper is beaten in the east of the town, wool is woven in the hills behind it.</p>',
    meta_description: 'The workshops that make what we sell.',
  },
  {
    identifier: 'delivery',
    title: 'Delivery and Returns',
    content_heading: 'Delivery and Returns',
    content: '<p>We send within two days. What does not please may come back within thirty.</p>',
    meta_description: 'How long delivery takes, and what may come back.',
  },
];

const blocks = [
  { identifier: 'opening-hours', title: 'Opening Hours', content: '<p>Monday to Saturday, ten to six.</p>' },
  { identifier: 'delivery-note', title: 'Delivery Note', content: '<p>Sent within two days.</p>' },
];
