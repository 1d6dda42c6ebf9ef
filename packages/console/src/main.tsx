import { render } from 'preact';
import { App } from './app.tsx';
import { watchLeaving } from './unsaved.ts';
// Of the charts: a page that is loaded later could not bring its own.
import 'uplot/dist/uPlot.min.css';
import './style.css';

watchLeaving();
render(<App />, document.getElementById('console')!);
