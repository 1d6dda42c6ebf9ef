import { useState } from 'preact/hooks';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf } from '../parts/action.tsx';
import { CallButton } from '../parts/call-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Table } from '../parts/table.tsx';
import { useSession, type Session } from '../session.ts';
import { t } from '../texts/text.ts';

/** Most attributes and groups that are read. */
const MOST = 500;

type SetContents = Awaited<ReturnType<typeof readSet>>;
type SetAttribute = SetContents['attributes'][number];

/** The attributes and the groups of a set, and the attributes that it lacks, as far as the caller may read them. */
async function readSet({ shop, may }: Session, attributeSetId: string, signal: AbortSignal) {
  const filters = [{ field: 'attribute_set_id', value: attributeSetId, condition_type: 'eq' }];
  const searchCriteria = { filter_groups: [{ filters }], page_size: MOST };
  const [attributes, { items: groups }, all] = await Promise.all([
    shop.request('GET /V1/products/attribute-sets/:attributeSetId/attributes', { attributeSetId }, { signal }),
    shop.request('GET /V1/products/attribute-sets/groups/list', { searchCriteria }, { signal }),
    may('Magento_Catalog::attributes_attributes')
      ? shop.productAttributes
          .list({ pageSize: MOST }, { signal, fields: 'items[attribute_code,default_frontend_label],total_count' })
          .all()
      : [],
  ]);
  const codes = new Set<string | null | undefined>(attributes.map(({ attribute_code: code }) => code));
  return { attributes, groups: groups ?? [], missing: all.filter(({ attribute_code: code }) => !codes.has(code)) };
}

/** The attributes of a set: listed, added to one of its groups, and removed. */
export function AttributeSetPanel({ id, isReadOnly }: { id: number; isReadOnly: boolean }) {
  const session = useSession();
  const [notice, setNotice] = useState<string>();
  const read = useLoad((signal) => readSet(session, String(id), signal), [session, id]);
  const done = (text: string): void => {
    setNotice(text);
    read.reload();
  };
  return (
    <section>
      <div class="head">
        <h2>{t('Attributes of the set')}</h2>
        {!isReadOnly && read.value && (
          <AddButton key={JSON.stringify(read.value)} id={id} of={read.value} done={done} />
        )}
      </div>
      <OutcomeOf outcome={notice === undefined ? undefined : { text: notice, isFailure: false }} />
      <Loaded of={read}>
        {({ attributes }) => (
          <Table
            caption={t('Attributes of the set')}
            rows={attributes}
            keyOf={({ attribute_code: code }) => code ?? ''}
            none={t('No attributes yet.')}
            columns={[
              { title: t('Label'), show: ({ default_frontend_label: label }) => label },
              { title: t('Code'), show: ({ attribute_code: code }) => <code>{code}</code> },
              { title: t('Required'), show: ({ is_required: isRequired }) => (isRequired ? t('yes') : t('no')) },
              {
                title: t('Actions'),
                // The interface removes no attributes of the platform.
                show: (one) => !isReadOnly && one.is_user_defined && <RemoveButton id={id} of={one} done={done} />,
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

function AddButton({ id, of, done }: { id: number; of: SetContents; done: (text: string) => void }) {
  const [code, setCode] = useState(of.missing[0]?.attribute_code ?? '');
  const [group, setGroup] = useState(of.groups[0]?.attribute_group_id ?? '');
  const placement = {
    attributeSetId: id,
    attributeGroupId: Number(group),
    attributeCode: code,
    sortOrder: of.attributes.length,
  };
  return (
    <CallButton
      label={t('Add attribute')}
      call={(shop) => shop.request('POST /V1/products/attribute-sets/attributes', placement)}
      success={t('Attribute added.')}
      done={done}
    >
      <Field label={t('Attribute')}>
        {of.missing.length > 0 ? (
          <select value={code} onChange={(event) => setCode(event.currentTarget.value)}>
            {of.missing.map(({ attribute_code: one, default_frontend_label: label }) => (
              <option key={one} value={one ?? ''}>
                {label ? `${label} (${one})` : one}
              </option>
            ))}
          </select>
        ) : (
          <input required value={code} onInput={(event) => setCode(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={t('Group')}>
        <select value={group} onChange={(event) => setGroup(event.currentTarget.value)}>
          {of.groups.map(({ attribute_group_id: one, attribute_group_name: name }) => (
            <option key={one} value={one ?? ''}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </CallButton>
  );
}

function RemoveButton({ id, of, done }: { id: number; of: SetAttribute; done: (text: string) => void }) {
  const attributeCode = of.attribute_code ?? '';
  return (
    <CallButton
      label={t('Remove {name}', { name: of.default_frontend_label ?? attributeCode })}
      button={t('Remove')}
      submit={t('Remove attribute')}
      call={(shop) =>
        shop.request('DELETE /V1/products/attribute-sets/:attributeSetId/attributes/:attributeCode', {
          attributeSetId: String(id),
          attributeCode,
        })
      }
      success={t('Attribute removed.')}
      done={done}
    >
      <p>{t('Products of the set no longer have the attribute.')}</p>
    </CallButton>
  );
}
