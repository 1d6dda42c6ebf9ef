import type { Call } from '../../kernel/call.ts';
import { isDay } from '../../kernel/time.ts';
import { registryErrors } from './errors.ts';

/** An attribute of an event or of a registrant. */
interface RegistryAttribute {
  readonly code: string;
  readonly label: string;
  readonly kind: 'text' | 'date' | 'country' | 'select';
  /** Options of a `select`: labels by code. */
  readonly options?: Readonly<Record<string, string>>;
  readonly isRequired?: true;
}

/** A type of event for registries. */
export interface RegistryType {
  readonly code: string;
  readonly label: string;
  readonly event: readonly RegistryAttribute[];
  readonly registrant: readonly RegistryAttribute[];
}

/** Attribute values, by code of the attribute. */
export type AttributeValues = Readonly<Record<string, string>>;

const eventDate: RegistryAttribute = { code: 'event_date', label: 'Event Date', kind: 'date', isRequired: true };
const role = (options: RegistryAttribute['options'] & object): RegistryAttribute => ({
  code: 'role',
  label: 'Role',
  kind: 'select',
  options,
});

/** The types of a fresh installation of the reference. */
export const registryTypes: readonly RegistryType[] = [
  { code: 'birthday', label: 'Birthday', event: [eventDate], registrant: [] },
  {
    code: 'baby_registry',
    label: 'Baby Registry',
    event: [
      {
        code: 'baby_gender',
        label: 'Baby Gender',
        kind: 'select',
        options: { boy: 'Boy', girl: 'Girl', surprise: 'Surprise' },
      },
    ],
    registrant: [role({ mother: 'Mother', father: 'Father' })],
  },
  {
    code: 'wedding',
    label: 'Wedding',
    event: [
      eventDate,
      { code: 'event_country', label: 'Country', kind: 'country' },
      { code: 'event_location', label: 'Location', kind: 'text' },
      { code: 'number_of_guests', label: 'Number of Guests', kind: 'text' },
    ],
    registrant: [role({ bride: 'Bride', groom: 'Groom', partner: 'Partner' })],
  },
];

/** The type with a code. Throws 400 for an unknown code. */
export function requireType(code: string): RegistryType {
  const found = registryTypes.find((type) => type.code === code);
  if (!found) throw registryErrors.unknownType([code]);
  return found;
}

const MAX_TEXT = 255;

/** The values of the given attributes. Throws 400 for missing, unknown or invalid values. */
export function checkTold(
  call: Call,
  attributes: readonly RegistryAttribute[],
  answers: AttributeValues,
): AttributeValues {
  const unknown = Object.keys(answers).find((code) => !attributes.some((one) => one.code === code));
  if (unknown !== undefined) throw registryErrors.unknownAttribute([unknown]);
  const entries = attributes.flatMap((attribute) => {
    const value = (answers[attribute.code] ?? '').trim();
    if (value === '' && attribute.isRequired) throw registryErrors.required([attribute.label]);
    if (value !== '' && !fits(call, attribute, value)) throw registryErrors.invalid([attribute.label, value]);
    return value === '' ? [] : [[attribute.code, value] as const];
  });
  return Object.fromEntries(entries);
}

function fits(call: Call, { kind, options = {} }: RegistryAttribute, value: string): boolean {
  switch (kind) {
    case 'date':
      return isDay(value);
    case 'country':
      return call.services.directory.country(value) !== undefined;
    case 'select':
      return Object.hasOwn(options, value);
    default:
      return value.length <= MAX_TEXT;
  }
}
