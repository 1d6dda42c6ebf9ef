import type { Call } from '../../kernel/call.ts';
import { yesOrNo, type Setting } from '../../kernel/settings.ts';
import { extendType, type GraphQLField, type GraphQLDeclaration } from '../../kernel/graphql.ts';

/** A store view, as source of a storefront's configuration. */
export interface StoreConfigSource {
  readonly storeId: number;
}

/** Something that has pages of its own in the shop. */
export interface Routable {
  /** Name of its type in the schema. */
  readonly typename: string;
  /** How a URL has led to it; absent where it was found another way. */
  readonly route?: {
    /** Path within the shop, without a leading slash; out of it, the whole URL. */
    readonly relativeUrl: string;
    /** 301 or 302 if the requested path is a former one; else 0. */
    readonly redirectCode: number;
    /** Absent where the URL leads out of the shop. */
    readonly type?: 'CMS_PAGE' | 'PRODUCT' | 'CATEGORY';
  };
}

/** Handles changes of store views, in their transaction. */
export interface StoreFollower {
  /** A new store view, and the store (group) that it is in. */
  viewCreated(
    call: Call,
    view: { readonly id: number; readonly website_id: number },
    group: { readonly root_category_id: number },
  ): Promise<void>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    storeFollowers: StoreFollower;
  }
}

/** Type of a setting's field: text, number, or flag. */
type FieldType = 'String' | 'ID' | 'Int' | 'Int!' | 'Float' | 'Boolean' | 'String!' | 'Boolean!';

/** Adds fields to `StoreConfig` that show settings of the store view: name → type of the field and setting. */
export function storeConfigFields(
  fields: Readonly<Record<string, readonly [type: FieldType, setting: Setting<unknown>]>>,
): GraphQLDeclaration {
  return extendType('StoreConfig', () =>
    Object.fromEntries(Object.entries(fields).map(([name, [type, setting]]) => [name, settingField(type, setting)])),
  );
}

function settingField(type: FieldType, setting: Setting<unknown>): GraphQLField<StoreConfigSource> {
  return {
    type,
    args: {},
    options: {},
    resolve: ({ storeId }, _, call) => {
      const value = call.config.textOf(setting, { storeId });
      if (type.startsWith('Boolean')) return yesOrNo.read(value ?? '') ?? false;
      if (type.startsWith('String') || type === 'ID' || value === undefined) return value ?? null;
      return Number.isNaN(Number(value)) ? null : Number(value);
    },
  };
}
