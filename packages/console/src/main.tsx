import { render } from 'preact';
import { loadLanguage } from './texts/language.ts';
import { watchLeaving } from './unsaved.ts';
// Of the charts: a page that is loaded later could not bring its own.
import 'uplot/dist/uPlot.min.css';
import './style.css';

/** Starts the console once the texts of the language are known: the other modules translate theirs when they are loaded. */
async function start(): Promise<void> {
  await loadLanguage();
  const { App } = await import('./app.tsx');
  render(<App />, document.getElementById('console')!);
}

watchLeaving();
void start();
