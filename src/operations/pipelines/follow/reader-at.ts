import { TidemarkError } from '../../../errors';
import type { Reader } from '../../../consistency/store';

export interface ReaderAtOptions {
  readonly reader: Pick<Reader, 'readRow'>;
  /** Id of the cluster whose change stream has the changes. */
  readonly cluster: string;
  /** Returns the id of a cluster's instance. */
  readonly instanceOf: (cluster: string) => string | undefined;
}

/**
 * Returns a reader whose rows have all changes that a cluster's change stream has had before. Another cluster of the instance
 * may lack them, so its answer is rejected with `store_unavailable`: processing it would lose the changes. An answer of another
 * instance is that of a row that has moved to another placement, where every cluster has what was moved.
 */
export function readerAt({ reader, cluster, instanceOf }: ReaderAtOptions): Pick<Reader, 'readRow'> {
  return {
    async readRow(read, consistency, options) {
      const answer = await reader.readRow(read, consistency, options);
      const { clusters } = answer.evidence;
      const others = clusters.filter((each) => instanceOf(each) === instanceOf(cluster));
      if (others.length === 0 || others.includes(cluster)) return answer;
      throw new TidemarkError(
        'store_unavailable',
        `the row was read at ${others.join(', ')}, which may lack changes that the stream of ${cluster} has`,
        { retryAfterSeconds: 1 },
      );
    },
  };
}
