import { setConfiguration } from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import { standardPages } from './configuration.ts';

/** Sets the start page of the German store view, which the demo creates. */
export async function demoStartPage(call: Call): Promise<void> {
  const view = call.services.store.view('de');
  if (view) await setConfiguration(call, standardPages.home.path, 'startseite', { scope: 'stores', id: view.id });
}
