import { useLoad } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { useSession } from '../../session.ts';
import { t } from '../../texts/text.ts';

/** An address as typed. */
export interface TypedAddress {
  readonly firstname: string;
  readonly lastname: string;
  readonly company: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country_id: string;
  /** Id of a region, of countries that have some. */
  readonly region_id: string;
  readonly telephone: string;
}

/** An address without a text. */
export const emptyAddress: TypedAddress = {
  firstname: '',
  lastname: '',
  company: '',
  street: '',
  postcode: '',
  city: '',
  country_id: 'US',
  region_id: '',
  telephone: '',
};

/** An address as the interface takes it. */
export function addressOf({ street, region_id: region, company, ...address }: TypedAddress, email: string) {
  return {
    ...address,
    email,
    street: street.split('\n').filter((line) => line !== ''),
    ...(company !== '' && { company }),
    ...(region !== '' && { region_id: Number(region) }),
  };
}

const fields = [
  ['firstname', t('First name'), true],
  ['lastname', t('Last name'), true],
  ['company', t('Company'), false],
  ['street', t('Street'), true],
  ['postcode', t('Postcode'), true],
  ['city', t('City'), true],
  ['telephone', t('Telephone'), true],
] as const;

/** Inputs of an address; the regions are those of its country. */
export function AddressInputs({
  title,
  address,
  set,
}: {
  title: string;
  address: TypedAddress;
  set: (next: TypedAddress) => void;
}) {
  const { shop } = useSession();
  const countries = useLoad((signal) => shop.request('GET /V1/directory/countries', {}, { signal }), [shop]);
  const all = (countries.value ?? []).toSorted((a, b) =>
    (a.full_name_english ?? '').localeCompare(b.full_name_english ?? ''),
  );
  const regions = all.find(({ id }) => id === address.country_id)?.available_regions ?? [];
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="filters">
        {fields.map(([name, label, isRequired]) => (
          <Field key={name} label={isRequired ? label : t('{label} (optional)', { label })}>
            <input
              required={isRequired}
              value={address[name]}
              onInput={(event) => set({ ...address, [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
        <Field label={t('Country')}>
          <select
            value={address.country_id}
            onChange={(event) => set({ ...address, country_id: event.currentTarget.value, region_id: '' })}
          >
            {all.length === 0 && <option>{address.country_id}</option>}
            {all.map(({ id, full_name_english: name }) => (
              <option key={id} value={id ?? ''}>
                {name ?? id}
              </option>
            ))}
          </select>
        </Field>
        {regions.length > 0 && (
          <Field label={t('Region')}>
            <select
              required
              value={address.region_id}
              onChange={(event) => set({ ...address, region_id: event.currentTarget.value })}
            >
              <option value="" />
              {regions.map(({ id, name }) => (
                <option key={id} value={id ?? ''}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
    </fieldset>
  );
}
