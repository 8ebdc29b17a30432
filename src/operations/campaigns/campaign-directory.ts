/** All campaigns that are not over, in memory: for those who go through all of them again and again. */
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

export interface CampaignDirectoryLimits {
  /** Those beyond are left out, the same ones each time. */
  readonly campaignsMax: number;
  readonly refreshIntervalMs: number;
  readonly refreshTimeoutMs: number;
  /** After a write of this process's own. */
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

/** What one look at the table has found. */
interface Found {
  readonly campaigns: readonly Campaign[];
  readonly unreadable: readonly UnreadableCampaign[];
  readonly leftOut: number;
}

/** Cells that are remembered for each campaign that may be held: of campaigns that are over there may be many. */
const KNOWN_PER_CAMPAIGN = 4;

/** A cell as it was read: most are the same the next time, and need not be decoded again. */
interface Known {
  readonly timestampMicros: number;
  readonly value: Buffer;
  readonly stored: StoredCampaign | UnreadableCampaign;
}

export class CampaignDirectory {
  /** Whose campaigns they are, with the time zone of their days. */
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
  #isSoon = false;

  constructor(options: CampaignDirectoryOptions) {
    this.#options = options;
    this.scope = campaignScopeOf(options.schema.eventTypes());
    this.#rows = new CampaignRows(options.schema, this.scope);
  }

  /** Those whose last day was not before yesterday, paused ones included, in the order of their rows. */
  campaigns(): readonly Campaign[] {
    return this.#found.campaigns;
  }

  /** Campaigns in the table that make no sense, and so are not among the others. */
  unreadable(): readonly UnreadableCampaign[] {
    return this.#found.unreadable;
  }

  /** How many there are beyond `campaignsMax`. */
  leftOut(): number {
    return this.#found.leftOut;
  }

  /** Since the last look at the table that found all began. Infinity: there was none. */
  ageMs(): number {
    return this.#readAtMs === undefined ? Infinity : this.#options.clock.monotonicMs() - this.#readAtMs;
  }

  /** Begins to look at the table, at once and then again and again. */
  start(): void {
    const { clock, random, limits, logger } = this.#options;
    this.#task ??= supervise({
      name: 'campaign directory',
      clock,
      random,
      intervalMs: limits.refreshIntervalMs,
      jitter: 0.1,
      // A look has its own time limit, and may have had to wait for the one before.
      timeoutMs: 3 * limits.refreshTimeoutMs,
      backoffMaxMs: limits.refreshIntervalMs,
      run: () => this.refresh(),
      onError: (error, failuresInARow) => {
        if (failuresInARow === 1) logger.warn({ err: error }, 'campaigns cannot be read');
      },
    });
    // Its failure is the next run's to tell.
    this.refresh().catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the campaign directory is stopping'));
    await this.#task?.stop();
  }

  /** Looks at the table, by a look that begins after the call: what was written before is found. Rejects as scans do. */
  refresh(): Promise<void> {
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#current = this.#look();
        return this.#current;
      });
    return this.#next;
  }

  /** This process has written a campaign: the next look is not long in coming, nor so soon that each of many has its own. */
  refreshSoon(): void {
    const { clock, limits } = this.#options;
    if (this.#task === undefined || this.#isSoon) return;
    this.#isSoon = true;
    clock.schedule(limits.refreshSoonMs, () => {
      this.#isSoon = false;
      this.refresh().catch(() => undefined);
    });
  }

  async #look(): Promise<void> {
    const { scanner, clock, limits } = this.#options;
    const startedMs = clock.monotonicMs();
    const options = { timeoutMs: limits.refreshTimeoutMs, signal: this.#stopping.signal };
    const collected = new Collected(limits.campaignsMax, this.#overBefore());
    const known = new Map<string, Known>();
    const scan = { table: CAMPAIGN_TABLE, ranges: campaignRanges(), filter: campaignFilter() };
    for await (const row of scanner.scan(scan, options)) {
      const read = this.#read(row);
      if (read === undefined) continue;
      collected.add(read.stored);
      if (known.size < KNOWN_PER_CAMPAIGN * limits.campaignsMax) known.set(row.key.toString('latin1'), read);
    }
    const found = collected.found();
    this.#tellChanges(found);
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
    // A copy: the cell's value is a view into the whole received message.
    const value = Buffer.from(cell.value);
    return stored === undefined ? undefined : { timestampMicros: cell.timestampMicros, value, stored };
  }

  #overBefore(): string {
    return addDays(dayAt(this.#options.clock.nowMs(), this.scope.timeZone).day, -1);
  }

  #tellChanges({ unreadable, leftOut }: Found): void {
    const { logger, limits } = this.#options;
    const { leftOut: leftOutBefore, unreadable: before } = this.#found;
    if (leftOut > 0 !== leftOutBefore > 0) {
      const { campaignsMax } = limits;
      if (leftOut > 0) logger.error({ leftOut, campaignsMax }, 'there are more campaigns than can be held');
      else logger.info({ campaignsMax }, 'all campaigns are held again');
    }
    for (const { id, problem } of unreadable) {
      if (!before.some((each) => each.id === id && each.problem === problem))
        logger.error({ campaignId: id, problem }, 'a stored campaign makes no sense, and is left out');
    }
  }
}

class Collected {
  readonly #campaigns: Campaign[] = [];
  readonly #unreadable: UnreadableCampaign[] = [];
  #leftOut = 0;

  constructor(
    private readonly campaignsMax: number,
    private readonly overBefore: string,
  ) {}

  add(stored: StoredCampaign | UnreadableCampaign): void {
    if (!isUnreadable(stored) && isOverBefore(stored.campaign, this.overBefore)) return;
    if (this.#campaigns.length + this.#unreadable.length >= this.campaignsMax) this.#leftOut += 1;
    else if (isUnreadable(stored)) this.#unreadable.push(stored);
    else this.#campaigns.push(stored.campaign);
  }

  found(): Found {
    const [campaigns, unreadable] = [Object.freeze(this.#campaigns), Object.freeze(this.#unreadable)];
    return { campaigns, unreadable, leftOut: this.#leftOut };
  }
}
