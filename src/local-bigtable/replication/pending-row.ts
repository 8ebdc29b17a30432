import type { EmulatedCluster } from './local-cluster';
import { type Commit, compareCommits } from './commit';
import { StoredRow } from '../store/stored-row';

/** Row with commits that some cluster has not applied yet, and its view at each cluster. */
export class PendingRow {
  readonly key: string;
  /** Commits in commit order. */
  readonly commits: Commit[] = [];
  /** Row as each cluster sees it, computed when first read. */
  readonly #views = new Map<EmulatedCluster, StoredRow>();

  constructor(key: string) {
    this.key = key;
  }

  add(commit: Commit): void {
    let index = this.commits.length;
    while (index > 0 && compareCommits(this.commits[index - 1]!, commit) > 0) index--;
    this.commits.splice(index, 0, commit);
  }

  /** Updates the view after the cluster has applied a commit. */
  onApplied(commit: Commit, cluster: EmulatedCluster): void {
    const view = this.#views.get(cluster);
    if (view === undefined) return;
    // A commit after all others is applied on top. The version must increase, because caches compare it.
    if (commit.version > view.version && this.#isLatest(commit, cluster)) play(view, commit);
    else this.#views.delete(cluster);
  }

  /** Returns the row as the cluster sees it: the base row with the commits applied there, in commit order. */
  view(cluster: EmulatedCluster, base: StoredRow | undefined): StoredRow | undefined {
    let view = this.#views.get(cluster);
    if (view === undefined) {
      const applied = this.commits.filter(({ appliedBy }) => (appliedBy & cluster.bit) !== 0);
      if (applied.length === 0) return base;
      view = base?.copy() ?? new StoredRow(this.key);
      for (const commit of applied) play(view, commit);
      this.#views.set(cluster, view);
    }
    return view.cells.length > 0 ? view : undefined;
  }

  /** Discards all views. Must be called when the base row or the commits were changed from outside. */
  forgetViews(): void {
    this.#views.clear();
  }

  forgetView(cluster: EmulatedCluster): void {
    this.#views.delete(cluster);
  }

  #isLatest(commit: Commit, cluster: EmulatedCluster): boolean {
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
