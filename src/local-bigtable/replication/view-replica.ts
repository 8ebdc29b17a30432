import { permissionDeniedError } from '../grpc/rpc-error';
import { familyName } from '../store/family-key';
import type { StoredCell } from '../store/stored-cell';
import type { RowOperation, StoredRow } from '../store/stored-row';
import type { KeySpan } from '../store/stored-table';
import type { ViewSubset } from '../store/view-subset';
import { Replica } from './replica';

/** Authorized view: its name, its contents, and a tag that changes with them. */
export interface AuthorizedView {
  readonly name: string;
  readonly etag: string;
  readonly subset: ViewSubset;
}

/**
 * Table as one cluster sees it, limited to the rows and columns of an authorized view. Reads omit everything else.
 * Writes to anything else are rejected with PERMISSION_DENIED, also deletions that could remove it.
 */
export class ViewReplica extends Replica {
  readonly #view: AuthorizedView;

  constructor({ table, cluster }: Replica, view: AuthorizedView) {
    super(table, cluster);
    this.#view = view;
  }

  override get visibilityKey(): string {
    return `${super.visibilityKey} ${this.#view.etag} ${this.#view.name}`;
  }

  override includesRow(key: string): boolean {
    return this.#view.subset.includesRow(key);
  }

  override row(key: string): StoredRow | undefined {
    return this.includesRow(key) ? super.row(key) : undefined;
  }

  override cells(row: StoredRow | undefined): readonly StoredCell[] {
    const { subset } = this.#view;
    return super
      .cells(row)
      .filter(({ family, qualifier }) => subset.includesColumn(familyName(family), qualifier));
  }

  override *scan(span: KeySpan, reversed = false): Generator<StoredRow> {
    const spans = this.#view.subset.spansWithin(span);
    for (const each of reversed ? spans.reverse() : spans) yield* super.scan(each, reversed);
  }

  override get endKey(): string {
    return this.#view.subset.endKey;
  }

  override checkAccess(key: string, operations: readonly RowOperation[]): void {
    if (this.includesRow(key) && operations.every((operation) => this.#includes(operation))) return;
    // Production's wording, which nodejs-bigtable's system tests expect.
    throw permissionDeniedError(
      `Cannot mutate from ${this.#view.name} because the mutation contains cells outside the Authorized View.`,
    );
  }

  /** Returns whether the view includes all cells that the operation could change, on any cluster. */
  #includes(operation: RowOperation): boolean {
    const { subset } = this.#view;
    switch (operation.kind) {
      case 'set':
      case 'aggregate':
      case 'delete-column':
        return subset.includesColumn(familyName(operation.family), operation.qualifier);
      case 'delete-family':
        return subset.includesFamily(familyName(operation.family));
      case 'delete-row':
        return [...this.families.keys()].every((family) => subset.includesFamily(family));
    }
  }
}
