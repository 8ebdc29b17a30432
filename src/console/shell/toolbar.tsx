import { Button } from '../components/button';
import { nextTheme, theme, themeLabel } from '../data/theme';
import { openTokenDialog, token } from '../data/token';
import { LiveStatus } from './live-status';

/** State of the live data, the token, and the theme switch. */
export function Toolbar() {
  return (
    <header class="toolbar">
      <LiveStatus />
      <div class="toolbar-actions">
        <Button kind="quiet" onClick={openTokenDialog}>
          {token.value === '' ? 'Set token' : 'Token set'}
        </Button>
        <Button kind="quiet" onClick={nextTheme} title="Switch between the system's theme, light and dark">
          Theme: {themeLabel(theme.value)}
        </Button>
      </div>
    </header>
  );
}
