import type { KeySpan } from '../store/stored-table';
import { StreamPosition } from './stream-position';
import { minOf } from '../../core/shared/lists';

/** Section of a partition that was read further than the rest before partitions were merged. */
interface Ahead {
  readonly span: KeySpan;
  readonly position: StreamPosition;
}

/** Position from which to resume reading a partition: the contents of a continuation token. */
export class Bookmark {
  readonly position: StreamPosition;
  readonly ahead: readonly Ahead[];
  /**
   * The reader has read all changes up to this commit timestamp (microseconds). Shows whether the next changes may have
   * expired.
   */
  readonly completeUpTo: number;

  constructor(position: StreamPosition, completeUpTo: number, ahead: readonly Ahead[] = []) {
    this.position = position;
    this.completeUpTo = completeUpTo;
    this.ahead = ahead;
  }

  /** Creates a bookmark for all changes after a commit timestamp. */
  static after(commitMicros: number): Bookmark {
    return new Bookmark(new StreamPosition(commitMicros), commitMicros);
  }

  /** Merges the bookmarks of partitions that were merged. */
  static merged(parts: readonly { readonly span: KeySpan; readonly bookmark: Bookmark }[]): Bookmark {
    const [first, second] = parts;
    if (first !== undefined && second === undefined) return first.bookmark;
    const position = StreamPosition.earliest(parts.map(({ bookmark }) => bookmark.position));
    const completeUpTo = minOf(parts.map(({ bookmark }) => bookmark.completeUpTo));
    const ahead = parts.flatMap(({ span, bookmark }) => [
      { span, position: bookmark.position },
      ...bookmark.ahead,
    ]);
    return new Bookmark(position, completeUpTo, ahead);
  }

  /** Returns whether a change of this row, next by position, has already been read. */
  hasRead(rowKey: string, origin: string, commitMicros: number): boolean {
    return this.ahead.some(
      ({ span, position }) => isKeyWithin(rowKey, span) && commitMicros <= position.lastRead(origin),
    );
  }

  /** Encodes a token that is valid for this table only. */
  encode(table: number): string {
    const { position, completeUpTo } = this;
    const ahead = this.ahead.filter((part) => !position.isAtOrPast(part.position));
    return Buffer.from(JSON.stringify({ table, completeUpTo, position, ahead }), 'latin1').toString(
      'base64url',
    );
  }

  /** Decodes a token; undefined when it is not a token of this table. */
  static decode(token: string, table: number): Bookmark | undefined {
    const json = parse(token);
    if (json?.table !== table || !Number.isSafeInteger(json.completeUpTo) || !Array.isArray(json.ahead)) {
      return undefined;
    }
    const position = StreamPosition.from(json.position);
    const ahead = json.ahead.map(aheadFrom);
    if (position === undefined || !ahead.every((part) => part !== undefined)) return undefined;
    return new Bookmark(position, json.completeUpTo!, ahead);
  }
}

/** Returns whether the span contains the key. */
export const isKeyWithin = (key: string, { start, end }: KeySpan): boolean =>
  key >= start && (end === undefined || key < end);

interface TokenJson {
  readonly table: number;
  readonly completeUpTo: number;
  readonly position: unknown;
  readonly ahead: readonly unknown[];
}

function parse(token: string): Partial<TokenJson> | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('latin1'));
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

function aheadFrom(json: unknown): Ahead | undefined {
  const { span, position } = (json ?? {}) as Partial<Ahead>;
  const at = StreamPosition.from(position);
  if (at === undefined || typeof span?.start !== 'string') return undefined;
  return { span: { start: span.start, end: span.end }, position: at };
}
