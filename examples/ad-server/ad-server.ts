/**
 * An ad server: of the candidates for a place on a page, it returns the one that the user should see. Pacing states, frequency
 * caps and fatigue features come from Tidemark, each by one call.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Client, DefaultSchema } from 'tidemark/client';

/** Ad that could be shown, with what its advertiser pays for an impression. */
export interface Candidate {
  readonly adId: string;
  readonly campaignId: string;
  readonly bid: number;
}

/** At most three impressions of a campaign a day, and one of an ad an hour. */
const RULES = [
  { level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 },
  { level: 'ad', actions: ['impression'], window: '1h', maximum: 1 },
] as const;

/** One feature for each candidate: impressions of its campaign, halved for each day that has passed. */
const FEATURES = {
  levels: ['campaign'],
  actions: ['impression'],
  windows: ['1d'],
  halfLives: ['1d'],
  scales: [],
} as const;
const DECAY = 'campaign.impression.decay.1d';

export class AdServer {
  readonly #tidemark: Client<DefaultSchema>;
  /** Share of its requests that each campaign may be shown for. Undefined until the pacing controller has decided once. */
  #passShares: ReadonlyMap<string, number> | undefined;
  readonly #stop = new AbortController();
  readonly #events;

  /** The client should have a short deadline: a page waits for the ad. */
  constructor(tidemark: Client<DefaultSchema>) {
    this.#tidemark = tidemark;
    this.#events = this.#tidemark.events.batcher({
      timeoutMs: 10_000,
      onFailed: (failures) => console.error(`${failures.length} events were not written`, failures[0]?.error),
    });
    void this.#followPacing();
  }

  /** Returns the best candidate that the user may see, or undefined if there is none. */
  async choose(userId: string, candidates: readonly Candidate[]): Promise<Candidate | undefined> {
    const shares = this.#passShares;
    const paced = candidates.filter(
      ({ campaignId }) => shares === undefined || Math.random() < (shares.get(campaignId) ?? 0),
    );
    if (paced.length === 0) return undefined;
    const ids = paced.map(({ adId, campaignId }) => ({ adId, campaignId }));
    const [caps, features] = await Promise.all([
      this.#tidemark.caps.check({ userId, candidates: ids, rules: RULES }),
      this.#tidemark.features.fatigue({
        userId,
        candidates: ids.map(({ campaignId }) => ({ campaignId })),
        ...FEATURES,
      }),
    ]);
    const decay = features.names?.indexOf(DECAY) ?? -1;
    let best: Candidate | undefined;
    let bestScore = -Infinity;
    paced.forEach((candidate, i) => {
      const fatigue = features.candidates[i]?.values[decay] ?? 0;
      const score = candidate.bid / (1 + fatigue);
      if (caps.candidates[i]?.allowed !== true || score <= bestScore) return;
      best = candidate;
      bestScore = score;
    });
    return best;
  }

  /** Records that the user has seen an ad. */
  async shown(userId: string, { adId, campaignId }: Candidate, insertionId: string): Promise<void> {
    const eventTime = Date.now();
    await this.#events.add({ userId, action: 'impression', eventTime, adId, campaignId, insertionId });
  }

  /** Writes what is buffered. */
  async flush(): Promise<void> {
    await this.#events.flush();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#events.close();
  }

  /** Keeps the pacing states current. While Tidemark cannot be reached, the last ones stay in use. */
  async #followPacing(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        for await (const { epoch, campaigns } of this.#tidemark.campaigns.watch({ signal })) {
          if (epoch === 0) continue;
          this.#passShares = new Map(campaigns.map(({ campaignId, passShare }) => [campaignId, passShare]));
        }
      } catch (error) {
        if (signal.aborted) return;
        console.error('pacing states cannot be read', error);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }
}

/** Serves `POST /ads` with `{"userId", "insertionId", "candidates"}`. The answer is the candidate, or 204. */
export function serve(ads: AdServer): Server {
  return createServer((request, response) => {
    void (async () => {
      const { userId, insertionId, candidates } = (await bodyOf(request)) as {
        readonly userId: string;
        readonly insertionId: string;
        readonly candidates: readonly Candidate[];
      };
      const chosen = await ads.choose(userId, candidates);
      if (chosen === undefined) return response.writeHead(204).end();
      await ads.shown(userId, chosen, insertionId);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(chosen));
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}
