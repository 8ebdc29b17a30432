import type { SketchDeclaration } from '../../../src/core/schema/schema';
import { encodeSketch } from '../../../src/codec/sketches/sketch-codec';
import { cellPrefix } from '../../../src/core/sketches/sketch-row';
import { eventItem, userItem } from '../../../src/core/sketches/sketch-items';
import { Sketch } from '../../../src/core/sketches/sketch';
import type { SketchedEvent } from '../../../src/operations/sketches/sketch-target';
import { eventFromNamed } from '../../../src/core/events/event';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import type { Dice } from '../consistency/dice';

const HOUR_MS = 3_600_000;
export const SCHEMA = loadSchema();
const DATA_TYPE = SCHEMA.eventDataType('campaign_action');
export const [SKETCHES] = DATA_TYPE.events.sketches as readonly [SketchDeclaration];
export const DAY = '2026-01-01';
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** The first campaign has more events than are counted exactly. */
export const CAMPAIGNS = [1, 2, 3].map(idOf);
const USERS = 400;
const MINUTES = 120;

/** Sketches by the first bytes of their qualifiers, in hexadecimal. */
export type Sketches = ReadonlyMap<string, Sketch>;

/** The events sent, and the expected sketches. */
export class History {
  readonly #dice: Dice;
  readonly #startMs: number;
  readonly #expected = new Map<string, Map<string, Sketch>>(CAMPAIGNS.map((id) => [id, new Map()]));

  constructor(dice: Dice, startMs: number) {
    this.#dice = dice;
    this.#startMs = startMs;
  }

  /** Some events are the same by chance: the same user in the same minute. */
  next(): SketchedEvent {
    const dice = this.#dice;
    const campaignId = dice.chance(0.7) ? CAMPAIGNS[0]! : dice.pick(CAMPAIGNS);
    const eventTimeMs = this.#startMs + dice.below(MINUTES) * 60_000;
    const userId = idOf(dice.below(USERS));
    const action = DATA_TYPE.events.actions[dice.chance(0.1) ? 1 : 0]!;
    const fields = { userId, action: action.name, eventTimeMs, ids: { campaignId } };
    const event = eventFromNamed(DATA_TYPE.events, fields);
    const sketched = { event, dataType: DATA_TYPE, action, qualifier: eventQualifier(event, action) };
    this.#expect(sketched, campaignId);
    return sketched;
  }

  expected(campaignId: string): Sketches {
    return this.#expected.get(campaignId)!;
  }

  #expect({ event, action, qualifier }: SketchedEvent, campaignId: string): void {
    const sketches = this.#expected.get(campaignId)!;
    const hour = Math.floor((event.eventTimeMs - this.#startMs) / HOUR_MS);
    const cell = { actionCode: action.code, breakdown: undefined };
    for (const period of [undefined, hour]) {
      const item = eventItem(qualifier, event.userId);
      sketchOf(sketches, cellPrefix({ ...cell, hour: period, kind: 'events' })).add(item.first, item.second);
      const user = userItem(event.userId);
      sketchOf(sketches, cellPrefix({ ...cell, hour: period, kind: 'users' })).add(user.first, user.second);
    }
  }
}

export function sketchOf(sketches: Map<string, Sketch>, prefix: Buffer): Sketch {
  const name = prefix.toString('hex');
  const known = sketches.get(name) ?? new Sketch();
  sketches.set(name, known);
  return known;
}

/** Returns whether the sketches are of the same sets. */
export function areEqual(a: Sketch | undefined, b: Sketch | undefined): boolean {
  return encodeSketch(a ?? new Sketch()).equals(encodeSketch(b ?? new Sketch()));
}
