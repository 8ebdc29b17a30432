import type { LocalCluster } from './local-cluster';
import { type Commit, compareCommits } from './commit';
import { StoredRow } from '../store/stored-row';

/** A row with commits that some cluster has not applied yet, and what the row is to each cluster meanwhile. */
export class PendingRow {
  readonly key: string;
  /** In commit order. */
  readonly commits: Commit[] = [];
  /** The row as a cluster sees it; made when first read. */
  readonly #views = new Map<LocalCluster, StoredRow>();

  constructor(key: string) {
    this.key = key;
  }

  add(commit: Commit): void {
    let index = this.commits.length;
    while (index > 0 && compareCommits(this.commits[index - 1]!, commit) > 0) index--;
    this.commits.splice(index, 0, commit);
  }

  /** To be called when the cluster has applied one more commit. */
  onApplied(commit: Commit, cluster: LocalCluster): void {
    const view = this.#views.get(cluster);
    if (view === undefined) return;
    // A commit after all others goes on top. The version must change, as whoever remembers the row goes by it.
    if (commit.version > view.version && this.#isLatest(commit, cluster)) play(view, commit);
    else this.#views.delete(cluster);
  }

  /** The row as the cluster sees it: the settled row and on it, in their order, the commits that it has applied. */
  view(cluster: LocalCluster, settled: StoredRow | undefined): StoredRow | undefined {
    let view = this.#views.get(cluster);
    if (view === undefined) {
      const applied = this.commits.filter(({ appliedBy: appliedAt }) => (appliedAt & cluster.bit) !== 0);
      if (applied.length === 0) return settled;
      view = settled?.copy() ?? new StoredRow(this.key);
      for (const commit of applied) play(view, commit);
      this.#views.set(cluster, view);
    }
    return view.cells.length > 0 ? view : undefined;
  }

  /** To be called when what lies under the commits, or the commits themselves, have been changed from outside. */
  forgetViews(): void {
    this.#views.clear();
  }

  forgetView(cluster: LocalCluster): void {
    this.#views.delete(cluster);
  }

  #isLatest(commit: Commit, cluster: LocalCluster): boolean {
    for (let index = this.commits.length - 1; index >= 0; index--) {
      const other = this.commits[index]!;
      if (other === commit) return true;
      if ((other.appliedBy & cluster.bit) !== 0) return false;
    }
    return false;
  }
}

function play(row: StoredRow, commit: Commit): void {
  for (const operation of commit.operations) row.apply(operation, []);
  row.version = Math.max(row.version, commit.version);
}
