import { isMarker } from '../../../src/core/delete-markers';
import type { Mutation } from '../../../src/bigtable/types';
import type { Reader, Writer } from '../../../src/watermark/store';

/** What protects the promises, one switch each: without one of them violations must show. */
export interface Guards {
  /** A deletion leaves a marker, which hides what arrives late. */
  readonly markers: boolean;
  /** A write is acknowledged once every clock has passed its version. */
  readonly commitWait: boolean;
  /** A version lies above everything that the row shows. */
  readonly hybridVersions: boolean;
}

/** Returns the writer of versioned writes as the guards have it. */
export function guardedWriter(writer: Writer, { markers }: Guards): Pick<Writer, 'mutateRow'> {
  if (markers) return writer;
  return {
    mutateRow: (table, { key, mutations }, options) =>
      writer.mutateRow(table, { key, mutations: withoutMarkers(mutations) }, options),
  };
}

/** Returns the reader of versioned writes as the guards have it: what it does not show, versions are not above of. */
export function guardedReader(reader: Reader, { hybridVersions }: Guards): Pick<Reader, 'readRow'> {
  if (hybridVersions) return reader;
  return {
    readRow: async (read, consistency, options) => ({
      ...(await reader.readRow(read, consistency, options)),
      row: undefined,
    }),
  };
}

/** Keeps one mutation at least, as a request needs. */
function withoutMarkers(mutations: readonly Mutation[]): readonly Mutation[] {
  const left = mutations.filter(({ setCell }) => !isMarker(Buffer.from(setCell?.columnQualifier ?? '')));
  return left.length > 0 ? left : mutations;
}
