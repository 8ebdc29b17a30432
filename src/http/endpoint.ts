import type { Access } from '../core/access/scopes';
import type { ErrorCode } from '../errors';
import type { ApiRequest } from './api-request';
import type { MediaType } from './media-type';
import type { AnswerParts, ResponseBody } from './response-body';

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

/** A body in one media type. Without `schema` it is bytes; the description of the endpoint names the message. */
interface BodyForm {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export type BodyForms = Readonly<Partial<Record<MediaType, BodyForm>>>;

/** Response headers that the OpenAPI document describes. */
export type ResponseHeaderName =
  | 'x-tidemark-timestamp-ms'
  | 'tidemark-consistency'
  | 'tidemark-cluster'
  | 'tidemark-tier'
  | 'tidemark-lookups'
  | 'tidemark-staleness-ms'
  | 'tidemark-token'
  | 'tidemark-generations'
  | 'etag'
  | 'tidemark-pacing-age-ms'
  | 'tidemark-pacing-stale';

/**
 * List of readers or writers that must contain the caller. `dataTypes` describes the DataTypes in prose for the
 * documentation.
 */
interface DataAccessRule {
  readonly needs: 'reader' | 'writer';
  readonly dataTypes: string;
}

export interface ApiResponse {
  readonly status: number;
  /** Absent if there is no body. */
  readonly mediaType?: MediaType;
  readonly body?: ResponseBody;
  /** Body that is made while it is sent, instead of `body`. The request keeps its slot until its end. */
  readonly parts?: AnswerParts;
  /** Headers as names and values in turn. */
  readonly headers?: readonly string[];
  /** Header `cache-control`. Default: `no-store`. */
  readonly cacheControl?: string;
  /** Header `content-security-policy`. Default: forbids loading and running anything. */
  readonly contentPolicy?: string;
  /** Error code of a failure. */
  readonly errorCode?: ErrorCode;
}

/**
 * One endpoint, with everything that routing, the request pipeline and the OpenAPI document need. `handle` parses the
 * request, calls one operation and encodes the answer. The pipeline does what all endpoints share.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  /** OpenAPI path template, such as `/v1/corpora/{corpus}/objects:batchGet`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag:
    | 'Events'
    | 'Counts'
    | 'Caps'
    | 'Features'
    | 'Campaigns'
    | 'Objects'
    | 'Locations'
    | 'Subjects'
    | 'Schema'
    | 'Operation';
  /** Required scope, or `public`. Servers without authentication do not check it. */
  readonly access: Access;
  /** Required access to data, which the handler checks once it knows the DataTypes. Absent if it accesses none. */
  readonly dataAccess?: DataAccessRule;
  readonly parameters?: readonly Parameter[];
  /** Request bodies by media type. Absent if the endpoint takes no body. */
  readonly request?: BodyForms;
  readonly response: {
    readonly status: number;
    readonly description: string;
    readonly forms: BodyForms;
    /** Response headers beyond the common ones. Answers about absent data have them, too. */
    readonly headers?: readonly ResponseHeaderName[];
    /** Whether the answer is 304 if `if-none-match` has the current tag. Default: false. */
    readonly conditional?: boolean;
    /** Why the answer may be 302, with the header `location`. Absent if it never is. */
    readonly redirect?: string;
  };
  /** Error codes beyond those that every endpoint can return. */
  readonly errors: readonly ErrorCode[];
  /** Whether requests are so many that they bypass Express and are logged at level debug. Default: false. */
  readonly highVolume?: boolean;
  /** Whether requests are answered while draining or overloaded, and logged at level debug. Default: false. */
  readonly probe?: boolean;
  /** Whether requests are large and rejected first during overload. Default: false. */
  readonly bulk?: boolean;
  /** Maximum size of the body in bytes, if less than that of the server. */
  readonly bodyBytesMax?: number;
  /** Longest deadline in milliseconds, if it grows with the body. Default: that of the server. */
  readonly longestTimeoutMs?: number;
  handle(request: ApiRequest): Promise<ApiResponse> | ApiResponse;
}

const NO_HEADERS: readonly string[] = Object.freeze([]);

/** Returns an answer with status 200 and the value as JSON. */
export function jsonResponse(value: unknown, headers = NO_HEADERS): ApiResponse {
  return jsonTextResponse(JSON.stringify(value), headers);
}

/** Returns an answer with status 200 and a body that is JSON text already. */
export function jsonTextResponse(body: ResponseBody, headers = NO_HEADERS): ApiResponse {
  return { status: 200, mediaType: 'application/json', body, headers };
}

/** Returns an answer with status 200 and a protobuf message. */
export function protobufResponse(body: Buffer, headers = NO_HEADERS): ApiResponse {
  return { status: 200, mediaType: 'application/x-protobuf', body, headers };
}
