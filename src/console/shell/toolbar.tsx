import { Button } from '../components/button';
import { useConsole } from '../data/context';
import { nextTheme, theme, themeLabel } from '../data/theme';
import { credentials, openTokenDialog, pastedToken } from '../data/token';
import { signOut } from '../sign-in/actions';
import { isSignedIn, sessionEnd } from '../sign-in/session';
import { SignInButton } from '../sign-in/sign-in-button';
import { LiveStatus } from './live-status';

/** State of the live data, the caller, and the theme switch. */
export function Toolbar() {
  return (
    <header class="toolbar">
      <LiveStatus />
      <div class="toolbar-actions">
        <CallerActions />
        <Button kind="quiet" onClick={nextTheme} title="Switch between the system's theme, light and dark">
          Theme: {themeLabel(theme.value)}
        </Button>
      </div>
    </header>
  );
}

/** Who the caller is, and how it changes. */
function CallerActions() {
  const { data } = useConsole();
  if (isSignedIn())
    return (
      <>
        <span class="muted small caller">
          {data === undefined ? 'Signed in' : `Signed in as ${data.caller.id}`}
        </span>
        <Button kind="quiet" onClick={() => void signOut().catch(() => undefined)}>
          Sign out
        </Button>
      </>
    );
  return (
    <>
      {sessionEnd.value !== '' && (
        <span class="field-error" role="alert">
          {sessionEnd.value}
        </span>
      )}
      {credentials.value === '' && <SignInButton kind="quiet" />}
      <Button kind="quiet" onClick={openTokenDialog}>
        {pastedToken.value === '' ? 'Set token' : 'Token set'}
      </Button>
    </>
  );
}
