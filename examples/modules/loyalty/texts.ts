import { translate, type Call } from '@souk/kit';

/** The texts of the module by language. */
export const texts = {
  en: { points: 'Points' },
  de: { points: 'Punkte' },
};

/** The name of the points for customers of a store view (default: that of the call). */
export const pointsTitle = (call: Call, label: string | undefined, storeId?: number): string =>
  label ?? translate(call, texts, 'points', {}, storeId === undefined ? undefined : { storeId });
