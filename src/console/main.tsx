/** Entry of the console in the browser. */
import './styles/index.css';
import { render } from 'preact';
import { App } from './app';
import { applyTheme } from './data/theme';

applyTheme();
render(<App />, document.getElementById('app')!);
