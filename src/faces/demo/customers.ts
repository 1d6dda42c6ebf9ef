import type { CallRoute } from '../../kernel/demo.ts';

/** Customer groups of a fresh installation. */
const groups = { general: 1, wholesale: 2, retailer: 3 } as const;

/** An address as on the wire, without its owner's name. */
interface Place {
  readonly street: readonly string[];
  readonly city: string;
  readonly postcode: string;
  readonly country_id: string;
  readonly region_id?: number;
  readonly telephone: string;
  readonly company?: string;
  readonly vat_id?: string;
}

/** Somebody who has an account, or buys without one. */
export interface DemoPerson {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly group?: keyof typeof groups;
  /** The first is the default for both. */
  readonly places: readonly [Place, ...Place[]];
}

const place = (
  street: string,
  city: string,
  postcode: string,
  country_id: string,
  more: Partial<Place> = {},
): Place => ({
  street: [street],
  city,
  postcode,
  country_id,
  telephone: '+1 555 0100',
  ...more,
});

/** Regions of the directory. */
const [alabama, california, newYork, bavaria] = [1, 12, 43, 81];

/** The customers of the demo shop. */
export const people: readonly [
  amira: DemoPerson,
  jonas: DemoPerson,
  grace: DemoPerson,
  louise: DemoPerson,
  tom: DemoPerson,
  mei: DemoPerson,
  sofia: DemoPerson,
] = [
  {
    firstname: 'Amira',
    lastname: 'Haddad',
    email: 'amira.haddad@example.com',
    places: [
      place('12 Harbour Street', 'Los Angeles', '90001', 'US', { region_id: california }),
      place('400 Market Street', 'San Francisco', '94105', 'US', { region_id: california }),
    ],
  },
  {
    firstname: 'Jonas',
    lastname: 'Keller',
    email: 'jonas.keller@example.com',
    places: [place('Lindenweg 4', 'Augsburg', '86150', 'DE', { region_id: bavaria })],
  },
  {
    firstname: 'Grace',
    lastname: 'Okoro',
    email: 'grace.okoro@example.com',
    group: 'wholesale',
    places: [
      place('77 Canal Street', 'New York', '10013', 'US', { region_id: newYork, company: 'Okoro Trading' }),
      place('5 Dock Road', 'New York', '11231', 'US', { region_id: newYork, company: 'Okoro Warehouse' }),
    ],
  },
  {
    firstname: 'Louise',
    lastname: 'Marchand',
    email: 'louise.marchand@example.com',
    group: 'retailer',
    places: [
      place('8 rue des Tanneurs', 'Lyon', '69001', 'FR', { company: 'Marchand et Filles', vat_id: 'FR40303265045' }),
    ],
  },
  {
    firstname: 'Tom',
    lastname: 'Ashworth',
    email: 'tom.ashworth@example.com',
    places: [place('3 Mill Lane', 'Leeds', 'LS1 4AP', 'GB')],
  },
  {
    firstname: 'Mei',
    lastname: 'Tanaka',
    email: 'mei.tanaka@example.com',
    places: [place('940 Mission Street', 'San Francisco', '94103', 'US', { region_id: california })],
  },
  {
    firstname: 'Sofia',
    lastname: 'Lindqvist',
    email: 'sofia.lindqvist@example.com',
    places: [place('12 Quay Road', 'Mobile', '36601', 'US', { region_id: alabama, company: 'Ashworth Canteens' })],
  },
];

/** Who buys without an account. */
export const guestBuyer: DemoPerson = {
  firstname: 'Robin',
  lastname: 'Vega',
  email: 'robin.vega@example.com',
  places: [place('21 Orchard Avenue', 'Oakland', '94607', 'US', { region_id: california })],
};

/** Password of every demo customer, for those who try to sign in as one. */
const PASSWORD = 'Demo-1234';

/** The customer of the demo to sign in as. */
export const demoCustomer = { email: people[0].email, password: PASSWORD };

/** Makes the customers with their address books; gives their ids by e-mail. */
export async function makeCustomers(callRoute: CallRoute): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { places, group = 'general', ...person } of people) {
    const addresses = places.map((place, i) => addressOf(person, place, i === 0));
    const customer = { ...person, group_id: groups[group], website_id: 1, store_id: 1, addresses };
    const account = await callRoute<{ id: number }>('customerAccountManagementV1', 'createAccount', {
      customer,
      password: PASSWORD,
    });
    ids.set(person.email, account.id);
  }
  return ids;
}

/** An entry of an address book; the default for billing and shipping, or for neither. */
function addressOf(
  { firstname, lastname }: Pick<DemoPerson, 'firstname' | 'lastname'>,
  { region_id, ...place }: Place,
  isDefault: boolean,
): object {
  const region = region_id === undefined ? {} : { region_id, region: { region_id } };
  return { ...place, ...region, firstname, lastname, default_billing: isDefault, default_shipping: isDefault };
}
