import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { attributes } from './attributes.ts';
import { eavErrors } from './errors.ts';
import { matchesFilter } from './graphql-metadata.ts';
import { shownValue } from './graphql-values.ts';
import { attributeGroups } from './groups.ts';
import { installAttributes, type AttributeContribution } from './install.ts';
import { adminLabelOf, storeLabelsOf } from './labels.ts';
import { attributeJoiner, loadAttributes, loadSets, type AttributesByEntity, type SetMetadata } from './metadata.ts';
import type {
  EntityCode,
  Attribute,
  EntityAttributes,
  AttributeValueType,
  StoredAttributeSet,
  ListedOption,
  SourceOption,
  AttributeSource,
  AttributeObserver,
  StoredValue,
  IndexValue,
} from './metadata-types.ts';
import { attributeOptions } from './option-writing.ts';
import { loadOptioned } from './optioned.ts';
import { choices, hasStoredOptions, options, shownSourceModel, storedOptions } from './options.ts';
import { placements } from './placements.ts';
import { attributeSets } from './sets.ts';
import { checkValue, indexValue, isEmptyValue, valueType } from './values.ts';

export type { BroughtAttribute } from './install.ts';
export type { AttributeChanges } from './records.ts';
export type * from './metadata-types.ts';

/** The EAV service for other modules. */
export interface EavService {
  readonly attributeCache: SharedCache<AttributesByEntity>;
  readonly setCache: SharedCache<SetMetadata>;
  /** Ids of the attributes that have stored options. */
  readonly optionedAttributes: SharedCache<ReadonlySet<number>>;
  /** Attributes of an entity as this call sees them: with the changes of its own transaction. */
  entity(call: Call, entity: EntityCode): Promise<EntityAttributes>;
  /** Committed attributes of an entity, from memory. */
  current(entity: EntityCode): EntityAttributes;
  /** Changes with attributes and sets, but not with options; part of a response's version. */
  readonly generation: string;
  /**
   * The type that a custom attribute's value is decoded by: `string` (varchar, text, datetime), `integer`, `number` (decimal),
   * `mixed` (static); undefined for an attribute that does not exist.
   */
  attributeType(entity: string, code: string): AttributeValueType | undefined;
  attributeSet(call: Call, id: number): Promise<StoredAttributeSet | undefined>;
  /**
   * Options of an attribute in order, without the empty first choice that lists of the interface show. `storeId` chooses the labels
   * (0: default scope).
   */
  options(call: Call, attributeId: number, storeId?: number): Promise<readonly ListedOption[]>;
  /** Options of several attributes with stored options, in one query, by attribute id. */
  storedOptions(
    call: Call,
    attributeIds: readonly number[],
    storeId?: number,
  ): Promise<ReadonlyMap<number, readonly ListedOption[]>>;
  /** The interface's list of each attribute's options, by its id: with the empty choice, empty for no options. */
  choices(
    call: Call,
    attributes: readonly Attribute[],
    storeId: number,
  ): Promise<ReadonlyMap<number, readonly SourceOption[]>>;
  /** Whether the options of an attribute are stored, and so may be added and removed. */
  hasStoredOptions(attribute: Attribute): boolean;
  /** Source model as the interface shows it: selects of stored options have one though none is set. */
  shownSourceModel(attribute: Attribute): string | null;
  /**
   * Brings a value into its stored form: dates and decimals normalised, lists joined, `''` to null where the type has
   * no empty value. Throws the platform's error for an invalid one. Options are not looked up, as in the interface: an
   * unknown option id is stored.
   */
  checkValue(attribute: Attribute, value: unknown): StoredValue;
  /** Whether a value is empty for a required attribute. */
  isEmpty(value: unknown): boolean;
  /** `The "Product Name" attribute value is empty. …`; for owners to throw or to collect. */
  emptyValue(attribute: Attribute): PlatformError;
  /** `The value of the "Vendor" attribute isn't unique. …` */
  notUnique(attribute: Attribute): PlatformError;
  /** The value of an attribute as storefronts see it. */
  readonly shownValue: typeof shownValue;
  /** Whether an attribute matches a storefront's filter. */
  readonly matchesFilter: typeof matchesFilter;
  /** The searchable form of a stored value. */
  indexValue(attribute: Attribute, value: unknown): IndexValue;

  /** Adds the attributes of a module's own entities; for its `install`. */
  readonly installAttributes: typeof installAttributes;

  // Writes of attributes, options and sets; for the modules with routes for them.
  readonly adminLabelOf: typeof adminLabelOf;
  readonly storeLabelsOf: typeof storeLabelsOf;
  readonly attributes: typeof attributes;
  readonly attributeOptions: typeof attributeOptions;
  readonly attributeSets: typeof attributeSets;
  readonly attributeGroups: typeof attributeGroups;
  readonly placements: typeof placements;
}

/** Whether the forms of a store view show and require an attribute; undefined: as the attribute itself says. */
type FormRuleOf = (
  call: Call,
  attribute: Attribute,
) => { readonly visible: boolean; readonly required: boolean } | undefined;

declare module '../../kernel/merged-types.ts' {
  interface Services {
    eav: EavService;
  }
  interface ContributionPoints {
    attributes: AttributeContribution;
    attributeSources: AttributeSource;
    attributeObservers: AttributeObserver;
    formRules: FormRuleOf;
  }
}

/** Creates the module's service. */
export function createEavService(caches: SharedCaches): EavService {
  const attributeCache = caches.define('eav-attributes', loadAttributes);
  const setCache = caches.define('eav-sets', loadSets);
  const join = attributeJoiner();
  return {
    attributeCache,
    setCache,
    optionedAttributes: caches.define('eav-optioned-attributes', loadOptioned),
    entity: async (call, entity) => join(await attributeCache.get(call), await setCache.get(call), entity),
    current: (entity) => join(attributeCache.current, setCache.current, entity),
    get generation() {
      return `${attributeCache.generation}.${setCache.generation}`;
    },
    attributeType: (entity, code) => {
      const attribute = attributeCache.current.get(entity)?.byCode.get(code);
      return attribute && valueType(attribute);
    },
    attributeSet: async (call, id) => (await setCache.get(call)).sets.get(id),
    options,
    storedOptions,
    choices,
    hasStoredOptions,
    shownSourceModel,
    shownValue,
    matchesFilter,
    checkValue,
    isEmpty: isEmptyValue,
    emptyValue: (attribute) => eavErrors.valueEmpty([attribute.label ?? attribute.code]),
    notUnique: (attribute) => eavErrors.valueNotUnique([attribute.label ?? attribute.code]),
    indexValue,
    installAttributes,
    adminLabelOf,
    storeLabelsOf,
    attributes,
    attributeOptions,
    attributeSets,
    attributeGroups,
    placements,
  };
}
