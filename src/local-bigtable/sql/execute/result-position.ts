import { invalidArgumentError } from '../../grpc/rpc-error';
import { openToken, sealToken } from '../encode/tokens';

/** Progress of a result whose rows are sent while they are read. */
export interface ResultPosition {
  /** Key of the last row that was read; undefined at the start. */
  readonly lastKey: string | undefined;
  /** Rows that OFFSET has still to skip. */
  readonly toSkip: number;
  /** Rows that LIMIT still allows. */
  readonly toReturn: number;
}

/** Encodes a position of a query as a resume token; undefined at the end of the result. */
export function resumeToken(query: number, position: ResultPosition | undefined): Buffer {
  if (position === undefined) return sealToken({ query, end: true });
  const { lastKey, toSkip, toReturn } = position;
  // JSON has no Infinity.
  return sealToken({ query, lastKey, toSkip, toReturn: Number.isFinite(toReturn) ? toReturn : null });
}

/** Decodes a resume token: a position, or the end. Throws INVALID_ARGUMENT. */
export function positionOf(query: number, token: Uint8Array): ResultPosition | 'end' {
  const contents = openToken('resume_token', token) as TokenContents;
  if (contents.query !== query) {
    throw invalidArgumentError('resume_token belongs to another query or to other parameters');
  }
  if (contents.end === true) return 'end';
  const { lastKey, toSkip = 0, toReturn } = contents;
  return { lastKey, toSkip, toReturn: toReturn ?? Infinity };
}

interface TokenContents {
  readonly query?: number;
  readonly end?: boolean;
  readonly lastKey?: string;
  readonly toSkip?: number;
  readonly toReturn?: number | null;
}
