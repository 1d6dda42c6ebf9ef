import { translate, type Call } from '@souk/kit';

/** The texts of the module by language. */
export const texts = {
  en: {
    points: 'Points',
    'console.customers': 'Customers with points',
    'console.customer': 'Customer number',
    'console.email': 'Email',
    'console.none': 'No customers with points yet.',
    'console.add': 'Add points',
    'console.added': 'Points added.',
  },
  de: {
    points: 'Punkte',
    'console.customers': 'Kunden mit Punkten',
    'console.customer': 'Kundennummer',
    'console.email': 'E-Mail-Adresse',
    'console.none': 'Noch hat niemand Punkte.',
    'console.add': 'Punkte hinzufügen',
    'console.added': 'Punkte hinzugefügt.',
  },
};

/** The name of the points for customers of a store view (default: that of the call). */
export const pointsTitle = (call: Call, label: string | undefined, storeId?: number): string =>
  label ?? translate(call, texts, 'points', {}, storeId === undefined ? undefined : { storeId });
