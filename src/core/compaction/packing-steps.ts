import type { CellHead, PeriodCells } from './plan-packing';

/** Columns from `first` to `last`, both inclusive. */
export interface ColumnSpan {
  readonly first: Buffer;
  readonly last: Buffer;
}

/** Part of a row that is read, packed and written back at once. */
export interface PackingStep {
  readonly spans: readonly ColumnSpan[];
  /** Number of cells when the step was planned. There may be more when it runs. */
  readonly cells: number;
}

export interface PackingStepLimits {
  readonly cellsPerStep: number;
  /** Maximum number of column spans per step. The size of a request's filter is limited. */
  readonly spansPerStep: number;
}

/**
 * Divides the work on a row into steps of bounded size. `heads` are all cells that were found, and `periods` contain
 * those to be packed. A span ends where other cells lie in between.
 */
export function planPackingSteps<Head extends CellHead>(
  heads: readonly Head[],
  periods: readonly Pick<PeriodCells<Head>, 'cells'>[],
  limits: PackingStepLimits,
): PackingStep[] {
  const steps: OpenStep[] = [];
  const wanted = new Set(periods.flatMap(({ cells }) => cells));
  let isAdjacent = false;
  for (const head of heads) {
    if (wanted.has(head)) add(steps, head, isAdjacent, limits);
    isAdjacent = wanted.has(head);
  }
  return steps.map(({ spans, cells }) => ({ cells, spans: spans.map(copied) }));
}

interface OpenStep {
  readonly spans: { readonly first: Uint8Array; last: Uint8Array }[];
  cells: number;
}

function add(
  steps: OpenStep[],
  { qualifier }: CellHead,
  isAdjacent: boolean,
  limits: PackingStepLimits,
): void {
  const open = steps.at(-1);
  const span = isAdjacent ? open?.spans.at(-1) : undefined;
  const hasRoom =
    open !== undefined &&
    open.cells < limits.cellsPerStep &&
    (span !== undefined || open.spans.length < limits.spansPerStep);
  if (!hasRoom) {
    steps.push({ spans: [{ first: qualifier, last: qualifier }], cells: 1 });
    return;
  }
  open.cells += 1;
  if (span !== undefined) span.last = qualifier;
  else open.spans.push({ first: qualifier, last: qualifier });
}

/** Copies the names. The originals are views of whole messages, which must not be retained for a few names. */
const copied = ({ first, last }: OpenStep['spans'][number]): ColumnSpan => ({
  first: Buffer.from(first),
  last: Buffer.from(last),
});
