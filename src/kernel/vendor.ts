import { errorMessage } from './thrown.ts';

/** Modules from outside of this repository have the name of a vendor and their own, as in Magento: `Acme_Loyalty`. */
const vendorName = /^[A-Z][A-Za-z0-9]*_[A-Z][A-Za-z0-9]*$/;

/** Whether a module comes from outside of this repository, by its name. */
export function isVendorModule(name: string): boolean {
  return vendorName.test(name);
}

/** The name of a module in the interface: `Magento_Catalog`, `Acme_Loyalty`. */
export function interfaceName(name: string): string {
  return isVendorModule(name) ? name : `Magento_${name}`;
}

/** The namespace of a module's classes in the interface: `Magento\Catalog`, `Acme\Loyalty`. */
export function namespaceOf(name: string): string {
  return interfaceName(name).replace('_', '\\');
}

/** The prefix of a vendor module's tables: `acme_loyalty_`. */
export function tablePrefixOf(name: string): string {
  return `${name.toLowerCase()}_`;
}

/** Runs work of a module; the message of an error from a vendor's module names the module and the step. */
export async function inModule<T>(name: string, step: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isVendorModule(name) ? moduleFailure(name, step, error) : error;
  }
}

/** As `inModule`, for work without a promise. */
export function inModuleAtOnce<T>(name: string, step: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isVendorModule(name) ? moduleFailure(name, step, error) : error;
  }
}

function moduleFailure(name: string, step: string, error: unknown): Error {
  return new Error(`the module ${name} fails ${step}: ${errorMessage(error)}`, { cause: error });
}
