import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { ProductSearch } from '../../parts/product-search.tsx';
import { t } from '../../texts/text.ts';

interface AddProperties {
  /** The list that they are added to. */
  readonly title: string;
  /** SKUs that are not offered. */
  readonly without: ReadonlySet<string>;
  readonly add: (skus: readonly string[]) => void;
  readonly close: () => void;
}

/** A dialog that adds products to a list of a form. */
export function AddProducts({ title, without, add, close }: AddProperties) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Dialog title={t('Add products: {title}', { title })} close={close}>
      <ProductSearch chosen={chosen} set={setChosen} without={without} />
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            add(chosen);
            close();
          }}
        >
          {t('Add products')}
        </button>
      </div>
    </Dialog>
  );
}
