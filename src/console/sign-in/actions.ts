/** Actions of the buttons of the sign-in. */
import { setToken } from '../data/token';
import { endSession, sessionIdToken, startSession } from './session';
import { loadSignInSettings } from './settings';
import { SignInError } from './sign-in-error';
import { rememberSignIn, takeStartedSignIn } from './started-sign-in';

const NONE = 'This server has no sign-in: paste a token instead.';
const FOREIGN =
  'The answer does not belong to a sign-in that this tab has started in the last minutes. Sign in again.';

/** Leads to the page of the issuer. The user returns to the present page of the console. */
export async function signIn(returnTo = location.pathname + location.search): Promise<void> {
  const settings = await loadSignInSettings();
  if (settings === undefined) throw new SignInError(NONE);
  const { prepareSignIn } = await import('./issuer');
  const { url, ...started } = await prepareSignIn(settings);
  rememberSignIn({ ...started, returnTo, startedAtMs: Date.now() });
  location.assign(url);
}

/** Completes a sign-in with the answer of the issuer. Returns the path to which the user returns. */
export async function finishSignIn(answer: URL): Promise<string> {
  const started = takeStartedSignIn();
  const settings = await loadSignInSettings();
  if (settings === undefined) throw new SignInError(NONE);
  if (started === undefined || answer.searchParams.get('state') !== started.state)
    throw new SignInError(FOREIGN);
  const { completeSignIn } = await import('./issuer');
  const issued = await completeSignIn(settings, answer, started);
  setToken('');
  startSession(issued);
  return started.returnTo;
}

/** Forgets the session here, and ends it at the issuer if that has an address for it. */
export async function signOut(): Promise<void> {
  const idToken = sessionIdToken();
  const settings = await loadSignInSettings();
  endSession();
  if (settings === undefined) return;
  const { signOutUrl } = await import('./issuer');
  const url = await signOutUrl(settings, idToken);
  if (url !== undefined) location.assign(url);
}
