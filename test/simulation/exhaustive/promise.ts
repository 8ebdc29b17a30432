/** Promises of a read: what its answer may show. Pure. */
import { COLUMNS, type Column, type Scenario } from './scope';
import type { StoreState } from './store-state';

export interface Promised {
  readonly store: StoreState;
  readonly scenario: Scenario;
  /** The operations that the read was promised, as bits. */
  readonly operations: number;
}

/**
 * Returns what is wrong with an answer that shows, by column, the value of an operation or no value; undefined if nothing is. The
 * last acknowledged write of a register must be seen, and of writes that overlap any may be the last. So the value must not be
 * that of an operation which was acknowledged before a promised one began.
 */
export function wrongAnswer(shown: readonly (number | undefined)[], promised: Promised): string | undefined {
  for (const column of COLUMNS) {
    const wrong = wrongIn(column, shown[column], promised);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongIn(
  column: Column,
  shown: number | undefined,
  { store, scenario, operations }: Promised,
): string | undefined {
  const ofColumn = scenario.flatMap((operation, index) => (operation.column === column ? [index] : []));
  const promised = ofColumn.filter((index) => (operations & (1 << index)) !== 0);
  const isBefore = (a: number, b: number): boolean => (store.operations[b]!.after & (1 << a)) !== 0;
  const isOverwritten = (index: number): boolean => promised.some((each) => isBefore(index, each));
  if (shown !== undefined) {
    return isOverwritten(shown)
      ? `shows operation ${shown}, which ended before a promised one began`
      : undefined;
  }
  const isPutPromised = promised.some((index) => scenario[index]!.kind === 'put');
  const mayBeDeleted = ofColumn.some(
    (index) =>
      scenario[index]!.kind === 'delete' &&
      store.operations[index]!.status !== 'idle' &&
      !isOverwritten(index),
  );
  return isPutPromised && !mayBeDeleted ? 'shows nothing, though a promised write put a value' : undefined;
}
