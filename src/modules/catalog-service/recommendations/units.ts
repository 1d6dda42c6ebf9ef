import type { Call } from '../../../kernel/call.ts';
import { recommendationSettings, type pageTypes } from '../configuration.ts';
import type { ViewSource } from '../views/types.ts';
import { boughtTogether, listedOf, mostOrdered, recentlyViewed, related } from './rules.ts';
import type { Candidate, RecommendedPage } from './types.ts';

/** A kind of recommendations: a rule, and the settings of where it appears. */
interface Unit {
  readonly id: string;
  readonly name: string;
  /** The published type with the same purpose. */
  readonly typeId: string;
  readonly settings: (typeof recommendationSettings)['units'][keyof (typeof recommendationSettings)['units']];
  /** Whether the rule starts from the product of the page or those of the cart. */
  readonly needsProduct?: true;
  /** Whether products are limited to the category of the page. */
  readonly isOfCategory?: true;
  readonly rule: (call: Call, page: RecommendedPage) => Promise<readonly Candidate[]>;
}

const { units: own } = recommendationSettings;

/** All units, in the order of display. */
const units: readonly Unit[] = [
  {
    id: 'related-products',
    name: 'Related products',
    typeId: 'more-like-this',
    settings: own.related,
    needsProduct: true,
    rule: related,
  },
  {
    id: 'bought-together',
    name: 'Bought together',
    typeId: 'bought-bought',
    settings: own.boughtTogether,
    needsProduct: true,
    rule: boughtTogether,
  },
  {
    id: 'most-ordered',
    name: 'Most ordered',
    typeId: 'most-purchased',
    settings: own.mostOrdered,
    isOfCategory: true,
    rule: mostOrdered,
  },
  {
    id: 'recently-viewed',
    name: 'Recently viewed',
    typeId: 'recently-viewed',
    settings: own.recentlyViewed,
    rule: recentlyViewed,
  },
];

/** A unit with its products. */
interface FilledUnit {
  readonly unitId: string;
  readonly unitName: string;
  readonly typeId: string;
  readonly storefrontLabel: string;
  readonly displayOrder: number;
  /** Null for units that are chosen by their ids. */
  readonly pageType: string | null;
  readonly totalProducts: number;
  readonly productsView: readonly ViewSource[];
  /** Why a unit that was chosen by its id has no products. */
  readonly userError: string | null;
}

/** The units of a kind of page, or those with some ids. */
type UnitChoice = { readonly pageType: (typeof pageTypes)[number] } | { readonly ids: readonly string[] };

/** The chosen units that have products, each with as many as the shop shows, and those that lack an argument. */
export async function filledUnits(call: Call, choice: UnitChoice, page: RecommendedPage): Promise<FilledUnit[]> {
  const scope = { storeId: call.scope.storeId };
  const chosen = units.filter(({ id, settings }) => {
    const pages = call.config.of(settings.pages, scope);
    return 'ids' in choice ? pages.length > 0 && choice.ids.includes(id) : pages.includes(choice.pageType);
  });
  const filled = await Promise.all(
    chosen.map(async (unit) => {
      const productsView = await productsOf(call, unit, page);
      return {
        unitId: unit.id,
        unitName: unit.name,
        typeId: unit.typeId,
        storefrontLabel: call.config.of(unit.settings.label, scope),
        displayOrder: units.indexOf(unit) + 1,
        pageType: 'pageType' in choice ? choice.pageType : null,
        totalProducts: productsView.length,
        productsView,
        userError: 'ids' in choice ? faultOf(unit, page) : null,
      };
    }),
  );
  return filled.filter(({ productsView, userError }) => productsView.length > 0 || userError !== null);
}

/** What the arguments of a page lack for a unit; null: nothing. */
function faultOf({ needsProduct }: Unit, { current, cart }: RecommendedPage): string | null {
  if (!needsProduct || current || cart.length > 0) return null;
  return 'The unit needs the SKU of a visible product as currentSku or in cartSkus.';
}

async function productsOf(call: Call, { rule, isOfCategory }: Unit, page: RecommendedPage): Promise<ViewSource[]> {
  const { current, cart } = page;
  const present = new Set([...(current ? [current] : []), ...cart].map(({ product }) => product.id));
  const candidates = (await rule(call, page)).filter(({ id }) => !present.has(id));
  const listed = await listedOf(call, candidates, isOfCategory ? page.categoryId : undefined);
  const most = call.config.of(recommendationSettings.products, { storeId: call.scope.storeId });
  const shown = listed.slice(0, most);
  const sources = await call.services.storefront.products(
    call,
    shown.map(({ id }) => id),
  );
  return shown.flatMap(({ id, score, isBackup }, i) => {
    const source = sources.get(id);
    return source ? [{ source, ranking: { rank: i + 1, score, queryType: isBackup ? 'backup' : 'primary' } }] : [];
  });
}
