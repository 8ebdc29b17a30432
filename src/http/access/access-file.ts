/**
 * Parses access files: JSON with the trusted issuers, and the scopes, groups and limits of callers. docs/security.md
 * describes them, and infra/examples/access/access.schema.json is their schema for editors.
 */
import { dirname, resolve } from 'node:path';
import type { CallerLimits } from '../../core/access/caller';
import { SCOPES, type Scope } from '../../core/access/scopes';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument, TidemarkError } from '../../errors';
import {
  Fields,
  jsonFlag,
  jsonInteger,
  jsonList,
  jsonEntries,
  jsonNumber,
  jsonString,
  type JsonReader,
} from '../../core/json/json-readers';
import { didYouMean } from '../../core/json/did-you-mean';
import type { FileContents } from '../../platform/files/watch-file';
import type { AccessRules, CallerRules, IssuerRules, KeySource } from './access-rules';
import { isSecureUrl } from '../../platform/network/secure-url';

const { issuersMax, callersMax } = DEFAULTS.access;

/**
 * Parses the contents of an access file. Throws `invalid_argument` whose message names the file. Its field is a path
 * into the document, or the environment variable if the file cannot be parsed at all.
 */
export function readAccessFile(contents: FileContents, file: string): AccessRules {
  try {
    if ('failure' in contents) throw invalidArgument(VARIABLE, `cannot be read: ${contents.failure.message}`);
    return parseAccess(parseJson(contents.text), dirname(file));
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    throw invalidArgument(error.field ?? VARIABLE, `${error.message} (${file})`);
  }
}

const VARIABLE = 'TIDEMARK_ACCESS_FILE';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalidArgument(VARIABLE, `is not JSON: ${(error as Error).message}`);
  }
}

/**
 * Parses an access document. Names of key files are relative to `folder`. Throws `invalid_argument` with a path into
 * the document.
 */
export function parseAccess(json: unknown, folder: string): AccessRules {
  const fields = new Fields(json, '', ['$schema', 'issuers', 'callers', 'limits']);
  fields.optional('$schema', text, undefined);
  const limits = fields.optional('limits', limitsReader({}), {});
  const issuers = fields.required('issuers', jsonList(issuerReader(folder), 1));
  if (issuers.length > issuersMax)
    throw invalidArgument('issuers', `must have at most ${issuersMax} entries`);
  rejectAmbiguousIssuers(issuers);
  const callers = fields.optional('callers', jsonEntries(callerId, callerReader(limits)), []);
  if (callers.length > callersMax)
    throw invalidArgument('callers', `must have at most ${callersMax} entries`);
  for (const [id] of callers) rejectUnknownPrefix(id, issuers);
  return Object.freeze({ issuers, callers: new Map(callers), limits });
}

const text = jsonString(/^[^]{1,2048}$/, 'a string of up to 2048 characters');
const claim = jsonString(/^[^]{1,256}$/, 'the name of a claim');
const audience = jsonString(/^[^]{1,1024}$/, 'a string of up to 1024 characters');
const callerId = jsonString(/^[\x20-\x7e]{1,320}$/, 'up to 320 printable characters');
const group = jsonString(/^[a-zA-Z0-9][-_.:/a-zA-Z0-9]{0,127}$/, 'letters, digits and -_.:/');

const scope: JsonReader<Scope> = (value, path) => {
  const found = SCOPES.find((each) => each === value);
  if (found !== undefined) return found;
  const given = typeof value === 'string' ? value : JSON.stringify(value);
  throw invalidArgument(
    path,
    `unknown scope "${given}"${didYouMean(given, SCOPES)} (must be one of ${SCOPES.join(', ')})`,
  );
};

/**
 * Supported algorithms, all asymmetric: a shared secret that verifies tokens can also sign them, and "none" proves
 * nothing.
 */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;
const DEFAULT_ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'PS256'] as const;

const algorithm: JsonReader<string> = (value, path) => {
  const found = ALGORITHMS.find((each) => each === value);
  if (found !== undefined) return found;
  throw invalidArgument(
    path,
    `must be an asymmetric algorithm (${ALGORITHMS.join(', ')}), not ${JSON.stringify(value)}`,
  );
};

/**
 * Reads the URL of an issuer or its keys. Plain HTTP is rejected, since an attacker could replace the keys on their
 * way.
 */
const secureUrl: JsonReader<string> = (value, path) => {
  if (typeof value === 'string' && isSecureUrl(value)) return value;
  const expected = 'an https:// URL without a query, or an http:// URL of a loopback address';
  throw invalidArgument(path, `must be ${expected}, not ${JSON.stringify(value)}`);
};

const YEAR_SECONDS = 365 * 86_400;

const ISSUER_FIELDS = [
  'issuer',
  'audiences',
  'algorithms',
  'jwksUri',
  'jwksFile',
  'callerClaim',
  'callerPrefix',
  'scopeClaim',
  'groupsClaim',
  'purposesClaim',
  'accessLocationClaim',
  'accessTokensOnly',
  'tokenAgeMaxSeconds',
] as const;
type IssuerFields = Fields<(typeof ISSUER_FIELDS)[number]>;

const issuerReader =
  (folder: string): JsonReader<IssuerRules> =>
  (value, path) => {
    const fields: IssuerFields = new Fields(value, path, ISSUER_FIELDS);
    const scopeClaim = fields.optional('scopeClaim', claim, undefined);
    const groupsClaim = fields.optional('groupsClaim', claim, undefined);
    const purposesClaim = fields.optional('purposesClaim', claim, undefined);
    const accessLocationClaim = fields.optional('accessLocationClaim', claim, undefined);
    const tokenAgeMaxSeconds = fields.optional('tokenAgeMaxSeconds', jsonInteger(1, YEAR_SECONDS), undefined);
    const keys = keySourceOf(fields, folder);
    return Object.freeze({
      // Without discovery, the issuer is a name that is only compared.
      issuer: fields.required('issuer', keys.kind === 'discovery' ? secureUrl : text),
      audiences: fields.required('audiences', jsonList(audience, 1)),
      algorithms: fields.optional('algorithms', jsonList(algorithm, 1), DEFAULT_ALGORITHMS),
      keys,
      accessTokensOnly: fields.optional('accessTokensOnly', jsonFlag, false),
      tokenAgeMaxSeconds,
      callerClaim: fields.optional('callerClaim', claim, 'sub'),
      callerPrefix: fields.optional(
        'callerPrefix',
        jsonString(/^[\x20-\x7e]{1,64}$/, 'up to 64 characters'),
        '',
      ),
      scopeClaim,
      groupsClaim,
      purposesClaim,
      accessLocationClaim,
    });
  };

function keySourceOf(fields: IssuerFields, folder: string): KeySource {
  if (fields.has('jwksFile')) {
    fields.reject(['jwksUri'], 'cannot be combined with jwksFile');
    return { kind: 'file', file: resolve(folder, fields.required('jwksFile', text)) };
  }
  if (!fields.has('jwksUri')) return { kind: 'discovery' };
  return { kind: 'uri', uri: fields.required('jwksUri', secureUrl) };
}

/** Throws unless caller prefixes are unambiguous: two issuers may give the same name to different callers. */
function rejectAmbiguousIssuers(issuers: readonly IssuerRules[]): void {
  for (const [index, { issuer, callerPrefix }] of issuers.entries()) {
    const before = issuers.slice(0, index);
    if (before.some((other) => other.issuer === issuer))
      throw invalidArgument(`issuers[${index}].issuer`, `"${issuer}" is listed twice`);
    const same = before.findIndex((other) => overlap(other.callerPrefix, callerPrefix));
    if (same < 0) continue;
    throw invalidArgument(
      `issuers[${index}].callerPrefix`,
      `must distinguish its callers from those of issuers[${same}]: each of several issuers needs a prefix, and no prefix may begin with another`,
    );
  }
}

const overlap = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** Throws if the caller's id does not begin with the prefix of an issuer: no token could match it. */
function rejectUnknownPrefix(id: string, issuers: readonly IssuerRules[]): void {
  if (issuers.some(({ callerPrefix }) => id.startsWith(callerPrefix))) return;
  const prefixes = issuers.map(({ callerPrefix }) => `"${callerPrefix}"`).join(' or ');
  throw invalidArgument(`callers.${id}`, `must begin with the callerPrefix of an issuer: ${prefixes}`);
}

const callerReader =
  (limits: CallerLimits) =>
  (id: string, value: unknown, path: string): readonly [string, CallerRules] => {
    const fields = new Fields(value, path, ['scopes', 'groups', 'limits']);
    const rules = {
      scopes: fields.optional('scopes', jsonList(scope), []),
      groups: fields.optional('groups', jsonList(group), []),
      limits: fields.optional('limits', limitsReader(limits), limits),
    };
    return [id, Object.freeze(rules)];
  };

const RATE_MAX = 10_000_000;
const NO_LIMITS: CallerLimits = {};

/**
 * Reads limits, with defaults from `general`. A rate and its burst belong together: a caller's own rate does not get
 * the general burst.
 */
const limitsReader =
  (general: CallerLimits): JsonReader<CallerLimits> =>
  (value, path) => {
    const fields = new Fields(value, path, ['requestsPerSecond', 'burst', 'requestsInFlightMax']);
    if (!fields.has('requestsPerSecond')) fields.reject(['burst'], 'needs requestsPerSecond');
    const { requestsPerSecond, burst } = fields.has('requestsPerSecond') ? NO_LIMITS : general;
    const inFlight = jsonInteger(1, 1_000_000);
    return Object.freeze({
      requestsPerSecond: fields.optional('requestsPerSecond', jsonNumber(0.001, RATE_MAX), requestsPerSecond),
      burst: fields.optional('burst', jsonInteger(1, RATE_MAX), burst),
      requestsInFlightMax: fields.optional('requestsInFlightMax', inFlight, general.requestsInFlightMax),
    });
  };
