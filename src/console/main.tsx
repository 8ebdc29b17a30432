/** Entry of the console in the browser. */
import './styles/index.css';
import { render } from 'preact';
import { App } from './app';
import { applyTheme } from './data/theme';
import { loadSignInSettings } from './sign-in/settings';

applyTheme();
void loadSignInSettings();
render(<App />, document.getElementById('app')!);
