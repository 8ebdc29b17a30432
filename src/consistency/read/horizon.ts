import {
  cellsPerColumnLimit,
  chain,
  columnsOf,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import { constantFilter } from '../../bigtable/read/filter-encoder';
import type { Filter } from '../../bigtable/client/types';
import { CONTROL_FILTER } from '../origins/control-row';
import { originColumns, WATERMARK_FAMILY, type OriginCode } from '../../core/consistency/row-watermark';
import { DEFAULTS } from '../../config/defaults';

/** Number of steps in which a filter falls behind its horizon before it is created and encoded anew. */
const STEPS = 24;

/**
 * Limit of how far back watermarks are read. A write that is older than replication ever takes counts as being in every cluster,
 * so no read requires it. Each process that writes a row leaves a column there for a week, and a read fetches only those of the
 * last day.
 */
export class Horizon {
  /** Newest cells of each column that a proof uses where the origins can be queried too. */
  readonly depth: number;
  readonly #lagMaxMs: number;
  readonly #stepMs: number;
  #fromMs = -1;
  #newest!: Filter;
  /** Filters by depth, of which there are two. */
  readonly #chains = new Map<number, Filter>();

  constructor(replicationLagMaxMs: number, depth: number = DEFAULTS.consistency.watermarkDepth) {
    this.depth = depth;
    this.#lagMaxMs = replicationLagMaxMs;
    this.#stepMs = Math.ceil(replicationLagMaxMs / STEPS);
  }

  /** Returns the time, in milliseconds, before which every write is in every cluster. */
  replicatedBeforeMs(nowMs: number): number {
    return nowMs - this.#lagMaxMs;
  }

  /**
   * Passes the newest version of each column, unless it is older than `replicatedBeforeMs`, or only slightly: the same filter for
   * a long time. Without its value: it shows what the row has, and proves nothing.
   */
  newestFilter(nowMs: number): Filter {
    this.#encode(nowMs);
    return this.#newest;
  }

  /** Passes so many of the newest cells of each column, with their predecessors; as far back as `newestFilter`. */
  chainFilter(nowMs: number, depth: number): Filter {
    this.#encode(nowMs);
    const known = this.#chains.get(depth);
    if (known !== undefined) return known;
    const recent = [columnsOf(WATERMARK_FAMILY), since(this.#fromMs)];
    const filter = constantFilter(chain(...recent, cellsPerColumnLimit(depth)));
    this.#chains.set(depth, filter);
    return filter;
  }

  /** Passes the newest version of each of one origin's columns, as far back as `newestFilter`. */
  ownColumnsFilter(origin: OriginCode, nowMs: number): Filter {
    const columns = qualifierRange({ family: WATERMARK_FAMILY, ...originColumns(origin) });
    return chain(columns, since(this.#stepBefore(nowMs)), cellsPerColumnLimit(1), stripValue());
  }

  /** Passes the announcements that count: those whose clusters may have writes that are not in every cluster. */
  announcementFilter(nowMs: number): Filter {
    return chain(CONTROL_FILTER, since(this.#stepBefore(nowMs)));
  }

  #encode(nowMs: number): void {
    const fromMs = this.#stepBefore(nowMs);
    if (fromMs === this.#fromMs) return;
    const recent = [columnsOf(WATERMARK_FAMILY), since(fromMs)];
    this.#newest = constantFilter(chain(...recent, cellsPerColumnLimit(1), stripValue()));
    this.#chains.clear();
    this.#fromMs = fromMs;
  }

  #stepBefore(nowMs: number): number {
    return Math.max(0, Math.floor(this.replicatedBeforeMs(nowMs) / this.#stepMs) * this.#stepMs);
  }
}

const since = (fromMs: number): Filter => timestampRange(fromMs * 1_000);
