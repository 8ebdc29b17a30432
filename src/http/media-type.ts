import { TidemarkError } from '../errors';

/** Media types of request and response bodies. */
export type MediaType =
  | 'application/json'
  | 'application/x-protobuf'
  | 'application/problem+json'
  | 'application/x-ndjson'
  | 'text/plain; version=0.0.4; charset=utf-8'
  | 'text/event-stream'
  | 'text/html; charset=utf-8'
  | 'text/css; charset=utf-8'
  | 'text/javascript; charset=utf-8'
  | 'image/svg+xml';

/** Alternative names of media types. */
const ALIASES: Readonly<Record<string, MediaType>> = {
  'application/protobuf': 'application/x-protobuf',
  'application/vnd.google.protobuf': 'application/x-protobuf',
};

/** Returns the media type of a request body. Throws `unsupported_media_type` unless it is one of `supported`. */
export function parseContentType(header: string | undefined, supported: readonly MediaType[]): MediaType {
  if (header === supported[0]) return header as MediaType;
  const [name = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const type = ALIASES[name.trim()] ?? name.trim();
  const found = supported.find((each) => each === type);
  if (found === undefined) throw unsupported(header, supported);
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1];
    if (charset !== undefined && charset !== 'utf-8') throw unsupported(header, supported);
  }
  return found;
}

function unsupported(header: string | undefined, supported: readonly MediaType[]): TidemarkError {
  const given = header === undefined ? 'missing content type' : `"${header}" is not supported`;
  return new TidemarkError('unsupported_media_type', `${given}; send ${supported.join(' or ')}`, {
    field: 'content-type',
  });
}

/** Returns the offered media type that the header `accept` prefers, or the first one if it has no preference. */
export function negotiate(accept: string | undefined, offered: readonly MediaType[]): MediaType | undefined {
  const first = offered[0];
  if (accept === undefined || accept === '*/*' || first === undefined || accept === first) return first;
  const ranges = accept.toLowerCase().split(',').map(parseRange);
  let best: { type: MediaType; quality: number } | undefined;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (best !== undefined) return best.type;
  throw new TidemarkError('not_acceptable', `must accept ${offered.join(' or ')}`, { field: 'accept' });
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function parseRange(range: string): MediaRange {
  const [name = '', ...parameters] = range.split(';');
  const weight = parameters
    .map((each) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/.exec(each)?.[1])
    .find(Boolean);
  const type = ALIASES[name.trim()] ?? name.trim();
  return { type, quality: weight === undefined ? 1 : Number(weight) };
}

/** Returns the quality of a media type, which the most specific matching range decides (RFC 9110, 12.5.1). */
function qualityOf(type: MediaType, ranges: readonly MediaRange[]): number {
  const essence = type.split(';', 1)[0] as string;
  for (const wanted of [essence, `${essence.split('/', 1)[0]}/*`, '*/*']) {
    const range = ranges.find((each) => each.type === wanted);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
