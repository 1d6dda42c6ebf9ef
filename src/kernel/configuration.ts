/** What a path of the platform configuration takes: the test, and the words that name what it wants. */
export interface ConfigurationCheck {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
}

/** All that is said of one path of the platform configuration. */
export interface ConfigurationPath {
  /** The value that holds where none is stored. */
  readonly shipped?: string;
  /** Another shipped value, from a release on. */
  readonly shippedFrom?: { readonly release: string; readonly value: string };
  /** The value that a fresh installation stores. */
  readonly installed?: string;
  /** Where wrong values would break the platform; without it the path takes any text. */
  readonly takes?: ConfigurationCheck;
  /** What it does, in a sentence for people. */
  readonly description?: string;
  /** Unit of its values, such as `seconds`. */
  readonly unit?: string;
  /** The narrowest scope that its readers look at: `default` for a setting of the whole installation; absent: a store view. */
  readonly scope?: 'default' | 'websites';
  /** Whether its values are stored encrypted: secrets that nobody but the platform reads. */
  readonly sealed?: true;
  /**
   * Permissions of which a caller needs one to change the setting. Without the list, only callers with all permissions change
   * it: a setting is closed until its declaration opens it.
   */
  readonly changeableBy?: readonly string[];
}

/** The permission to change how the shop looks and sells. */
export const SHOP_SETTINGS = 'Magento_Config::config';

/**
 * The configuration of a module by path: what the module reads, and what clients of the interface know of it. A text is the
 * shipped value; null: the path has no value until one is stored.
 */
export type DeclaredConfiguration = Readonly<Record<string, string | null | ConfigurationPath>>;

/**
 * Opens settings to callers with one of the `permissions`. Never open a setting that decides access, weakens a protection, holds
 * a secret, or names an address that receives money, secrets or personal data.
 */
export function changeableBy(
  permissions: string | readonly string[],
  declared: DeclaredConfiguration,
): DeclaredConfiguration {
  const opened = { changeableBy: [permissions].flat() };
  return Object.fromEntries(
    Object.entries(declared).map(([path, declaration]) => [path, { ...readDeclaration(declaration), ...opened }]),
  );
}

/** The declaration of a path in its long form. */
export function readDeclaration(declaration: DeclaredConfiguration[string]): ConfigurationPath {
  return typeof declaration === 'string' ? { shipped: declaration } : (declaration ?? {});
}

/** Takes 0 or 1; nothing is 0. */
export const flag: ConfigurationCheck = { accepts: (value) => /^[01]?$/.test(value), expected: '0 or 1' };

/** Takes a URL, or nothing. */
export const url: ConfigurationCheck = {
  accepts: (value) => value === '' || (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)),
  expected: 'a URL, or nothing',
};

/** Takes a whole number, or nothing: then the platform's own holds. */
export function count(least: number): ConfigurationCheck {
  return {
    accepts: (value) => value === '' || (/^\d{1,12}$/.test(value) && Number(value) >= least),
    expected: `a whole number from ${least}, or nothing`,
  };
}

/** The items of a list that is written with commas, without the blanks around them; none for undefined. */
export function listItems(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The test of a list whose items are separated by commas. */
export function listOf(accepts: (item: string) => boolean): (value: string) => boolean {
  return (value) => value.split(',').every(accepts);
}
