import { demandRatioOf, type CampaignDemand } from './demand-ratio';
import { CampaignDelivery } from './campaign-delivery';
import type { CampaignDay, CountSnapshot, PacingDecision, PacingStateName } from './pacing';
import type { PacingSettings } from './pacing-settings';
import { applyPolicy, type PolicyInput, type PolicyDecision } from './policies';
import { DeliveryRate } from './delivery-rate';
import { TrafficForecast } from './traffic-forecast';

/** What is known of a campaign that nobody asks about any more is kept for so long. */
const UNLISTED_KEPT_MS = 10 * 60_000;
/** Significant digits of a pass share. */
const SHARE_DIGITS = 4;

/** A campaign as it is now. */
interface CampaignView extends CampaignDemand {
  readonly campaign: CampaignDay;
  readonly delivery: CampaignDelivery;
  /** Share of what is left that is planned to come each second now; Infinity when no traffic is left. */
  readonly planPerSecond: number;
}

/**
 * Decides for each campaign how far ad servers may let it in. Deterministic: time and counts are given to it. It remembers what
 * it decided, since what a count of some time ago means now depends on how far the campaign was let in meanwhile.
 */
export class Pacer {
  readonly #settings: PacingSettings;
  readonly #forecast: TrafficForecast;
  readonly #deliveries = new Map<string, CampaignDelivery>();
  /** Of a predecessor, until the campaign is decided about. */
  readonly #previousDecisions = new Map<string, PacingDecision>();
  #nowMs = -Infinity;
  /** All go so many times as fast as their plans. */
  #paceMultiplier: number | undefined;

  constructor(settings: PacingSettings) {
    this.#settings = settings;
    this.#forecast = new TrafficForecast(settings.trafficShape);
  }

  /** Takes up a predecessor's decisions, which are in force. To be called before the first decision. */
  restore(decisions: readonly PacingDecision[]): void {
    for (const decision of decisions) this.#previousDecisions.set(decision.campaignId, decision);
  }

  /** One decision for each campaign, in their order. */
  decide(nowMs: number, campaigns: readonly CampaignDay[], seen: CountSnapshot): readonly PacingDecision[] {
    if (nowMs < this.#nowMs) for (const delivery of this.#deliveries.values()) delivery.restartAt(nowMs);
    this.#nowMs = nowMs;
    const looks = campaigns.map((campaign) => this.#viewOf(campaign, seen));
    const haste = this.#nextPaceMultiplier(demandRatioOf(looks));
    const decisions = looks.map((look) => this.#decideOne(look, haste));
    this.#previousDecisions.clear();
    this.#forgetUnlisted();
    return decisions;
  }

  /**
   * Half the way to what crowding calls for, as ratios go: crowding is told by what the last haste has led to, and whoever went all
   * the way would be too fast and too slow in turns.
   */
  #nextPaceMultiplier(crowding: number): number {
    const wanted = Math.max(1, crowding / this.#settings.demandRatioTarget);
    this.#paceMultiplier = Math.sqrt((this.#paceMultiplier ?? wanted) * wanted);
    return this.#paceMultiplier;
  }

  #viewOf(campaign: CampaignDay, { counts, completeUpToMs }: CountSnapshot): CampaignView {
    const delivery = this.#deliveryOf(campaign);
    delivery.listedAtMs = this.#nowMs;
    const count = counts.get(campaign.campaignId);
    const completeMs = completeUpToMs === undefined ? undefined : Math.min(completeUpToMs, this.#nowMs);
    if (count !== undefined) delivery.recordCount(count, completeMs, this.#settings);
    const { unitsPerSecond, unitsPerSecondNow } = delivery;
    const planPerSecond = this.#planPerSecond(campaign);
    const rest = campaign.unitsPurchased - delivery.count - delivery.estimatedUncounted(this.#nowMs);
    const planned = rest > 0 && !campaign.isPaused ? rest * planPerSecond : 0;
    return { campaign, delivery, planPerSecond, planned, unitsPerSecond, unitsPerSecondNow };
  }

  #decideOne(look: CampaignView, haste: number): PacingDecision {
    const { campaign, delivery } = look;
    const verdict = this.#withinTolerance(this.#policyDecision(look, haste), delivery.decision?.passShare);
    delivery.setPassShare(this.#nowMs + this.#settings.actuationDelayMs, verdict.share);
    delivery.decision = describe(campaign, delivery, verdict);
    return delivery.decision;
  }

  #deliveryOf(campaign: CampaignDay): CampaignDelivery {
    const { campaignId, day } = campaign;
    const known = this.#deliveries.get(campaignId);
    if (known?.day === day) return known;
    const inherited = this.#previousDecisions.get(campaignId);
    const rate = this.#rateOf(known, inherited);
    const delivery =
      inherited?.day === day
        ? CampaignDelivery.resume(inherited, this.#nowMs, rate)
        : CampaignDelivery.start(campaign, this.#nowMs, rate);
    this.#deliveries.set(campaignId, delivery);
    return delivery;
  }

  /** Yesterday's or the predecessor's, where there is one. */
  #rateOf(known: CampaignDelivery | undefined, inherited: PacingDecision | undefined): DeliveryRate {
    const rate = known?.unitsPerSecond ?? (inherited && inherited.unitsPerSecond / inherited.passShare) ?? 0;
    const isUsable = rate > 0 && Number.isFinite(rate);
    return isUsable
      ? DeliveryRate.fromPrevious(rate)
      : DeliveryRate.fromMaximum(this.#settings.unitsPerSecondMax);
  }

  #policyDecision(look: CampaignView, haste: number): PolicyDecision {
    const { campaign, delivery } = look;
    if (campaign.isPaused) return { share: 0, reason: 'paused' };
    if (delivery.count >= campaign.unitsPurchased) return { share: 0, reason: 'units_delivered' };
    const isStale = delivery.dataAgeMs(this.#nowMs) > this.#settings.staleAfterMs;
    const last = delivery.decision;
    const { whenStale } = this.#settings;
    if (isStale && whenStale === 'stop') return { share: 0, reason: 'counts_stale' };
    if (isStale && whenStale === 'continue' && last !== undefined)
      return { share: last.passShare, reason: 'counts_stale' };
    const verdict = applyPolicy(campaign, this.#policyInput(look, haste, isStale));
    return isStale && verdict.share > 0 ? { share: verdict.share, reason: 'counts_stale' } : verdict;
  }

  #policyInput(
    { campaign, delivery, planPerSecond }: CampaignView,
    haste: number,
    isStale: boolean,
  ): PolicyInput {
    const { standardErrorsAdded, intervalMs, actuationDelayMs } = this.#settings;
    const blindMs = Math.min(delivery.dataAgeMs(this.#nowMs), this.#nowMs - campaign.dayStartMs);
    const isThreshold = campaign.policy.name === 'threshold';
    return {
      counted: delivery.count * (isThreshold ? 1 : 1 + standardErrorsAdded * delivery.relativeError),
      uncounted: isThreshold && !isStale ? 0 : delivery.estimatedUncounted(this.#nowMs),
      unitsPerSecond: delivery.unitsPerSecond,
      horizonSeconds: (Math.max(0, blindMs) + intervalMs + actuationDelayMs) / 1_000,
      planPerSecond: haste * planPerSecond,
      wasStopped: delivery.decision?.reason === 'units_expected',
    };
  }

  /** Of the traffic that is planned with, what comes each second now. */
  #planPerSecond({ dayStartMs, dayEndMs }: CampaignDay): number {
    const { reserveShare, intervalMs } = this.#settings;
    const now = this.#nowMs;
    const share = (ms: number): number => this.#forecast.until((ms - dayStartMs) / (dayEndMs - dayStartMs));
    const endMs = dayEndMs - reserveShare * (dayEndMs - now);
    const ahead = share(endMs) - share(now);
    return ahead > 0 ? ((share(now + intervalMs) - share(now)) / ahead) * (1_000 / intervalMs) : Infinity;
  }

  /** The share stays while it is nearly the one wanted: each change is published. */
  #withinTolerance({ share, reason }: PolicyDecision, last: number | undefined): PolicyDecision {
    if (share === 0 || share === 1) return { share, reason };
    const isNear = last !== undefined && Math.abs(share - last) <= this.#settings.passShareTolerance * last;
    const settled = isNear ? last : Number(share.toPrecision(SHARE_DIGITS));
    return { share: settled, reason: settled === 1 && reason === 'ahead_of_pace' ? 'on_pace' : reason };
  }

  #forgetUnlisted(): void {
    for (const [id, { listedAtMs }] of this.#deliveries) {
      if (this.#nowMs - listedAtMs > UNLISTED_KEPT_MS) this.#deliveries.delete(id);
    }
  }
}

function describe(
  campaign: CampaignDay,
  delivery: CampaignDelivery,
  verdict: PolicyDecision,
): PacingDecision {
  const { campaignId, day, unitsPurchased, priority } = campaign;
  const { share: passShare, reason } = verdict;
  const { count, completeUpToMs, unitsPerSecondNow: unitsPerSecond } = delivery;
  const state = stateOf(passShare);
  return {
    campaignId,
    day,
    state,
    passShare,
    reason,
    unitsPurchased,
    count,
    unitsPerSecond,
    completeUpToMs,
    priority,
  };
}

function stateOf(share: number): PacingStateName {
  if (share === 0) return 'stopped';
  return share === 1 ? 'active' : 'throttled';
}
