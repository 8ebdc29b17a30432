import { Pacer } from '../../../../src/core/pacing/pacer';
import type { CampaignDay, CountSnapshot, PacingDecision } from '../../../../src/core/pacing/pacing';
import type { PacingSettings } from '../../../../src/core/pacing/pacing-settings';
import { DEFAULTS } from '../../../../src/config/defaults';

export const DAY_START_MS = Date.UTC(2026, 10, 21);
export const HOUR_MS = 3_600_000;
export const SETTINGS: PacingSettings = DEFAULTS.pacing;

export function campaignDay(changes: Partial<CampaignDay> = {}): CampaignDay {
  return {
    campaignId: 'a',
    day: '2026-11-21',
    dayStartMs: DAY_START_MS,
    dayEndMs: DAY_START_MS + 24 * HOUR_MS,
    unitsPurchased: 16_000,
    priority: 50,
    policy: { name: 'proportional' },
    isPaused: false,
    ...changes,
  };
}

export interface Look {
  readonly count?: number | undefined;
  readonly relativeError?: number;
  /** Age of the complete counts, in milliseconds. Undefined: unknown. */
  readonly lagMs?: number | undefined;
  readonly isPartial?: true | undefined;
}

export function seenAt(nowMs: number, { count, relativeError = 0, lagMs, isPartial }: Look): CountSnapshot {
  return {
    atMs: nowMs,
    completeUpToMs: lagMs === undefined ? undefined : nowMs - lagMs,
    counts: new Map(count === undefined ? [] : [['a', { count, relativeError, isPartial }]]),
  };
}

/** One campaign and its pacer. */
export class PacedCampaign {
  readonly pacer: Pacer;
  day: CampaignDay;

  constructor(changes: Partial<CampaignDay> = {}, settings: Partial<PacingSettings> = {}) {
    this.pacer = new Pacer({ ...SETTINGS, ...settings });
    this.day = campaignDay(changes);
  }

  decide(nowMs: number, look: Look): PacingDecision {
    return this.pacer.decide(nowMs, [this.day], seenAt(nowMs, look))[0]!;
  }
}

export interface Delivering {
  /** Delivery rate at a pass share of 1. */
  readonly unitsPerSecond: (second: number) => number;
  readonly lagSeconds: number;
  readonly fromSecond?: number;
  readonly seconds: number;
}

export interface Delivered {
  readonly units: number;
  readonly decisions: readonly PacingDecision[];
}

/**
 * Simulates delivery second by second by the pass share, without randomness. A decision takes effect a second later.
 */
export function deliver(campaign: PacedCampaign, options: Delivering): Delivered {
  const { unitsPerSecond, lagSeconds, fromSecond = 0, seconds } = options;
  const history: number[] = [];
  const decisions: PacingDecision[] = [];
  let units = 0;
  for (let i = 0; i < seconds; i++) {
    const second = fromSecond + i;
    const count = Math.floor(history[i - 1 - lagSeconds] ?? 0);
    const nowMs = DAY_START_MS + 1_000 * second;
    decisions.push(campaign.decide(nowMs, { count, lagMs: 1_000 * lagSeconds }));
    units += (decisions[i - 1]?.passShare ?? 0) * unitsPerSecond(second);
    history.push(units);
  }
  return { units, decisions };
}
