import type { CallRoute } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { settingKey } from './album.ts';
import { departments } from './catalogue.ts';
import { germanCategory } from './german.ts';
import { englishBlocks, englishPages, germanBlocks, germanPages, homeTexts, type DemoContent } from './page-texts.ts';
import { germanUrlKey } from './products.ts';
import { SALE } from './varieties.ts';

/** Categories and pictures that pages link to. */
interface Linked {
  readonly categories: ReadonlyMap<string, number>;
  /** Path of a picture of the album in the folder of product pictures. */
  fileOf(key: string): string;
}

/** Makes the pages and blocks of the shop: of all store views, of the English one, and of the German one. */
export async function makePages(
  callEnglish: CallRoute,
  callRoute: CallRoute,
  callGerman: CallRoute,
  linked: Linked,
): Promise<void> {
  const savePages = async (call: CallRoute, pages: readonly DemoContent[]): Promise<void> => {
    for (const page of pages) {
      const input = { active: true, page_layout: '1column', sort_order: '0', ...page };
      await call('cmsPageRepositoryV1', 'save', { page: input });
    }
  };
  await savePages(callRoute, englishPages);
  await savePages(callGerman, germanPages);
  const { items } = await callRoute<{ readonly items: readonly { readonly id: number }[] }>(
    'cmsPageRepositoryV1',
    'getList',
    {
      searchCriteria: {
        filter_groups: [{ filters: [{ field: 'identifier', value: 'home', condition_type: 'eq' }] }],
      },
    },
  );
  for (const { id } of items) {
    const texts = { content: home(linked, 'english'), content_heading: '', ...homeTexts.english.page };
    await callRoute('cmsPageRepositoryV1', 'save', { page: { id, identifier: 'home', ...texts } });
  }
  const germanHome = { identifier: 'startseite', content: home(linked, 'german'), ...homeTexts.german.page };
  await savePages(callGerman, [germanHome]);
  for (const [call, blocks] of [[callEnglish, englishBlocks], [callGerman, germanBlocks]] as const) {
    for (const block of blocks) await call('cmsBlockRepositoryV1', 'save', { block: { active: true, ...block } });
  }
} // prettier-ignore

/** The start page: a large picture, a tile for each department, and products of the sale. */
function home({ categories, fileOf }: Linked, language: keyof typeof homeTexts): string {
  const { title, text, button, tiles, products } = homeTexts[language];
  const picture = (key: string): string => `{{media url="catalog/product${fileOf(key)}"}}`;
  const pathOf = (name: string): string =>
    `{{store url="${germanUrlKey(language === 'german' ? germanCategory(name) : name)}.html"}}`;
  const tileOf = ({ name, goods }: (typeof departments)[number]): string => {
    const [first] = goods;
    const key = first ? settingKey(first, first.materials[0] ?? '') : '';
    const label = language === 'german' ? germanCategory(name) : name;
    return `<a href="${pathOf(name)}"><img src="${picture(key)}" alt="${label}" width="400" height="400" loading="lazy" /><strong>${label}</strong></a>`;
  };
  const condition = (key: string, fields: string): string => `\`${key}\`:^[${fields}^]`;
  const conditions = [
    condition(
      '1',
      '`type`:`Magento||CatalogWidget||Model||Rule||Condition||Combine`,`aggregator`:`all`,`value`:`1`,`new_child`:``',
    ),
    condition(
      '1--1',
      `\`type\`:\`Magento||CatalogWidget||Model||Rule||Condition||Product\`,\`attribute\`:\`category_ids\`,\`operator\`:\`==\`,\`value\`:\`${valueAt(categories, SALE)}\``,
    ),
  ];
  const list = `{{widget type="Magento\\CatalogWidget\\Block\\Product\\ProductsList" title="${products}" show_pager="0" products_count="8" template="Magento_CatalogWidget::product/widget/content/grid.phtml" conditions_encoded="^[${conditions.join(',')}^]"}}`;
  return [
    '<style>.demo-hero{display:grid;grid-template-columns:1fr 1fr;gap:2rem;align-items:center}.demo-tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:1rem}.demo-hero img,.demo-tiles img{width:100%;height:auto}@media(max-width:48rem){.demo-hero{grid-template-columns:1fr}.demo-tiles{grid-template-columns:1fr 1fr}}</style>',
    `<section class="demo-hero"><div><h1>${title}</h1><p>${text}</p><p><a class="button" href="${pathOf('Kitchen')}">${button}</a></p></div><img src="${picture(settingKey({ category: 'Pots and Pans' }, 'Copper'))}" alt="" width="800" height="800" /></section>`,
    `<h2>${tiles}</h2>`,
    `<section class="demo-tiles">${departments.map(tileOf).join('')}</section>`,
    list,
  ].join('\n');
}
