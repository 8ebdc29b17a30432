import { google } from '../../gen/bigtable';
import { VERSION } from '../../platform/process/version';

/**
 * Features that this client supports and the service may use. Each flag has its code: see retry.ts and scan-plan.ts.
 */
const FEATURES = google.bigtable.v2.FeatureFlags.encode({
  reverseScans: true,
  lastScannedRowResponses: true,
  routingCookie: true,
  retryInfo: true,
}).finish();

export const CLIENT_VERSION = VERSION;

export const USER_AGENT = `tidemark/${CLIENT_VERSION} node-http2/${process.versions.node}`;

/** Metadata of every call, in the form that Google's clients send. */
export const CLIENT_METADATA: Readonly<Record<string, string>> = Object.freeze({
  'x-goog-api-client': `gl-node/${process.versions.node} gccl/${CLIENT_VERSION} tidemark/${CLIENT_VERSION}`,
  'bigtable-features': Buffer.from(FEATURES).toString('base64url'),
});
