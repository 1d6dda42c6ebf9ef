import type { CallRoute } from '../../kernel/demo.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { settingKey } from './album.ts';
import { departments, materialCategory } from './catalogue.ts';
import { germanCategory } from './german.ts';
import { custom, germanUrlKey } from './products.ts';
import { SALE } from './varieties.ts';

/** A category of the demo: its place in the tree, its texts, and the picture it shows. */
interface DemoCategory {
  readonly name: string;
  readonly parent: string | undefined;
  readonly germanName: string;
  readonly text: string;
  readonly germanText: string;
  /** Key of a picture in the album. */
  readonly picture: string;
}

const departmentTexts: Readonly<Record<string, readonly [english: string, german: string]>> = {
  Kitchen: [
    'Pots that pass to the next generation, and plates for every day: everything between the stove and the table.',
    'Töpfe für die nächste Generation und Teller für jeden Tag: alles zwischen Herd und Tisch.',
  ],
  Textiles: [
    'Wool from the hills, linen from the coast and cotton in six colours, for the bed, the table and yourself.',
    'Wolle aus den Bergen, Leinen von der Küste und Baumwolle in sechs Farben: für Bett, Tisch und Sie selbst.',
  ],
  Travel: [
    'Bags and small goods of leather and canvas that look better after the journey than before.',
    'Taschen und kleine Lederwaren, die nach der Reise besser aussehen als davor.',
  ],
  Living: [
    'Light for long evenings and order for the things that lie about: lamps, lanterns, boxes and shelves.',
    'Licht für lange Abende und Ordnung für alles, was herumliegt: Lampen, Laternen, Schatullen und Regale.',
  ],
};

/** All categories, parents before children. */
function demoCategories(): DemoCategory[] {
  const found: DemoCategory[] = [];
  for (const { name, goods } of departments) {
    const [text, germanText] = departmentTexts[name] ?? [name, name];
    const [first] = goods;
    const top = { name, parent: undefined, germanName: germanCategory(name), text, germanText };
    found.push({ ...top, picture: first ? settingKey(first, first.materials[0] ?? '') : '' });
    for (const one of goods) {
      const kinds = one.kinds.map((kind) => kind.toLowerCase()).join(', ');
      const { category } = one;
      const [made] = one.materials;
      found.push({
        name: category,
        parent: name,
        germanName: germanCategory(category),
        text: `${category} of ${one.materials.join(' and ').toLowerCase()}: ${kinds}. Each piece comes in six colours.`,
        germanText: `${germanCategory(category)} in sechs Farben, von Hand gefertigt in kleinen Serien.`,
        picture: settingKey(one, made ?? ''),
      });
      for (const material of one.materials) {
        found.push({
          name: materialCategory(material, category),
          parent: category,
          germanName: germanCategory(category, material),
          text: `Everything that we make of ${material.toLowerCase()} among ${category.toLowerCase()}, to be combined as you like.`,
          germanText: `${germanCategory(category, material)}, beliebig zu kombinieren.`,
          picture: settingKey(one, material),
        });
      }
    }
  }
  const picture = settingKey({ category: 'Bags' }, 'Leather');
  const text = 'Colours that we do not make again, and what is left of a season: twenty percent off while stocks last.';
  const germanText =
    'Farben, die nicht wiederkommen, und Reste einer Saison: zwanzig Prozent günstiger, solange der Vorrat reicht.';
  return [...found, { name: SALE, parent: undefined, germanName: germanCategory(SALE), text, germanText, picture }];
}

/** Makes the categories, three deep, with German texts; returns ids by name. */
export async function makeCategories(
  callRoute: CallRoute,
  callGerman: CallRoute,
  root: number,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, parent, text, germanName, germanText } of demoCategories()) {
    const parent_id = parent === undefined ? root : valueAt(ids, parent);
    const texts = { description: `<p>${text}</p>`, meta_title: name, meta_description: text };
    const category = { parent_id, name, is_active: true, include_in_menu: true, custom_attributes: custom(texts) };
    const { id } = await callRoute<{ id: number }>('catalogCategoryRepositoryV1', 'save', { category });
    ids.set(name, id);
    const germanTexts = { description: `<p>${germanText}</p>`, meta_title: germanName, meta_description: germanText };
    const custom_attributes = custom({ ...germanTexts, url_key: germanUrlKey(germanName) });
    const translation = { id, name: germanName, is_active: true, custom_attributes };
    await callGerman('catalogCategoryRepositoryV1', 'save', { category: translation });
  }
  return ids;
}

/** Shows the pictures of categories. `fileOf`: path of a picture below the folder of product pictures. */
export async function picturesOfCategories(
  callRoute: CallRoute,
  ids: ReadonlyMap<string, number>,
  fileOf: (key: string) => string,
): Promise<void> {
  for (const { name, picture } of demoCategories()) {
    const custom_attributes = custom({ image: `/media/catalog/product${fileOf(picture)}` });
    const category = { id: valueAt(ids, name), custom_attributes };
    await callRoute('catalogCategoryRepositoryV1', 'save', { category });
  }
}
