import { failedPreconditionError, invalidArgumentError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { bigInt64, byteString, data, encode, toBuffer } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import { decodeInt64, encodeInt64 } from '../store/aggregator';
import { type FamilyKey, familyName } from '../store/family-key';
import { type StoredCell, columnSpan, compareCells } from '../store/stored-cell';
import { StoredRow, type RowOperation } from '../store/stored-row';
import type { LocalDependencies } from './local-dependencies';
import { type DataMethod, unaryMethod } from './data-method';
import { cellTooLarge, checkedQualifier, checkRowKey, checkRuleCount, familyOf } from './compile-mutations';

/** Creates the method that appends to or increments the newest cells of columns and returns the written cells. */
export function createReadModifyWriteRow(dependencies: LocalDependencies) {
  const method: DataMethod<data.ReadModifyWriteRowRequest> = {
    type: data.ReadModifyWriteRowRequest,
    access: 'transaction',
    rowKey: (request) => request.rowKey as Uint8Array,
  };
  return unaryMethod(dependencies, method, (replica, request) => {
    const key = byteString(request.rowKey);
    checkRowKey(key);
    checkRuleCount(request.rules.length);
    const written = applyRules(request.rules, replica, key);
    const operations = written.map((cell): RowOperation => ({ kind: 'set', ...cell }));
    const version = replica.commit(key, operations);
    const answer = encode(
      data.ReadModifyWriteRowResponse,
      data.ReadModifyWriteRowResponse.create({ row: rowMessage(key, written) }),
    );
    return dependencies.commits.whenCommitted(version)?.then(() => answer) ?? answer;
  });
}

/** Computes the newest cell of each column after all rules, without changing the table. */
function applyRules(
  rules: readonly data.IReadModifyWriteRule[],
  replica: Replica,
  key: string,
): StoredCell[] {
  const nowMs = replica.nowMs();
  const present = replica.cells(replica.row(key));
  const result = new StoredRow(key);
  for (const rule of rules) {
    const family = familyOf(replica.families, rule.familyName);
    if (family.aggregator !== undefined) {
      throw invalidArgumentError(`ReadModifyWriteRow cannot be used in the aggregate family ${family.name}`);
    }
    const qualifier = checkedQualifier(byteString(rule.columnQualifier));
    const latest = result.latest(family.key, qualifier) ?? latestOf(present, family.key, qualifier);
    const timestampMs = Math.max(nowMs, latest?.timestampMs ?? 0);
    const value = modified(rule, latest?.value);
    result.apply({ kind: 'set', family: family.key, qualifier, timestampMs, value }, []);
  }
  return result.cells.sort(compareCells);
}

function latestOf(
  cells: readonly StoredCell[],
  family: FamilyKey,
  qualifier: string,
): StoredCell | undefined {
  const [start, end] = columnSpan(cells, family, qualifier);
  return start < end ? cells[start] : undefined;
}

function modified(rule: data.IReadModifyWriteRule, value: string | undefined): string {
  const kind = (rule as data.ReadModifyWriteRule).rule;
  switch (kind) {
    case 'appendValue': {
      const appended = (value ?? '') + byteString(rule.appendValue);
      if (appended.length > BIGTABLE_LIMITS.cellBytesMax) throw cellTooLarge(appended.length);
      return appended;
    }
    case 'incrementAmount': {
      const counter = value === undefined ? 0n : decodeInt64(value);
      if (counter === undefined)
        throw failedPreconditionError('An incremented cell must hold an 8-byte integer');
      return encodeInt64(counter + bigInt64(rule.incrementAmount));
    }
    default:
      throw invalidArgumentError('A rule must set append_value or increment_amount');
  }
}

/** Converts sorted cells, one per column, to a Row message. */
function rowMessage(key: string, cells: readonly StoredCell[]): data.IRow {
  const families = new Map<FamilyKey, data.IColumn[]>();
  for (const { family, qualifier, timestampMs, value } of cells) {
    const columns = families.get(family) ?? [];
    families.set(family, columns);
    const cell = { timestampMicros: timestampMs * 1000, value: toBuffer(value) };
    columns.push({ qualifier: toBuffer(qualifier), cells: [cell] });
  }
  return {
    key: toBuffer(key),
    families: [...families].map(([family, columns]) => ({ name: familyName(family), columns })),
  };
}
