import { render } from 'preact';
import { Explorer } from './explorer.tsx';
import './explorer.css';

const place = document.getElementById('explorer');
if (place) render(<Explorer />, place);
