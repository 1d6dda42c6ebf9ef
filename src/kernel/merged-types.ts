/**
 * Types that modules fill by declaration merging: modules of the repository merge into this file, others into `@souk/kit`, which exports all of
 * it. Merging by two ways into one of the repository's own files would lose members.
 */

/**
 * Tables of the database. Each module adds its own by declaration merging:
 * `declare module '../../kernel/merged-types.ts' { interface Tables { catalog_product: ProductTable } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}

/**
 * Services that modules and layers offer to each other, by name. Each adds its own by declaration merging, as with `Tables`; a module
 * lists the services of other modules that it uses in its manifest (`ModuleManifest.needs`).
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface Services {}

/**
 * Points where modules add to another module (a product's extension attributes, a product type): name → type of one
 * contribution, by declaration merging.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface ContributionPoints {}
