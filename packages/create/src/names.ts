/** The names of a module, which all follow from those of its vendor and its own. */
export interface ModuleNames {
  /** Name of the npm package: `@acme/gift-wrap`. */
  readonly packageName: string;
  /** Folder of the module: `gift-wrap`. */
  readonly folder: string;
  /** Name in Souk: `Acme_GiftWrap`. */
  readonly moduleName: string;
}

/** The longest name of a module: with it, names of tables stay below the 63 bytes of PostgreSQL. */
const MAX_LENGTH = 40;

const packagePart = '[a-z0-9][a-z0-9._-]*';
const packagePattern = new RegExp(`^(?:@(${packagePart})/)?(${packagePart})$`);
const modulePattern = /^[A-Z][A-Za-z0-9]*_[A-Z][A-Za-z0-9]*$/;

/**
 * The names of a module by that of its package: `@acme/loyalty` and `acme-loyalty` are `Acme_Loyalty`. `moduleName`: another name in Souk.
 * Throws with a sentence for people.
 */
export function namesOf(packageName: string, moduleName?: string): ModuleNames {
  const [, scope, name] = packagePattern.exec(packageName) ?? [];
  if (name === undefined || packageName.length > 214) {
    throw new Error(
      `"${packageName}" is not a name for a package: use lower-case letters, digits and hyphens, such as @acme/loyalty or acme-loyalty`,
    );
  }
  const derived = moduleName ?? derivedName(packageName, scope, name);
  if (!modulePattern.test(derived)) {
    throw new Error(
      `"${derived}" is not a name for a module: use a vendor and a name that begin with capital letters, such as --module Acme_Loyalty`,
    );
  }
  if (derived.length > MAX_LENGTH) {
    throw new Error(
      `"${derived}" has more than ${MAX_LENGTH} characters: use a shorter name, such as --module Acme_Loyalty`,
    );
  }
  if (/^magento_/i.test(derived)) throw new Error('the vendor "Magento" is taken by the modules of Souk: use your own');
  return { packageName, folder: name, moduleName: derived };
}

function derivedName(packageName: string, scope: string | undefined, name: string): string {
  const [first = '', ...others] = wordsOf(name);
  if (scope !== undefined) return `${wordsOf(scope).join('')}_${wordsOf(name).join('')}`;
  if (others.length > 0) return `${first}_${others.join('')}`;
  throw new Error(
    `"${packageName}" has no vendor: use @vendor/${packageName} or vendor-${packageName}, or --module Vendor_${first}`,
  );
}

/** The words of a name, each beginning with a capital letter. */
function wordsOf(name: string): string[] {
  return name.split(/[._-]+/).flatMap((word) => (word === '' ? [] : [word.charAt(0).toUpperCase() + word.slice(1)]));
}

/** The text of a template's file, with the names of a module in place of `Vendor_Name` in all its forms. */
export function withNames(text: string, { packageName, moduleName }: ModuleNames): string {
  const [vendor = '', own = ''] = moduleName.split('_');
  const forms: Readonly<Record<string, string>> = {
    '@vendor/name': packageName,
    'vendor/name': `${vendor}/${own}`.toLowerCase(),
    vendor_name: moduleName.toLowerCase(),
    vendorName: vendor.charAt(0).toLowerCase() + vendor.slice(1) + own,
    VendorName: vendor + own,
    Vendor_Name: moduleName,
  };
  return text.replaceAll(
    /@vendor\/name|vendor[/_]name|vendorName|VendorName|Vendor_Name/g,
    (form) => forms[form] ?? form,
  );
}
