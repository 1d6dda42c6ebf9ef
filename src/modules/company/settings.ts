import { platformErrors } from '../../kernel/errors.ts';
import { listItems } from '../../kernel/configuration.ts';
import { decodeDocument } from '../../storage/documents.ts';
import type { SentCompany } from './types.ts';

/** Settings of a company, by the names of the interface. */
export interface CompanySettings {
  readonly is_quote_enabled: boolean;
  /** See `applicable`. */
  readonly applicable_payment_method: number;
  /** Codes of payment methods, with commas between. */
  readonly available_payment_methods: string | null;
  /** 1: the shop's settings replace the company's. */
  readonly use_config_settings: number;
  readonly is_purchase_order_enabled: boolean;
  readonly applicable_shipping_method: number;
  readonly available_shipping_methods: string | null;
  readonly use_config_settings_shipping: number;
}

/** Which methods a company may use. */
export const applicable = { ofCompanies: 0, all: 1, chosen: 2 } as const;

const initial: CompanySettings = {
  is_quote_enabled: false,
  applicable_payment_method: applicable.ofCompanies,
  available_payment_methods: null,
  use_config_settings: 1,
  is_purchase_order_enabled: false,
  applicable_shipping_method: applicable.ofCompanies,
  available_shipping_methods: null,
  use_config_settings_shipping: 1,
};

/** The settings of a company, from how they are stored. */
export function settingsOf(stored: string): CompanySettings {
  return { ...initial, ...decodeDocument<Partial<CompanySettings>>(stored) };
}

/** The settings of a company with the input applied; missing fields stay unchanged. Throws 400 for invalid settings. */
export function readSettings(
  input: SentCompany['extension_attributes'],
  before: CompanySettings = initial,
): CompanySettings {
  const number = (field: NumberField, largest: number): number => {
    const value = input?.[field] ?? before[field];
    if (value < 0 || value > largest) throw platformErrors.invalidValue({ fieldName: field, value });
    return value;
  };
  const codes = (field: CodesField): string | null => {
    const value = input?.[field];
    if (value === undefined) return before[field];
    const list = listItems(value ?? '');
    const wrong = list.find((code) => !/^[\w-]{1,100}$/.test(code));
    if (wrong !== undefined) throw platformErrors.invalidValue({ fieldName: field, value: wrong });
    return list.length > 0 ? list.join(',') : null;
  };
  return {
    is_quote_enabled: input?.quote_config?.is_quote_enabled ?? before.is_quote_enabled,
    applicable_payment_method: number('applicable_payment_method', applicable.chosen),
    available_payment_methods: codes('available_payment_methods'),
    use_config_settings: number('use_config_settings', 1),
    is_purchase_order_enabled: input?.is_purchase_order_enabled ?? before.is_purchase_order_enabled,
    applicable_shipping_method: number('applicable_shipping_method', applicable.chosen),
    available_shipping_methods: codes('available_shipping_methods'),
    use_config_settings_shipping: number('use_config_settings_shipping', 1),
  };
}

type NumberField =
  'applicable_payment_method' | 'use_config_settings' | 'applicable_shipping_method' | 'use_config_settings_shipping';
type CodesField = 'available_payment_methods' | 'available_shipping_methods';
