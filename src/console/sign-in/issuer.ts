/**
 * Requests of the sign-in: OpenID Connect's authorization code flow with PKCE, for a client without a secret. The library checks
 * the answers; this file is loaded when a user signs in or a token is renewed.
 */
import * as oauth from 'oauth4webapi';
import type { SignInSettings } from './settings';
import { SignInError } from './sign-in-error';
import type { StartedSignIn } from './started-sign-in';
import { lifetimeMsOf } from './token-lifetime';

/** Tokens of a signed-in user. */
export interface IssuedTokens {
  /** Token that is sent to the server. */
  readonly token: string;
  /** Time at which it expires, in milliseconds since the Unix epoch, by the clock of the browser. */
  readonly expiresAtMs: number;
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
}

/** Difference between the clocks of issuer and browser that is accepted, in seconds: that of the server, too. */
const CLOCK_TOLERANCE_SECONDS = 30;
const TIMEOUT_MS = 10_000;

/** Address to which the issuer sends the browser back. */
function redirectUri(): string {
  return `${location.origin}/console/signed-in`;
}

/** Returns the address of the issuer's page, and what has to be remembered until it answers. */
export async function prepareSignIn(
  settings: SignInSettings,
): Promise<Omit<StartedSignIn, 'returnTo' | 'startedAtMs'> & { readonly url: string }> {
  const server = await discover(settings);
  if (server.authorization_endpoint === undefined) throw lacks(settings, 'authorization_endpoint');
  const [state, nonce, verifier] = [
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
    oauth.generateRandomCodeVerifier(),
  ];
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    ...settings.parameters,
    client_id: settings.clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Issuers give a token for renewals only after the user has agreed.
    ...(settings.scopes.split(' ').includes('offline_access') && { prompt: 'consent' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, nonce, verifier };
}

/** Exchanges the code of the issuer's answer for tokens. Throws if the answer belongs to another sign-in. */
export async function completeSignIn(
  settings: SignInSettings,
  answer: URL,
  { state, nonce, verifier }: StartedSignIn,
): Promise<IssuedTokens> {
  const server = await discover(settings);
  const client = clientOf(settings);
  return explained(settings, async () => {
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri(),
      verifier,
      { ...requestOptions(settings), additionalParameters: settings.parameters },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    return issuedTokens(tokens, settings);
  });
}

/** Returns new tokens for a refresh token. */
export async function renewTokens(
  settings: SignInSettings,
  before: IssuedTokens & { readonly refreshToken: string },
): Promise<IssuedTokens> {
  const server = await discover(settings);
  const client = clientOf(settings);
  return explained(settings, async () => {
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), before.refreshToken, {
      ...requestOptions(settings),
      additionalParameters: settings.parameters,
    });
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    const { refreshToken, idToken, ...issued } = issuedTokens(tokens, settings);
    return {
      ...issued,
      refreshToken: refreshToken ?? before.refreshToken,
      idToken: idToken ?? before.idToken,
    };
  });
}

/** Returns the address that ends the session at the issuer; undefined if the issuer has none. */
export async function signOutUrl(
  settings: SignInSettings,
  idToken: string | undefined,
): Promise<string | undefined> {
  const { end_session_endpoint: endpoint } = await discover(settings);
  if (endpoint === undefined) return undefined;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', settings.clientId);
  url.searchParams.set('post_logout_redirect_uri', `${location.origin}/console`);
  if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

async function discover(settings: SignInSettings): Promise<oauth.AuthorizationServer> {
  if (!isSecureContext)
    throw new SignInError(
      'Signing in needs HTTPS: open the console at an https:// address, or at localhost.',
    );
  return explained(settings, async () => {
    const issuer = new URL(settings.issuer);
    const response = await oauth.discoveryRequest(issuer, requestOptions(settings));
    const server = await oauth.processDiscoveryResponse(issuer, response);
    if (server.token_endpoint === undefined) throw lacks(settings, 'token_endpoint');
    if (new URL(server.token_endpoint).origin !== issuer.origin)
      throw new SignInError(
        `The token endpoint of ${settings.issuer} has another origin, ${new URL(server.token_endpoint).origin}. The content ` +
          'policy of the console allows the origin of the issuer only: paste a token instead.',
      );
    if (server.code_challenge_methods_supported?.includes('S256') === false)
      throw new SignInError(`${settings.issuer} does not support PKCE with S256: paste a token instead.`);
    return server;
  });
}

function issuedTokens(
  tokens: Partial<oauth.TokenEndpointResponse>,
  { token: kind, issuer }: SignInSettings,
): IssuedTokens {
  const token = kind === 'id' ? tokens.id_token : tokens.access_token;
  const lifetimeMs = token === undefined ? undefined : lifetimeMsOf(token);
  if (token === undefined || lifetimeMs === undefined)
    throw new SignInError(
      `The access token of ${issuer} is not a JWT with an expiry, so this server cannot verify it. Set ` +
        'TIDEMARK_CONSOLE_OIDC_PARAMETERS to the API of this server (resource=… or audience=…), or ' +
        'TIDEMARK_CONSOLE_OIDC_TOKEN to id.',
    );
  const expiresInMs =
    kind === 'access' && tokens.expires_in !== undefined ? tokens.expires_in * 1_000 : lifetimeMs;
  return {
    token,
    expiresAtMs: Date.now() + expiresInMs,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
  };
}

function clientOf({ clientId }: SignInSettings): oauth.Client {
  return { client_id: clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
}

/** Options of each request. The server accepts plain HTTP for issuers on its own machine only. */
function requestOptions({ issuer }: SignInSettings) {
  return {
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  };
}

function lacks({ issuer }: SignInSettings, endpoint: string): SignInError {
  return new SignInError(`${issuer} names no ${endpoint} in its discovery document.`);
}

/** Runs a part of the sign-in, and replaces its error by one for the user. */
async function explained<T>(settings: SignInSettings, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw cause instanceof SignInError ? cause : explanationOf(cause, settings);
  }
}

function explanationOf(cause: unknown, { issuer }: SignInSettings): SignInError {
  if (cause instanceof oauth.AuthorizationResponseError)
    return new SignInError(
      cause.error === 'access_denied'
        ? `The sign-in was cancelled, or ${issuer} denies access${described(cause.error_description)}.`
        : `${issuer} answered ${cause.error}${described(cause.error_description)}.`,
      { cause },
    );
  if (cause instanceof oauth.ResponseBodyError)
    return new SignInError(`${issuer} gave no token: ${cause.error}${described(cause.error_description)}.`, {
      isFinal: cause.status < 500,
      cause,
    });
  if (cause instanceof TypeError || (cause as Error).name === 'TimeoutError')
    return new SignInError(
      `${issuer} cannot be reached from this page. Check that it runs, and that it allows requests of ${location.origin} (CORS).`,
      { cause },
    );
  const { message } = cause as Error;
  return new SignInError(`The answer of ${issuer} was rejected: ${message}. Sign in again.`, { cause });
}

const described = (description: string | undefined): string =>
  description === undefined ? '' : ` (${description.replace(/\.$/, '')})`;
