/**
 * Process of an OpenID Connect provider with pages for login and consent. Arguments: its port, the origin of the console, and the
 * scopes of the API, which it has for every audience.
 */
import { generateKeyPair, exportJWK } from 'jose';
import Provider from 'oidc-provider';

const [port, consoleOrigin, scopes] = process.argv.slice(2);
const ALG = 'ES256';
const { privateKey } = await generateKeyPair(ALG, { extractable: true });
const key = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: ALG, use: 'sig' };

const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [key] },
  clients: [
    {
      client_id: 'console',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [`${consoleOrigin}/console/signed-in`],
      post_logout_redirect_uris: [`${consoleOrigin}/console`],
      id_token_signed_response_alg: ALG,
    },
  ],
  clientBasedCORS: () => true,
  pkce: { required: () => true },
  cookies: { keys: ['key of the tests'] },
  enabledJWA: { idTokenSigningAlgValues: [ALG] },
  ttl: {
    AccessToken: 300,
    IdToken: 3_600,
    Session: 3_600,
    Grant: 3_600,
    Interaction: 600,
    RefreshToken: 3_600,
  },
  features: {
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, audience) => ({
        scope: scopes,
        audience,
        accessTokenTTL: 300,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: ALG } },
      }),
    },
  },
});
provider.listen(Number(port), '127.0.0.1', () => undefined);
