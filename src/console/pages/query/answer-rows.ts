/** Answers of the query builder as tables, and as bars of a chart. */
import type { QueryKind } from './request';

export interface AnswerTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Bars of the chart. Absent if the answer has no numbers to compare. */
  readonly bars?: readonly Bar[] | undefined;
}

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Value that fills the chart's width, such as the maximum of a rule. Default: the largest value. */
  readonly maximum?: number | undefined;
}

/** Returns the answer as a table. The types are those of the API's answers. */
export function answerTable(kind: QueryKind, answer: unknown): AnswerTable {
  const tables = { counts: countTable, caps: capTable, features: featureTable, objects: objectTable };
  return tables[kind](answer as never);
}

/** Number, or numbers by label. */
type Grouped = number | { readonly [label: string]: Grouped };

interface Counts {
  readonly counts: Readonly<Record<string, Readonly<Record<string, Grouped>>>>;
}

interface CountRow {
  readonly window: string;
  readonly entity: string;
  readonly group: string;
  readonly count: number;
}

function countTable({ counts }: Counts): AnswerTable {
  const rows = Object.entries(counts).flatMap(([window, levels]) =>
    Object.entries(levels).flatMap(([level, value]): readonly CountRow[] =>
      level === 'total'
        ? groupRows(value, []).map((each) => ({ window, entity: 'total', ...each }))
        : Object.entries(value as Record<string, Grouped>).flatMap(([id, of]) =>
            groupRows(of, []).map((each) => ({ window, entity: `${level} ${id}`, ...each })),
          ),
    ),
  );
  const hasGroups = rows.some(({ group }) => group !== '');
  return {
    columns: hasGroups ? ['Window', 'Entity', 'Group', 'Count'] : ['Window', 'Entity', 'Count'],
    rows: rows.map(({ window, entity, group, count }) =>
      hasGroups ? [window, entity, group, String(count)] : [window, entity, String(count)],
    ),
    bars: rows.map(({ window, entity, group, count }) => ({
      label: [window, entity, group].filter((each) => each !== '').join(' · '),
      value: count,
    })),
  };
}

function groupRows(value: Grouped, labels: readonly string[]): readonly { group: string; count: number }[] {
  if (typeof value === 'number') return [{ group: labels.join(' · '), count: value }];
  const entries = Object.entries(value);
  return entries.flatMap(([label, inner]) => groupRows(inner, [...labels, label === '' ? '(none)' : label]));
}

interface Blocking {
  readonly rule: string;
  readonly level: string;
  readonly entityId: string;
  readonly count: number;
  readonly maximum: number;
  readonly freesUpAt: string | null;
}

interface Caps {
  readonly candidates: readonly {
    readonly id?: string;
    readonly allowed: boolean;
    readonly remaining?: number;
    readonly blockedBy?: readonly Blocking[];
    readonly reservation?: { readonly id: string; readonly expiresAt: string };
  }[];
}

function capTable({ candidates }: Caps): AnswerTable {
  const named = candidates.map((each, at) => ({ ...each, name: each.id ?? `candidate ${at + 1}` }));
  const rows = named.flatMap(({ name, allowed, remaining, blockedBy = [], reservation }) =>
    allowed
      ? [
          [
            name,
            'allowed',
            remaining === undefined ? 'no rule applies' : `${remaining} left`,
            '',
            reserved(reservation),
          ],
        ]
      : blockedBy.map(({ rule, level, entityId, count, maximum, freesUpAt }) => [
          name,
          'blocked',
          `${count} of ${maximum}`,
          `${rule} (${level} ${entityId})`,
          freesUpAt === null ? 'never frees up' : `frees up ${freesUpAt}`,
        ]),
  );
  const bars = named.flatMap(({ name, blockedBy = [] }) =>
    blockedBy.map(({ rule, count, maximum }) => ({ label: `${name} · ${rule}`, value: count, maximum })),
  );
  return {
    columns: ['Candidate', 'Result', 'Count', 'Rule', 'Time'],
    rows,
    bars: bars.length === 0 ? undefined : bars,
  };
}

const reserved = (reservation: { readonly expiresAt: string } | undefined): string =>
  reservation === undefined ? '' : `reserved until ${reservation.expiresAt}`;

interface Features {
  readonly names?: readonly string[];
  readonly candidates: readonly { readonly values: readonly (number | null)[] }[];
}

function featureTable({ names = [], candidates }: Features): AnswerTable {
  const first = candidates[0]?.values ?? [];
  return {
    columns: ['Feature', ...candidates.map((_, at) => `Candidate ${at + 1}`)],
    rows: names.map((name, at) => [name, ...candidates.map(({ values }) => featureText(values[at] ?? null))]),
    bars: names.flatMap((name, at) => {
      const value = first[at];
      // Seconds would dwarf the counts.
      return typeof value === 'number' && !name.endsWith('Seconds') ? [{ label: name, value }] : [];
    }),
  };
}

/** Four significant digits; a dash without a number. */
export function featureText(value: number | null): string {
  return value === null ? '–' : String(Number(value.toPrecision(4)));
}

interface Objects {
  readonly cells: readonly {
    readonly dataType: string;
    readonly subType: string;
    readonly timestampMs: number;
    readonly value: unknown;
  }[];
}

function objectTable({ cells }: Objects): AnswerTable {
  return {
    columns: ['DataType', 'SubType', 'Version', 'Value'],
    rows: cells.map(({ dataType, subType, timestampMs, value }) => [
      dataType,
      subType,
      new Date(timestampMs).toISOString(),
      JSON.stringify(value),
    ]),
  };
}
