import { useLocation } from 'preact-iso';
import { useErrorBoundary, useState } from 'preact/hooks';
import type { PresentedBlock, PresentedPage } from '../../../../src/faces/console-server/module-pages/present.ts';
import { Failure, Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { moduleLocale } from '../texts/language.ts';
import { ActionButtons, useActions } from './module-action.tsx';
import { ModuleBundle } from './module-bundle.tsx';
import { ModuleList } from './module-list.tsx';
import { ModuleFigures, ModuleRecord } from './module-values.tsx';

/** A page that a module adds: its blocks, or its bundle. */
export function ModulePage() {
  const { call } = useSession();
  const { path } = useLocation();
  const place = path.split('/')[2] ?? '';
  const read = useLoad(
    (signal) => call<PresentedPage>('GET /_/console/pages/:place', { place, language: moduleLocale }, { signal }),
    [call, place],
  );
  return (
    <Loaded of={read}>
      {(page) => (page.bundle ? <ModuleBundle key={place} page={page} bundle={page.bundle} /> : <Blocks page={page} />)}
    </Loaded>
  );
}

function Blocks({ page }: { page: PresentedPage }) {
  const [error, retry] = useErrorBoundary();
  // Actions of the page reload its blocks.
  const [turn, setTurn] = useState(0);
  const actions = useActions(() => setTurn((before) => before + 1));
  return (
    <Page title={page.title} actions={<ActionButtons of={actions} actions={page.actions} />}>
      {actions.outcome}
      {error === undefined ? (
        page.blocks.map((block, index) => <Block key={index} page={page} block={block} index={index} turn={turn} />)
      ) : (
        <Failure error={new Error(String(error))} source={page.module} retry={retry} />
      )}
    </Page>
  );
}

/** A part of a page. `index`: its position; `turn`: changes when its data have changed. */
export interface BlockProperties<B extends PresentedBlock = PresentedBlock> {
  readonly page: PresentedPage;
  readonly block: B;
  readonly index: number;
  readonly turn: number;
}

function Block({ block, ...others }: BlockProperties) {
  switch (block.kind) {
    case 'list':
      return <ModuleList block={block} {...others} />;
    case 'figures':
      return <ModuleFigures block={block} {...others} />;
    case 'record':
      return <ModuleRecord view={block} title={block.title} row={{}} {...others} />;
  }
}
