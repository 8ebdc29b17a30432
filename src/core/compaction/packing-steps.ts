import type { CellHead, PeriodCells } from './plan-packing';

/** Columns from `first` to `last`, both included. */
export interface ColumnSpan {
  readonly first: Buffer;
  readonly last: Buffer;
}

/** What of a row is read, packed and written back at once. */
export interface PackingStep {
  readonly spans: readonly ColumnSpan[];
  /** As they were counted; there may be others when the step is taken. */
  readonly cells: number;
}

export interface StepLimits {
  readonly cellsPerStep: number;
  /** A request's filter may only be so large. */
  readonly spansPerStep: number;
}

/**
 * Cuts the work on a row into steps of bounded size. `heads` are all cells that were seen, of which those of the periods
 * are wanted: where others lie in between, a span ends.
 */
export function planPackingSteps<Head extends CellHead>(
  heads: readonly Head[],
  periods: readonly PeriodCells<Head>[],
  limits: StepLimits,
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

function add(steps: OpenStep[], { qualifier }: CellHead, isAdjacent: boolean, limits: StepLimits): void {
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

/** What was read are views of whole messages, which must not be kept for the sake of a few names. */
const copied = ({ first, last }: OpenStep['spans'][number]): ColumnSpan => ({
  first: Buffer.from(first),
  last: Buffer.from(last),
});
