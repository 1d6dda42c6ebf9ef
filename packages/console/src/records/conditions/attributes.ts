import type { Page } from '../../../../client/src/index.ts';
import { useLoad } from '../../load.tsx';
import { useSession } from '../../session.ts';
import type { Options } from '../entity.ts';

interface Listed {
  readonly attribute_code?: string | null;
  readonly default_frontend_label?: string | null;
  readonly options?: readonly { readonly label?: string | null; readonly value?: string | null }[] | null;
}

/** An attribute of products in conditions, with the options of its values; none: any text. */
export interface ConditionAttribute {
  readonly code: string;
  readonly label: string;
  readonly options: Options;
}

const searchCriteria = {
  filter_groups: [{ filters: [{ field: 'is_used_for_promo_rules', value: '1', condition_type: 'eq' }] }],
  page_size: 300,
};

/** The attributes of products that conditions can test; none for callers who may not read them, who type the codes. */
export function useConditionAttributes(): readonly ConditionAttribute[] {
  const { call, may } = useSession();
  const mayRead = may('Magento_Catalog::attributes_attributes');
  const { value = [] } = useLoad(
    async (signal) =>
      mayRead ? (await call<Page<Listed>>('GET /V1/products/attributes', { searchCriteria }, { signal })).items : [],
    [call, mayRead],
  );
  return value.map(({ attribute_code: code, default_frontend_label: label, options }) => ({
    code: code ?? '',
    label: label ?? code ?? '',
    options: (options ?? []).flatMap((one) => (one.value ? [[one.value, one.label ?? one.value] as const] : [])),
  }));
}
