import { demandRatioOf, type CampaignDemand } from './demand-ratio';
import { CampaignDelivery } from './campaign-delivery';
import type { CampaignDay, CountSnapshot, PacingDecision, PacingStateName } from './pacing';
import type { PacingSettings } from './pacing-settings';
import { applyPolicy, type PolicyInput, type PolicyDecision } from './policies';
import { DeliveryRate } from './delivery-rate';
import { TrafficForecast } from './traffic-forecast';

/** Time for which the state of a campaign is kept after it was last listed, in milliseconds. */
const UNLISTED_KEPT_MS = 10 * 60_000;
/** Significant digits of a pass share. */
const SHARE_DIGITS = 4;

/** State of a campaign in the current round. */
interface CampaignView extends CampaignDemand {
  readonly campaign: CampaignDay;
  readonly delivery: CampaignDelivery;
  /** Share of the rest that is planned per second now. Infinity if no traffic is left. */
  readonly plannedSharePerSecond: number;
}

/**
 * Decides the pass share of each campaign. Deterministic: time and counts are inputs. It remembers its decisions,
 * because the meaning of an older count depends on the pass share since then.
 */
export class Pacer {
  readonly #settings: PacingSettings;
  readonly #forecast: TrafficForecast;
  readonly #deliveries = new Map<string, CampaignDelivery>();
  /** Decisions of the previous leader, until the campaign is decided here. */
  readonly #previousDecisions = new Map<string, PacingDecision>();
  #nowMs = -Infinity;
  /** Multiplier (≥ 1) applied to every campaign's planned rate. Undefined before the first round. */
  #paceMultiplier: number | undefined;

  constructor(settings: PacingSettings) {
    this.#settings = settings;
    this.#forecast = new TrafficForecast(settings.trafficShape);
  }

  /** Restores the previous leader's decisions, which are in force. Call it before the first decision. */
  restore(decisions: readonly PacingDecision[]): void {
    for (const decision of decisions) this.#previousDecisions.set(decision.campaignId, decision);
  }

  /** Returns one decision per campaign, in the order of the campaigns. */
  decide(nowMs: number, campaigns: readonly CampaignDay[], seen: CountSnapshot): readonly PacingDecision[] {
    if (nowMs < this.#nowMs) for (const delivery of this.#deliveries.values()) delivery.restartAt(nowMs);
    this.#nowMs = nowMs;
    const views = campaigns.map((campaign) => this.#viewOf(campaign, seen));
    const multiplier = this.#nextPaceMultiplier(demandRatioOf(views));
    const decisions = views.map((view) => this.#decideOne(view, multiplier));
    this.#previousDecisions.clear();
    this.#forgetUnlisted();
    return decisions;
  }

  /**
   * Returns the next multiplier: the geometric mean of the current and the wanted one. The demand ratio depends on the
   * previous multiplier, so jumping to the wanted one would oscillate.
   */
  #nextPaceMultiplier(demandRatio: number): number {
    const wanted = Math.max(1, demandRatio / this.#settings.demandRatioThreshold);
    this.#paceMultiplier = Math.sqrt((this.#paceMultiplier ?? wanted) * wanted);
    return this.#paceMultiplier;
  }

  #viewOf(campaign: CampaignDay, { counts, completeUpToMs }: CountSnapshot): CampaignView {
    const delivery = this.#deliveryOf(campaign);
    delivery.listedAtMs = this.#nowMs;
    const count = counts.get(campaign.campaignId);
    const completeMs = completeUpToMs === undefined ? undefined : Math.min(completeUpToMs, this.#nowMs);
    if (count !== undefined)
      delivery.recordCount(count, count.isPartial === true ? undefined : completeMs, this.#settings);
    const { fullPassUnitsPerSecond, unitsPerSecond } = delivery;
    const plannedSharePerSecond = this.#plannedSharePerSecond(campaign);
    const rest = campaign.unitsPurchased - delivery.count - delivery.estimatedUncounted(this.#nowMs);
    const planned = rest > 0 && !campaign.isPaused ? rest * plannedSharePerSecond : 0;
    return { campaign, delivery, plannedSharePerSecond, planned, fullPassUnitsPerSecond, unitsPerSecond };
  }

  #decideOne(view: CampaignView, multiplier: number): PacingDecision {
    const { campaign, delivery } = view;
    const decision = this.#withinTolerance(
      this.#policyDecision(view, multiplier),
      delivery.decision?.passShare,
    );
    delivery.setPassShare(this.#nowMs + this.#settings.actuationDelayMs, decision.share);
    delivery.decision = describe(campaign, delivery, decision);
    return delivery.decision;
  }

  #deliveryOf(campaign: CampaignDay): CampaignDelivery {
    const { campaignId, day } = campaign;
    const known = this.#deliveries.get(campaignId);
    if (known?.day === day) return known;
    const previous = this.#previousDecisions.get(campaignId);
    const rate = this.#rateOf(known, previous);
    const delivery =
      previous?.day === day
        ? CampaignDelivery.resume(previous, this.#nowMs, rate)
        : CampaignDelivery.start(campaign, this.#nowMs, rate);
    this.#deliveries.set(campaignId, delivery);
    return delivery;
  }

  /** Returns the rate of the day before or of the previous leader, or else the maximum rate. */
  #rateOf(known: CampaignDelivery | undefined, previous: PacingDecision | undefined): DeliveryRate {
    const rate =
      known?.fullPassUnitsPerSecond ?? (previous && previous.unitsPerSecond / previous.passShare) ?? 0;
    const isUsable = rate > 0 && Number.isFinite(rate);
    return isUsable
      ? DeliveryRate.fromPrevious(rate)
      : DeliveryRate.fromMaximum(this.#settings.unitsPerSecondMax);
  }

  #policyDecision(view: CampaignView, multiplier: number): PolicyDecision {
    const { campaign, delivery } = view;
    if (campaign.isPaused) return { share: 0, reason: 'paused' };
    if (delivery.count >= campaign.unitsPurchased) return { share: 0, reason: 'units_delivered' };
    const isStale = delivery.dataAgeMs(this.#nowMs) > this.#settings.staleAfterMs;
    const last = delivery.decision;
    const { whenStale } = this.#settings;
    if (isStale && whenStale === 'stop') return { share: 0, reason: 'counts_stale' };
    if (isStale && whenStale === 'continue' && last !== undefined)
      return { share: last.passShare, reason: 'counts_stale' };
    const decision = applyPolicy(campaign, this.#policyInput(view, multiplier, isStale));
    return isStale && decision.share > 0 ? { share: decision.share, reason: 'counts_stale' } : decision;
  }

  #policyInput(
    { campaign, delivery, plannedSharePerSecond }: CampaignView,
    multiplier: number,
    isStale: boolean,
  ): PolicyInput {
    const { standardErrorsAdded, intervalMs, actuationDelayMs } = this.#settings;
    const blindMs = Math.min(delivery.dataAgeMs(this.#nowMs), this.#nowMs - campaign.dayStartMs);
    const isThreshold = campaign.policy.name === 'threshold';
    return {
      counted: delivery.count * (isThreshold ? 1 : 1 + standardErrorsAdded * delivery.relativeError),
      uncounted: isThreshold && !isStale ? 0 : delivery.estimatedUncounted(this.#nowMs),
      fullPassUnitsPerSecond: delivery.fullPassUnitsPerSecond,
      horizonSeconds: (Math.max(0, blindMs) + intervalMs + actuationDelayMs) / 1_000,
      targetSharePerSecond: multiplier * plannedSharePerSecond,
      wasStopped: delivery.decision?.reason === 'units_expected',
    };
  }

  /** Returns the share of the planned traffic that comes per second now. */
  #plannedSharePerSecond({ dayStartMs, dayEndMs }: CampaignDay): number {
    const { reserveShare, intervalMs } = this.#settings;
    const now = this.#nowMs;
    const share = (ms: number): number => this.#forecast.until((ms - dayStartMs) / (dayEndMs - dayStartMs));
    const endMs = dayEndMs - reserveShare * (dayEndMs - now);
    const ahead = share(endMs) - share(now);
    return ahead > 0 ? ((share(now + intervalMs) - share(now)) / ahead) * (1_000 / intervalMs) : Infinity;
  }

  /** Keeps the last share if it is close to the wanted one, because each change is published. */
  #withinTolerance({ share, reason }: PolicyDecision, last: number | undefined): PolicyDecision {
    if (share === 0 || share === 1) return { share, reason };
    const isNear = last !== undefined && Math.abs(share - last) <= this.#settings.passShareTolerance * last;
    const chosen = isNear ? last : Number(share.toPrecision(SHARE_DIGITS));
    return { share: chosen, reason: chosen === 1 && reason === 'ahead_of_pace' ? 'on_pace' : reason };
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
  decision: PolicyDecision,
): PacingDecision {
  const { campaignId, day, unitsPurchased, priority } = campaign;
  const { share: passShare, reason } = decision;
  const { count, completeUpToMs, unitsPerSecond } = delivery;
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
