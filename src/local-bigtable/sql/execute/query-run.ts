import type { Replica } from '../../replication/replica';
import type { CommitQueue } from '../../storage/commit-queue';
import type { MessageSink } from '../../grpc/server-call';
import { type EvaluationRow, NO_ROW } from '../bind/bound';
import { ResultStream } from '../encode/result-stream';
import { keySpansOf } from '../plan/key-spans';
import type { Grouping, QueryPlan } from '../plan/plan-query';
import type { SqlTableSchema } from '../plan/table-schema';
import { temporalFilterOf } from '../plan/temporal-filter';
import { evaluationError, withPlaces } from '../sql-error';
import type { SqlValue } from '../types/sql-type';
import { GroupedRows } from './grouped-rows';
import { MemoryBudget } from './memory-budget';
import { type ResultPosition, resumeToken } from './result-position';
import { TurnScan, spansAfter } from './turn-scan';
import { SortedRows } from './sorted-rows';
import { type RowFormat, TableRow, cellsOfTime } from './table-row';

/** Limits of queries. See LOCAL_BIGTABLE_DEFAULTS.sql. */
interface QueryLimits {
  readonly bufferedBytesMax: number;
  readonly batchBytes: number;
  readonly messageBytes: number;
  readonly rowsPerTurn: number;
  readonly turnsPerToken: number;
}

/** Query with everything that its result depends on. */
export interface QueryExecution {
  readonly text: string;
  /** Identifies the query and its parameters in resume tokens. */
  readonly identity: number;
  readonly plan: QueryPlan;
  readonly parameters: ReadonlyMap<string, SqlValue>;
  readonly nowMicros: bigint;
  /** Undefined without FROM. */
  readonly table: { readonly replica: Replica; readonly schema: SqlTableSchema } | undefined;
  /** Position at which the result continues; undefined at the start. */
  readonly position: ResultPosition | undefined;
  readonly commits: CommitQueue;
  readonly limits: QueryLimits;
}

/** Runs a query and sends its result. Ends early when the call ends. */
export class QueryRun {
  readonly #execution: QueryExecution;
  readonly #out: MessageSink;
  readonly #stream: ResultStream;
  /** Row without cells, on which constants are evaluated. */
  readonly #constants: EvaluationRow;
  readonly #budget: MemoryBudget;
  #toSkip: number;
  #toReturn: number;
  #lastKey: string | undefined;
  /** Latest commit that the rows depend on. */
  #version = 0;

  constructor(execution: QueryExecution, out: MessageSink) {
    const { plan, limits, parameters, nowMicros, position } = execution;
    this.#execution = execution;
    this.#out = out;
    this.#stream = new ResultStream(
      out,
      plan.columns.map(({ type }) => type),
      limits.messageBytes,
    );
    this.#constants = { ...NO_ROW, parameters, nowMicros };
    this.#budget = new MemoryBudget(limits.bufferedBytesMax);
    this.#toSkip = position?.toSkip ?? this.#count('offset', 0);
    this.#toReturn = position?.toReturn ?? this.#count('limit', Infinity);
    this.#lastKey = position?.lastKey;
  }

  async run(): Promise<void> {
    const { grouping, order } = this.#execution.plan;
    if (grouping === undefined && order.length === 0) await this.#sendWhileReading();
    else await this.#sendAfterReading();
    if (!this.#out.isEnded) await this.#send(resumeToken(this.#execution.identity, undefined));
  }

  /** Each batch ends with a token that continues after its last row. */
  async #sendWhileReading(): Promise<void> {
    let turns = 0;
    await this.#readTurns(
      (row) => {
        if (this.#admits()) this.#stream.add(this.#values(row));
        return this.#hasRoom();
      },
      async () => {
        turns++;
        if (this.#stream.bytes === 0 && turns < this.#execution.limits.turnsPerToken) return;
        turns = 0;
        await this.#send(this.#token());
      },
    );
  }

  #token(): Buffer {
    return resumeToken(this.#execution.identity, {
      lastKey: this.#lastKey,
      toSkip: this.#toSkip,
      toReturn: this.#toReturn,
    });
  }

  /** Groups and sorted rows have one token, at the end: until then a client passes nothing on, and can start again. */
  async #sendAfterReading(): Promise<void> {
    const { plan } = this.#execution;
    const { grouping } = plan;
    const sorted =
      plan.order.length === 0 ? undefined : new SortedRows(plan, this.#toSkip + this.#toReturn, this.#budget);
    const take = (row: EvaluationRow): boolean => {
      if (sorted !== undefined) sorted.add(row);
      else if (this.#admits()) this.#stream.add(this.#values(row));
      return this.#hasRoom();
    };
    if (grouping === undefined) await this.#readTurns(take);
    else {
      const { having } = grouping;
      const groups = await this.#readGroups(grouping);
      await this.#takeTurns(
        groups,
        (row) => (having !== undefined && having.evaluate(row) !== true) || take(row),
      );
    }
    if (sorted === undefined) return;
    const values: (readonly SqlValue[])[] = [];
    await this.#takeTurns(sorted.fromLast(), (row) => values.push(row) > 0);
    await this.#takeTurns(values.reverse().values(), (row) => {
      if (this.#admits()) this.#stream.add(row);
      return this.#hasRoom();
    });
  }

  async #readGroups(grouping: Grouping): Promise<Iterator<EvaluationRow>> {
    const grouped = new GroupedRows(grouping, this.#budget);
    await this.#readTurns((row) => {
      grouped.add(row);
      return true;
    });
    return grouped.rows(this.#constants);
  }

  /** Returns whether a turn can add further rows to the batch. */
  #hasRoom(): boolean {
    return this.#toReturn > 0 && this.#stream.bytes < this.#execution.limits.batchBytes;
  }

  /** Calls `visit` for buffered rows in turns, which end when it returns false. Sends full batches between them. */
  async #takeTurns<T>(rows: Iterator<T>, visit: (row: T) => boolean): Promise<void> {
    const { rowsPerTurn, batchBytes } = this.#execution.limits;
    let isDone = false;
    const turn = (): void => {
      for (let taken = 0; taken < rowsPerTurn; taken++) {
        const row = rows.next();
        isDone = row.done === true;
        if (row.done === true || !visit(row.value)) return;
      }
    };
    while (!isDone && this.#toReturn > 0 && !this.#out.isEnded) {
      this.#evaluate(turn);
      if (this.#stream.bytes >= batchBytes) await this.#send();
      if (!isDone) await new Promise(setImmediate);
    }
  }

  /** Returns whether OFFSET and LIMIT let a row pass, and counts it. */
  #admits(): boolean {
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return false;
    }
    if (this.#toReturn === 0) return false;
    this.#toReturn--;
    return true;
  }

  #values(row: EvaluationRow): SqlValue[] {
    return this.#execution.plan.outputs.map((output) => output.evaluate(row));
  }

  /** Calls `visit` for the rows that WHERE accepts until it returns false, which ends a turn, and `endTurn` after each. */
  async #readTurns(visit: (row: EvaluationRow) => boolean, endTurn?: () => Promise<void>): Promise<void> {
    const { table, limits } = this.#execution;
    if (table === undefined) {
      this.#evaluate(() => this.#accepts(this.#constants) && visit(this.#constants));
      return;
    }
    const { format, scan } = this.#evaluate(() => this.#startScan(table));
    while (!scan.done && this.#toReturn > 0 && !this.#out.isEnded) {
      let rows = 0;
      this.#evaluate(() =>
        scan.turn((stored) => {
          rows++;
          this.#version = Math.max(this.#version, stored.version);
          const cells = cellsOfTime(table.replica.cells(stored), format.filter);
          const row = new TableRow(stored.key, cells, format);
          const goesOn = cells.length === 0 || !this.#accepts(row) || visit(row);
          this.#lastKey = stored.key;
          return goesOn && rows < limits.rowsPerTurn;
        }),
      );
      await endTurn?.();
      // Other calls and this call's deadline run before the scan continues.
      if (!scan.done) await new Promise(setImmediate);
    }
  }

  #startScan({ replica, schema }: NonNullable<QueryExecution['table']>): {
    format: RowFormat;
    scan: TurnScan;
  } {
    const { plan, parameters, nowMicros } = this.#execution;
    const { temporal, where, reversed } = plan;
    const format: RowFormat = {
      schema,
      filter: temporalFilterOf(temporal!, this.#constants),
      withHistory: temporal!.withHistory,
      parameters,
      nowMicros,
    };
    const spans = keySpansOf(where, this.#constants);
    const rest = this.#lastKey === undefined ? spans : spansAfter(spans, this.#lastKey, reversed);
    return { format, scan: new TurnScan(replica, rest, reversed) };
  }

  #accepts(row: EvaluationRow): boolean {
    const { where } = this.#execution.plan;
    return where === undefined || where.evaluate(row) === true;
  }

  /** Sends the rows once everything that they depend on is durable. */
  async #send(token?: Buffer): Promise<void> {
    const { commits, table } = this.#execution;
    await commits.whenCommitted(Math.max(this.#version, table?.replica.removedVersion ?? 0));
    if (!this.#out.isEnded) await this.#stream.send(token);
  }

  #count(clause: 'limit' | 'offset', absent: number): number {
    const bound = this.#execution.plan[clause];
    if (bound === undefined) return absent;
    const value = bound.evaluate(this.#constants) as bigint | null;
    if (value === null || value < 0n) {
      throw evaluationError(`${clause.toUpperCase()} must be an integer that is not negative`);
    }
    return Number(value);
  }

  #evaluate<T>(evaluate: () => T): T {
    return withPlaces(this.#execution.text, evaluate);
  }
}
