import { invalidArgument } from '../../../errors';
import { isSecureUrl } from '../../../platform/network/secure-url';
import { oneOf, text, type Environment, type VariableParser } from '../../environment';

/** Settings of the console as a public client of an OpenID Connect issuer, at which its users sign in. */
export interface ConsoleSignIn {
  readonly issuer: string;
  readonly clientId: string;
  /** Scopes that are requested, separated by spaces. */
  readonly scopes: string;
  /** Further parameters of the requests to the issuer, such as `resource`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Token of the issuer that the console sends to this server. */
  readonly token: 'access' | 'id';
}

const ISSUER = 'TIDEMARK_CONSOLE_OIDC_ISSUER';
const CLIENT_ID = 'TIDEMARK_CONSOLE_OIDC_CLIENT_ID';

const issuerUrl: VariableParser<string> = {
  expected: 'an https:// URL without a query, or an http:// URL of a loopback address',
  parse: (value) => (isSecureUrl(value) ? value : undefined),
};

/** Parameters that the protocol needs, which the configuration cannot replace. */
const RESERVED: readonly string[] = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'code',
  'code_verifier',
  'grant_type',
  'refresh_token',
];

const parameters: VariableParser<Readonly<Record<string, string>>> = {
  expected:
    '`name=value&name=value`, percent-encoded, without what the protocol sets (`state`, `scope` and others)',
  parse(value) {
    const entries = Object.fromEntries(new URLSearchParams(value));
    return Object.keys(entries).some((name) => name === '' || RESERVED.includes(name)) ? undefined : entries;
  },
};

const scopeNames: VariableParser<string> = {
  expected: 'names separated by spaces, one of them `openid`',
  parse: (value) => (value.split(' ').includes('openid') ? value : undefined),
};

/** Returns undefined if users of the console do not sign in. */
export function readConsoleSignIn(env: Environment): ConsoleSignIn | undefined {
  const issuer = env.get(
    ISSUER,
    issuerUrl,
    undefined,
    'OpenID Connect issuer at which users of the console sign in',
  );
  const clientId = env.get(
    CLIENT_ID,
    text,
    undefined,
    'Client of the console at that issuer, without a secret',
  );
  const about = {
    scopes: env.get(
      'TIDEMARK_CONSOLE_OIDC_SCOPES',
      scopeNames,
      'openid',
      'Scopes that the console requests; with `offline_access` most issuers let it renew the token',
    ),
    parameters: env.get(
      'TIDEMARK_CONSOLE_OIDC_PARAMETERS',
      parameters,
      {},
      'Further parameters of its requests to the issuer, such as `resource` or `audience`',
    ),
    token: env.get(
      'TIDEMARK_CONSOLE_OIDC_TOKEN',
      oneOf(['access', 'id'] as const),
      'access',
      'Token that the console sends to this server',
    ),
  };
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined) throw invalidArgument(ISSUER, `is required with ${CLIENT_ID}`);
  if (clientId === undefined) throw invalidArgument(CLIENT_ID, `is required with ${ISSUER}`);
  return { issuer, clientId, ...about };
}
