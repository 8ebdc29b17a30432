/** In-memory list of all campaigns that have not ended, for components that go through all of them repeatedly. */
import type { Row } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { dayAt, addDays } from '../../core/time/calendar-day';
import { CAMPAIGN_TABLE, isOverBefore, type Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf, type CampaignScope } from '../../core/campaigns/campaign-scope';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import { supervise, type SupervisedTask } from '../../platform/tasks/supervisor';
import type { Scanner } from '../../consistency/store';
import {
  campaignFilter,
  campaignRanges,
  CampaignRows,
  isUnreadable,
  newestCampaignCell,
  type StoredCampaign,
  type UnreadableCampaign,
} from './campaign-rows';

interface CampaignDirectoryLimits {
  /** Maximum number of campaigns. Those beyond it are left out, always the same ones. */
  readonly campaignsMax: number;
  readonly refreshIntervalMs: number;
  readonly refreshTimeoutMs: number;
  /** Delay of the refresh after a write by this process, in milliseconds. */
  readonly refreshSoonMs: number;
}

export interface CampaignDirectoryOptions {
  readonly scanner: Scanner;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: CampaignDirectoryLimits;
}

/** Result of one scan of the table. */
interface Found {
  readonly campaigns: readonly Campaign[];
  readonly unreadable: readonly UnreadableCampaign[];
  readonly leftOut: number;
}

/** Cells that are remembered per listed campaign. There may be many cells of campaigns that have ended. */
const KNOWN_PER_CAMPAIGN = 4;

/** A cell as it was read. Most cells are unchanged at the next scan and need not be decoded again. */
interface Known {
  readonly timestampMicros: number;
  readonly value: Buffer;
  readonly stored: StoredCampaign | UnreadableCampaign;
}

/** In-memory list of the campaigns that have not ended, refreshed by scans. */
export class CampaignDirectory {
  /** Event type of the campaigns and the time zone of their days. */
  readonly scope: CampaignScope;
  readonly #options: CampaignDirectoryOptions;
  readonly #rows: CampaignRows;
  readonly #stopping = new AbortController();
  #known: ReadonlyMap<string, Known> = new Map();
  #found: Found = { campaigns: [], unreadable: [], leftOut: 0 };
  #readAtMs: number | undefined;
  #task: SupervisedTask | undefined;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isRefreshScheduled = false;

  constructor(options: CampaignDirectoryOptions) {
    this.#options = options;
    this.scope = campaignScopeOf(options.schema.eventTypes());
    this.#rows = new CampaignRows(options.schema, this.scope);
  }

  /** Returns the campaigns that ended yesterday or later, paused ones included, in row order. */
  campaigns(): readonly Campaign[] {
    return this.#found.campaigns;
  }

  /** Returns the stored campaigns that are invalid. They are not part of `campaigns()`. */
  unreadable(): readonly UnreadableCampaign[] {
    return this.#found.unreadable;
  }

  /** Returns the number of campaigns beyond `campaignsMax`. */
  leftOut(): number {
    return this.#found.leftOut;
  }

  /** Milliseconds since the start of the last complete scan; Infinity before the first one. */
  ageMs(): number {
    return this.#readAtMs === undefined ? Infinity : this.#options.clock.monotonicMs() - this.#readAtMs;
  }

  /** Starts periodic scans. The first one starts at once. */
  start(): void {
    const { clock, random, limits, logger } = this.#options;
    this.#task ??= supervise({
      name: 'campaign directory',
      clock,
      random,
      intervalMs: limits.refreshIntervalMs,
      jitter: 0.1,
      // A scan has its own timeout, and it may have had to wait for the previous one.
      timeoutMs: 3 * limits.refreshTimeoutMs,
      backoffMaxMs: limits.refreshIntervalMs,
      run: () => this.refresh(),
      onError: (error, failuresInARow) => {
        if (failuresInARow === 1) logger.warn({ err: error }, 'campaigns cannot be read');
      },
    });
    // A failure is logged by the next supervised run.
    this.refresh().catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the campaign directory is stopping'));
    await this.#task?.stop();
  }

  /**
   * Scans the table. The scan starts after the call, so it finds everything that was written before. Rejects with the
   * error of the scan.
   */
  refresh(): Promise<void> {
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#current = this.#scan();
        return this.#current;
      });
    return this.#next;
  }

  /**
   * Schedules a scan soon after this process has written a campaign. Several writes within the delay share one scan.
   */
  refreshSoon(): void {
    const { clock, limits } = this.#options;
    if (this.#task === undefined || this.#isRefreshScheduled) return;
    this.#isRefreshScheduled = true;
    clock.schedule(limits.refreshSoonMs, () => {
      this.#isRefreshScheduled = false;
      this.refresh().catch(() => undefined);
    });
  }

  async #scan(): Promise<void> {
    const { scanner, clock, limits } = this.#options;
    const startedMs = clock.monotonicMs();
    const options = { timeoutMs: limits.refreshTimeoutMs, signal: this.#stopping.signal };
    const collected = new Collected(limits.campaignsMax, this.#endedBefore());
    const known = new Map<string, Known>();
    const scan = { table: CAMPAIGN_TABLE, ranges: campaignRanges(), filter: campaignFilter() };
    for await (const row of scanner.scan(scan, options)) {
      const read = this.#read(row);
      if (read === undefined) continue;
      collected.add(read.stored);
      if (known.size < KNOWN_PER_CAMPAIGN * limits.campaignsMax) known.set(row.key.toString('latin1'), read);
    }
    const found = collected.found();
    this.#logChanges(found);
    this.#known = known;
    this.#found = found;
    this.#readAtMs = startedMs;
  }

  #read(row: Row): Known | undefined {
    const cell = newestCampaignCell(row);
    const known = this.#known.get(row.key.toString('latin1'));
    if (cell === undefined) return undefined;
    if (known?.timestampMicros === cell.timestampMicros && known.value.equals(cell.value)) return known;
    const stored = this.#rows.read(row);
    // Copies the value, which is a view into the whole received message.
    const value = Buffer.from(cell.value);
    return stored === undefined ? undefined : { timestampMicros: cell.timestampMicros, value, stored };
  }

  #endedBefore(): string {
    return addDays(dayAt(this.#options.clock.nowMs(), this.scope.timeZone).day, -1);
  }

  #logChanges({ unreadable, leftOut }: Found): void {
    const { logger, limits } = this.#options;
    const { leftOut: leftOutBefore, unreadable: before } = this.#found;
    if (leftOut > 0 !== leftOutBefore > 0) {
      const { campaignsMax } = limits;
      if (leftOut > 0)
        logger.error({ leftOut, campaignsMax }, 'more campaigns than campaignsMax: some are left out');
      else logger.info({ campaignsMax }, 'all campaigns are loaded again');
    }
    for (const { id, problem } of unreadable) {
      if (!before.some((each) => each.id === id && each.problem === problem))
        logger.error({ campaignId: id, problem }, 'a stored campaign is invalid and is left out');
    }
  }
}

class Collected {
  readonly #campaigns: Campaign[] = [];
  readonly #unreadable: UnreadableCampaign[] = [];
  #leftOut = 0;

  constructor(
    private readonly campaignsMax: number,
    private readonly endedBefore: string,
  ) {}

  add(stored: StoredCampaign | UnreadableCampaign): void {
    if (!isUnreadable(stored) && isOverBefore(stored.campaign, this.endedBefore)) return;
    if (this.#campaigns.length + this.#unreadable.length >= this.campaignsMax) this.#leftOut += 1;
    else if (isUnreadable(stored)) this.#unreadable.push(stored);
    else this.#campaigns.push(stored.campaign);
  }

  found(): Found {
    const [campaigns, unreadable] = [Object.freeze(this.#campaigns), Object.freeze(this.#unreadable)];
    return { campaigns, unreadable, leftOut: this.#leftOut };
  }
}
