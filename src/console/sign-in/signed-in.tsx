import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { isTidemarkError } from '../../client';
import { Button } from '../components/button';
import { Loading } from '../components/loading';
import { currentClient } from '../data/client';
import { openTokenDialog } from '../data/token';
import { finishSignIn } from './actions';
import { endSession } from './session';
import { SignInButton } from './sign-in-button';

/** Path of the page below /console. */
export const SIGNED_IN_PATH = '/signed-in';

/** Page to which the issuer sends the browser back. It completes the sign-in and leads to the page from which it began. */
export function SignedIn() {
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    document.title = 'Signing in · Tidemark console';
    const answer = new URL(location.href);
    // The address has a code, which neither the history nor a reload should repeat.
    history.replaceState(null, '', location.pathname);
    finishSignIn(answer)
      .then(async (returnTo) => {
        await rejectUselessToken();
        navigate(pathBelowConsole(returnTo), { replace: true });
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  }, []);
  return (
    <>
      <header class="page-head">
        <h1>{failure === '' ? 'Signing in' : 'The sign-in failed'}</h1>
      </header>
      {failure === '' ? (
        <Loading label="The server checks the token" />
      ) : (
        <div class="error-note" role="alert">
          <p>{failure}</p>
          <div class="actions">
            <SignInButton kind="primary" returnTo="/console" />
            <Button onClick={openTokenDialog}>Paste a token</Button>
          </div>
        </div>
      )}
    </>
  );
}

/** Throws if the server rejects the token. A caller without the scope of the console may have others. */
async function rejectUselessToken(): Promise<void> {
  try {
    await currentClient().console.context();
  } catch (error) {
    if (!isTidemarkError(error, 'unauthenticated')) return;
    endSession();
    throw new Error(
      `This server rejects the token of the issuer: ${error.message}. Its access file and TIDEMARK_CONSOLE_OIDC_PARAMETERS must ` +
        'name the same audience.',
      { cause: error },
    );
  }
}

function pathBelowConsole(path: string): string {
  return path.replace(/^\/console/, '') || '/';
}
