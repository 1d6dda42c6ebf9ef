import type { Call } from '../../kernel/call.ts';
import type { ColumnFields } from './attribute-columns.ts';

export { flags as attributeFlags } from './attribute-columns.ts';

/** Entities with attributes, by their codes; a module adds its own by declaration merging. */
export interface AttributedEntities {
  readonly customer: true;
  readonly customer_address: true;
  readonly catalog_category: true;
  readonly catalog_product: true;
}
/** Code of an entity type that has attributes. */
export type EntityCode = keyof AttributedEntities;

/** How the values of an attribute are stored. */
export type BackendType = 'static' | 'varchar' | 'text' | 'int' | 'decimal' | 'datetime';
/** How widely a value of an attribute applies. */
export type AttributeScope = 'global' | 'website' | 'store';

/** Metadata of one attribute. Marks that the interface sends as "0"/"1" are booleans here. */
export interface Attribute extends ColumnFields {
  readonly id: number;
  readonly code: string;
  readonly entity: EntityCode;
  readonly entityTypeId: number;
  readonly backendType: BackendType;
  /** Customer attributes are all `global`. */
  readonly scope: AttributeScope;
  /** Labels of single store views, by store id. */
  readonly labels: ReadonlyMap<number, string>;
  /** Validation rules by name, such as `max_text_length`. */
  readonly validation: Readonly<Record<string, string | number>>;

  // Catalog attributes; empty for customer attributes.
  /** Product types that have the attribute; empty: all of them. */
  readonly applyTo: readonly string[];
  /** Further catalog marks by the interface's name, such as `swatch_input_type` or `update_product_preview_image`. */
  readonly additional: Readonly<Record<string, string>>;

  // Customer and address attributes; false, 0 or empty for catalog attributes.
  readonly isSystem: boolean;
  readonly sortOrder: number;
  readonly multilineCount: number;
  readonly inputFilter: string | null;
  readonly dataModel: string | null;
  readonly isSearchableInGrid: boolean;
  /** Forms that show the attribute, such as `customer_account_edit`. */
  readonly forms: readonly string[];
}

/** The attributes of one entity type. */
export interface EntityAttributes {
  readonly byCode: ReadonlyMap<string, Attribute>;
  readonly byId: ReadonlyMap<number, Attribute>;
  /** Attributes of a set by code, ordered by position; empty for an unknown set. */
  inSet(setId: number): ReadonlyMap<string, Attribute>;
}

/** How the values of an attribute are decoded. */
export type AttributeValueType = 'string' | 'integer' | 'integers' | 'number' | 'mixed';

/** A set of attributes. */
export interface StoredAttributeSet {
  readonly id: number;
  readonly name: string;
  readonly entityTypeId: number;
  readonly sortOrder: number;
}

/** A group of attributes within a set. */
export interface StoredAttributeGroup {
  readonly id: number;
  readonly setId: number;
  readonly name: string | null;
  readonly code: string | null;
  readonly sortOrder: number;
  /** Whether attributes come into this group where none is named. */
  readonly isDefault: boolean;
  /** Tab of the back office: `basic`, `advanced`. */
  readonly tab: string | null;
}

/** One choice of an attribute. `label` is that of the requested store view, `adminLabel` that of the default scope. */
export interface ListedOption {
  /** Option id as text, or the value of a source model. */
  readonly value: string;
  readonly label: string;
  readonly adminLabel: string;
  readonly sortOrder: number;
  /** Labels of single store views, by store id. */
  readonly labels: ReadonlyMap<number, string>;
  /** Swatch of the default scope, where the option has one. */
  readonly swatch: Swatch | null;
}

/** How a swatch is drawn; the numbers are the interface's types: 0 text, 1 colour, 2 image, 3 empty. */
export interface Swatch {
  readonly type: 0 | 1 | 2 | 3;
  readonly value: string | null;
}

/** One choice of a source model. */
export interface SourceOption {
  readonly value: string;
  readonly label: string;
}

/** Options that a module computes for attributes with its source model. */
export interface AttributeSource {
  /** Class name of the interface, such as `Magento\Tax\Model\TaxClass\Source\Product`. */
  readonly sourceModel: string;
  /** Label of the empty choice at the start of the interface's lists; undefined for none. */
  readonly emptyLabel?: string | undefined;
  options(call: Call, attribute: Attribute): Promise<readonly SourceOption[]>;
}

/** A module's observer of attribute changes; runs in the transaction of the change. */
export interface AttributeObserver {
  readonly entity: EntityCode;
  /** The attribute is gone: remove its values and index rows. */
  onDeleted?(call: Call, attribute: Attribute): Promise<void>;
  /** The attribute was saved; `before` undefined when it is new. */
  onSaved?(call: Call, attribute: Attribute, before: Attribute | undefined): Promise<void>;
  /** Options are gone: remove them from the values. */
  onOptionsDeleted?(call: Call, attribute: Attribute, optionIds: readonly string[]): Promise<void>;
  /** A set is gone. The default set cannot be deleted. */
  onSetDeleted?(call: Call, set: StoredAttributeSet): Promise<void>;
}

/** A value as an attribute stores it: text in the platform's form (`12.500000`, `2024-05-01 00:00:00`, `4,7`), or none. */
export type StoredValue = string | null;

/** Form of a value for searching and sorting. */
export interface IndexValue {
  readonly text: string | null;
  readonly number: number | null;
  /** Single values of a multiple choice; undefined for all others. */
  readonly list?: readonly string[];
}
