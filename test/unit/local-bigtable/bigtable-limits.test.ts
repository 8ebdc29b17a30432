import { RpcError } from '../../../src/local-bigtable/grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../../../src/local-bigtable/bigtable-limits';
import { data } from '../../../src/local-bigtable/encoding/proto';
import {
  operationsOrThrow,
  checkBranches,
  checkMutationCount,
  checkRowKey,
  checkRuleCount,
  type CompiledMutations,
  compileMutations,
} from '../../../src/local-bigtable/service/compile-mutations';
import type { Family } from '../../../src/local-bigtable/store/stored-table';

const FAMILIES = new Map<string, Family>([['f', { name: 'f', key: 'f' }]]);

function compile(setCell: data.Mutation.ISetCell): CompiledMutations {
  const mutations = [{ deleteFromRow: {} }, { setCell: { familyName: 'f', ...setCell } }];
  return compileMutations(
    mutations.map((mutation) => data.Mutation.create(mutation)),
    FAMILIES,
    0,
  );
}

/** Checks that each limit accepts exactly its value and no more. */
describe('BIGTABLE_LIMITS', () => {
  const cases: [name: string, max: number, check: (size: number) => unknown][] = [
    ['row keys', BIGTABLE_LIMITS.rowKeyBytesMax, (size) => checkRowKey('k'.repeat(size))],
    [
      'qualifiers',
      BIGTABLE_LIMITS.qualifierBytesMax,
      (size) => compile({ columnQualifier: Buffer.alloc(size) }),
    ],
    ['cells', BIGTABLE_LIMITS.cellBytesMax, (size) => compile({ value: Buffer.alloc(size) })],
    ['mutations', BIGTABLE_LIMITS.mutationsPerBatchMax, checkMutationCount],
    ['mutations of a true branch', BIGTABLE_LIMITS.mutationsPerBatchMax, (size) => checkBranches(size, 0)],
    [
      'mutations of a false branch',
      BIGTABLE_LIMITS.mutationsPerBatchMax,
      (size) => checkBranches(size, size),
    ],
    ['rules', BIGTABLE_LIMITS.readModifyWriteRulesMax, checkRuleCount],
  ];

  it.each(cases)('the limit on %s is %i', (_, max, check) => {
    expect(() => check(max)).not.toThrow();
    expect(() => check(max + 1)).toThrow(RpcError);
  });

  it('an error contains the index of the mutation and its problem', () => {
    expect(() => compile({ timestampMicros: 1_500 })).toThrow(
      "Error in field 'Mutation list' : Error in element #1 : Timestamp granularity mismatch. Expected a multiple of 1000 (millisecond granularity), but got 1500",
    );
    const unknownFamily = compile({ familyName: 'nope' });
    expect(() => operationsOrThrow(unknownFamily)).toThrow('Requested column family not found: nope');
  });
});
