import type { Access } from '../core/access/scopes';
import type { ErrorCode } from '../errors';
import type { ApiRequest } from './api-request';
import type { MediaType } from './media-type';

export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** JSON Schema 2020-12, as OpenAPI 3.1 embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** A body in one media type. `schema` is absent for binary bodies, whose form `description` tells. */
export interface BodyForm {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export type BodyForms = Readonly<Partial<Record<MediaType, BodyForm>>>;

/** Headers of answers, which the OpenAPI document describes. */
export type ResponseHeaderName =
  | 'x-tidemark-timestamp-ms'
  | 'tidemark-consistency'
  | 'tidemark-cluster'
  | 'tidemark-tier'
  | 'tidemark-lookups'
  | 'tidemark-staleness-ms'
  | 'tidemark-token'
  | 'etag'
  | 'tidemark-pacing-age-ms'
  | 'tidemark-pacing-stale';

/** Among whom the caller must be, of which DataTypes; `of` is for people. */
export interface DataAccessRule {
  readonly needs: 'reader' | 'writer';
  readonly dataTypes: string;
}

export interface ApiResponse {
  readonly status: number;
  /** Absent where there is no body. */
  readonly mediaType?: MediaType;
  readonly body?: string | Buffer;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
  /** Absent: `no-store`. */
  readonly cacheControl?: string;
  /** The header `content-security-policy`. Absent: nothing may be loaded or run. */
  readonly contentPolicy?: string;
  /** Set where the answer tells of a failure. */
  readonly errorCode?: ErrorCode;
}

/**
 * One endpoint: everything the router, the runner and the OpenAPI document need to know of it. `handle` parses,
 * calls one operation and answers; what every endpoint has in common is the runner's business.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  /** An OpenAPI path template, e.g. `/v1/corpora/{corpus}/objects:batchGet`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Events' | 'Counts' | 'Caps' | 'Features' | 'Campaigns' | 'Objects' | 'Schema' | 'Operation';
  /** The scope that a caller needs, where callers are told apart; nothing is needed for what is public. */
  readonly access: Access;
  /** What else he needs, as the handler asks once it knows which DataTypes the request touches. Absent: it touches none. */
  readonly dataAccess?: DataAccessRule;
  readonly parameters?: readonly Parameter[];
  /** Absent: the endpoint takes no body. */
  readonly request?: BodyForms;
  readonly response: {
    readonly status: number;
    readonly description: string;
    readonly forms: BodyForms;
    /** Those that only some endpoints send; on failures too where the answer stands on evidence. */
    readonly headers?: readonly ResponseHeaderName[];
    /** Whether a caller that has the answer already, as `if-none-match` says, is answered 304. */
    readonly conditional?: boolean;
  };
  /** Codes that this endpoint itself can answer with, besides those any endpoint can. */
  readonly errors: readonly ErrorCode[];
  /** Takes the short path past Express, and is logged at `debug`. */
  readonly hot?: boolean;
  /** Probes: answered also while draining or overloaded, and logged at `debug`. */
  readonly probe?: boolean;
  /** Many things at once: the first to be refused when the server has too much to do. */
  readonly bulk?: boolean;
  /** Largest body in bytes, where that is less than what the server takes at most. */
  readonly bodyBytesMax?: number;
  /** Longest deadline of a request, milliseconds, where that grows with its body; absent: the usual one. */
  readonly longestTimeoutMs?: number;
  handle(request: ApiRequest): Promise<ApiResponse> | ApiResponse;
}

const NO_HEADERS: readonly string[] = Object.freeze([]);

export function jsonResponse(value: unknown, headers = NO_HEADERS): ApiResponse {
  return jsonTextResponse(JSON.stringify(value), headers);
}

export function jsonTextResponse(body: string, headers = NO_HEADERS): ApiResponse {
  return { status: 200, mediaType: 'application/json', body, headers };
}
