import { qualifierMatches, quoteBytes } from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import {
  columnMarker,
  FAMILY_MARKER,
  VERSION_DIGITS,
  versionMarker,
} from '../../core/objects/delete-markers';

/**
 * Passes the named columns of a family, and every marker that may hide a cell of theirs. `prefix`: bytes before the names
 * and the markers of all these columns.
 */
export function columnsWithMarkers(qualifiers: readonly Buffer[], prefix: Buffer = NO_PREFIX): Filter {
  const columns = [...qualifiers, ...qualifiers.map(columnMarker), FAMILY_MARKER].map(quoted);
  const deletedVersions = `${VERSION_MARKER}[0-9a-f]{${VERSION_DIGITS}}`;
  return qualifierMatches(`${quoted(prefix)}(?:${deletedVersions})?(?:${columns.join('|')})`);
}

const NO_PREFIX = Buffer.alloc(0);

const quoted = (qualifier: Buffer): string => quoteBytes(qualifier).toString('latin1');

const VERSION_MARKER = quoted(versionMarker(Buffer.alloc(0), 0).subarray(0, -VERSION_DIGITS));
