/**
 * For trying out callers on one machine: makes a key pair, writes the public key and an access file that trusts it into the
 * folder, and beside them a token of an hour, with every scope and the groups of all DataTypes that come with Tidemark.
 *
 *   node infra/examples/access/try-out.mjs .tidemark/try-out
 *   TIDEMARK_ACCESS_FILE=.tidemark/try-out/access.json npm start
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node infra/examples/access/try-out.mjs <folder>');
  process.exit(2);
}

const ISSUER = 'try-out';
const GROUPS = [
  'ads-ingestion',
  'ads-serving',
  'ads-measurement',
  'ads-personalization',
  'campaign-management',
  'campaign-delivery',
];
const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'access.schema.json'), 'utf8'));
const scopes = schema.definitions.scope.enum;

const { publicKey, privateKey } = await generateKeyPair('ES256');
const key = { ...(await exportJWK(publicKey)), kid: 'try-out', alg: 'ES256', use: 'sig' };
const access = {
  issuers: [{ issuer: ISSUER, audiences: ['tidemark'], jwksFile: 'keys.json' }],
  callers: { me: { scopes, groups: GROUPS } },
};
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'keys.json'), `${JSON.stringify({ keys: [key] }, null, 2)}\n`);
writeFileSync(join(folder, 'access.json'), `${JSON.stringify(access, null, 2)}\n`);

const token = await new SignJWT()
  .setProtectedHeader({ alg: key.alg, kid: key.kid })
  .setIssuer(ISSUER)
  .setAudience('tidemark')
  .setSubject('me')
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(privateKey);
writeFileSync(join(folder, 'token'), `${token}\n`, { mode: 0o600 });
console.log(`Made ${join(folder, 'access.json')}, and a token of an hour in ${join(folder, 'token')}.`);
