/** The validation of a configuration path, and the expected format for errors. */
interface ConfigurationCheck {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
  /** The texts to choose from, each with its name for people; absent: others as well. */
  readonly choices?: readonly SettingChoice[];
  /** Whether the texts are numbers. */
  readonly isNumber?: boolean;
}

/** A text that a setting takes, and its name for people. */
export interface SettingChoice {
  readonly value: string;
  readonly name: string;
}

/** Yes and no, as settings store them. */
export const yesAndNo: readonly SettingChoice[] = [
  { value: '1', name: 'Yes' },
  { value: '0', name: 'No' },
];

/** The declaration of one configuration path. */
export interface ConfigurationPath {
  /** The default value. */
  readonly shipped?: string;
  /** Another default value, from a release on. */
  readonly shippedFrom?: { readonly release: string; readonly value: string };
  /** The value that a new installation stores. */
  readonly installed?: string;
  /** Validation, where wrong values would break the platform; without it any text is valid. */
  readonly takes?: ConfigurationCheck;
  /** Description for people, in a sentence. */
  readonly description?: string;
  /** Unit of its values, such as `seconds`. */
  readonly unit?: string;
  /** The narrowest scope that its readers look at: `default` for a setting of the whole installation; absent: a store view. */
  readonly scope?: 'default' | 'websites';
  /** Whether its values are stored encrypted: secrets that only the platform reads. */
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
 * The configuration of a module by path: the paths that the module reads, and paths that clients of the interface know. A text
 * is the default value; null: no default.
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

/** Accepts 0, 1 and an empty text, which means 0. */
export const flag: ConfigurationCheck = {
  accepts: (value) => /^[01]?$/.test(value),
  expected: '0 or 1',
  choices: yesAndNo,
};

/** Accepts a whole number, or an empty text for the default. */
export function count(least: number): ConfigurationCheck {
  return {
    accepts: (value) => value === '' || (/^\d{1,12}$/.test(value) && Number(value) >= least),
    expected: `a whole number from ${least}, or nothing`,
    isNumber: true,
  };
}

/** The trimmed items of a comma-separated list; none for undefined. */
export function listItems(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
