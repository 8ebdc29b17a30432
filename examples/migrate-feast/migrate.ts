/**
 * Migrates rows of a feature view of Feast to objects: `node migrate.js rows.ndjson`. Each line is a row of
 * `store.get_historical_features(…).to_df().to_json(orient="records", lines=True)`. The event timestamp of a row becomes the version
 * of the object, so that the migration may be run again and overwrites nothing newer.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createClient, TidemarkError, type Client, type DefaultSchema } from 'tidemark/client';

/** Row of the feature view `user_profile`: its entity, its features, and the time when they were valid. */
export interface FeastRow {
  readonly user_id: string;
  readonly locale?: string | null;
  readonly interests?: Readonly<Record<string, number>> | null;
  /** ISO 8601, or milliseconds since the Unix epoch. */
  readonly event_timestamp: string | number;
}

export interface FeastReport {
  readonly written: number;
  readonly failures: readonly { readonly row: FeastRow; readonly error: TidemarkError }[];
}

/** Requests at the same time. */
const CONCURRENCY = 16;
/** SubType of the migrated objects. */
const SUB_TYPE = 'feast';

/** Returns the message of the DataType `profile` with the features of a row. */
export function profileOf({ locale, interests }: FeastRow): DefaultSchema['objects']['users']['profile'] {
  return {
    ...(locale === null || locale === undefined ? {} : { locale }),
    interests: Object.entries(interests ?? {}).map(([topic, score]) => ({ topic, score })),
  };
}

/** Writes all rows, several at the same time. */
export async function migrate(
  rows: Iterable<FeastRow> | AsyncIterable<FeastRow>,
  tidemark: Client<DefaultSchema>,
): Promise<FeastReport> {
  const failures: { row: FeastRow; error: TidemarkError }[] = [];
  let written = 0;
  const writing = new Set<Promise<void>>();
  for await (const row of rows) {
    const done = writeRow(row, tidemark).then(
      () => void (written += 1),
      (error: unknown) => {
        if (!(error instanceof TidemarkError)) throw error;
        failures.push({ row, error });
      },
    );
    const tracked: Promise<void> = done.finally(() => writing.delete(tracked));
    writing.add(tracked);
    if (writing.size >= CONCURRENCY) await Promise.race(writing);
  }
  await Promise.all(writing);
  return { written, failures };
}

async function writeRow(row: FeastRow, tidemark: Client<DefaultSchema>): Promise<void> {
  const timestampMs = new Date(row.event_timestamp).getTime();
  const name = { corpus: 'users', id: row.user_id, dataType: 'profile', subType: SUB_TYPE } as const;
  await tidemark.objects.put({ ...name, value: profileOf(row), timestampMs });
}

/** Reads rows from a file with one JSON object in each line. */
export async function* rowsIn(path: string): AsyncGenerator<FeastRow> {
  for await (const line of createInterface(createReadStream(path))) {
    if (line !== '') yield JSON.parse(line) as FeastRow;
  }
}

const [, program, path] = process.argv;
if (program !== undefined && /migrate-feast.migrate\.[jt]s$/.test(program) && path !== undefined) {
  const tidemark = createClient({ url: process.env['TIDEMARK_URL'] ?? 'http://127.0.0.1:8080' });
  migrate(rowsIn(path), tidemark).then(
    (report) => console.log({ ...report, failures: report.failures.length }),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
