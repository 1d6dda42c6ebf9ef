import type { RegistryTypeDocument } from './registry-types.ts';

type Attribute = RegistryTypeDocument['event'][number];

const eventGroup = 'event_information';
const event = (code: string, label: string, type: Attribute['type'], options?: Attribute['options']): Attribute => ({
  code,
  label,
  type,
  group: eventGroup,
  required: true,
  ...(options && { options }),
});
const role = (options: Readonly<Record<string, string>>): Attribute => ({
  ...event('role', 'Role', 'select', options),
  group: 'registrant',
});
const country = event('event_country', 'Country', 'country');

/** The types of a new installation, by code. Source: the documented response of `giftRegistryTypes`. */
export const firstTypes: Readonly<Record<string, RegistryTypeDocument>> = {
  birthday: {
    label: 'Birthday',
    position: 1,
    event: [country, event('event_date', 'Event Date', 'date')],
    registrant: [],
  },
  baby_registry: {
    label: 'Baby Registry',
    position: 2,
    event: [country, event('baby_gender', 'Baby Gender', 'select', { boy: 'Boy', girl: 'Girl', surprise: 'Surprise' })],
    registrant: [role({ mother: 'Mother', father: 'Father' })],
  },
  wedding: {
    label: 'Wedding',
    position: 3,
    event: [
      country,
      event('event_date', 'Wedding Date', 'date'),
      event('event_location', 'Location', 'text'),
      event('number_of_guests', 'Number of Guests', 'text'),
    ],
    registrant: [role({ bride: 'Bride', groom: 'Groom', partner: 'Partner' })],
  },
};
