import semver from 'semver';
import packageJson from '../../../packages/souk/package.json' with { type: 'json' };
import type { ModuleManifest } from '../../kernel/module.ts';
import { isRecord } from '../../kernel/fields.ts';
import { isVendorModule } from '../../kernel/vendor.ts';

/** A module from outside of this repository. */
export interface AddedModule extends ModuleManifest {
  readonly version: string;
  readonly compatible: string;
}

/**
 * Checks the form of an added module and whether it fits this version of the platform. `place` is where it stands, for errors, which are
 * sentences for people.
 */
export function checkManifest(value: unknown, place: string): AddedModule {
  if (typeof value === 'function') throw new Error(`${place} is a function: call it, with the options of the module`);
  if (!isManifest(value)) throw new Error(`${place} is no module: use the result of module() of @souk/kit`);
  const { name } = value;
  if (!isVendorModule(name)) {
    throw new Error(`${place}: the name of the module is "${name}"; use a vendor and a name, such as Acme_Loyalty`);
  }
  const { version, compatible } = value;
  if (typeof version !== 'string' || semver.valid(version) === null) {
    throw new Error(`${place}: the module ${name} has no "version", such as 1.0.0`);
  }
  if (typeof compatible !== 'string' || semver.validRange(compatible) === null) {
    throw new Error(`${place}: the module ${name} has no "compatible" range of Souk's versions, such as ^0.2`);
  }
  if (!semver.satisfies(packageJson.version, compatible)) {
    throw new Error(
      `${place}: the module ${name} ${version} is made for Souk ${compatible}, and this is Souk ${packageJson.version}`,
    );
  }
  return { ...value, version, compatible };
}

/** Whether a value has the name of a module; what else it has is checked where it is used. */
function isManifest(value: unknown): value is ModuleManifest {
  return isRecord(value) && typeof value['name'] === 'string';
}
