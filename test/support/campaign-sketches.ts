/** Writes sketches of campaigns by hand, as writers would. */
import { encodeSketch } from '../../src/codec/sketches/sketch-codec';
import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { setCell } from '../../src/bigtable/write/mutations';
import {
  parseCampaignCountQuery,
  type CampaignCountRules,
} from '../../src/core/campaign-counts/parse-campaign-count-query';
import type { CampaignCountQuery } from '../../src/core/campaign-counts/campaign-count-query';
import type { EventDataType, SketchDeclaration } from '../../src/core/schema/schema';
import {
  sketchColumn,
  sketchRowKey,
  type SketchCell,
  type SketchColumn,
} from '../../src/core/sketches/sketch-row';
import { DEFAULTS } from '../../src/config/defaults';
import { TidemarkError } from '../../src/errors';
import type { Writer } from '../../src/consistency/store';
import { sketchOf } from './sketches';

const schema = loadSchema();
export const CAMPAIGN_ACTION = schema.eventDataType('campaign_action');
const AD_ACTION = schema.eventDataType('ad_action');

/** Table and family of the sketches of all event types in these tests. */
export const TABLE = 'campaign_counts';
export const FAMILY = 'campaign_counts';

/** Ad actions with sketches by view type and device, in a time zone other than UTC. */
export function countedAdAction(changes: Partial<SketchDeclaration> = {}): EventDataType {
  const { events } = AD_ACTION;
  const sketches: SketchDeclaration = {
    family: FAMILY,
    corpus: TABLE,
    timeZone: 'Asia/Jakarta',
    reach: true,
    retention: { versionsMax: 1 },
    level: events.levels.find(({ name }) => name === 'campaign')!,
    breakdowns: events.dimensions.filter(({ name }) => name === 'viewType' || name === 'sessionId'),
    ...changes,
  };
  return { ...AD_ACTION, events: { ...events, sketches: [sketches] } };
}

export function rulesFor(
  eventTypes: readonly EventDataType[],
  nowMs: number,
  changes: Partial<CampaignCountRules> = {},
): CampaignCountRules {
  return {
    ...DEFAULTS.events,
    ...DEFAULTS.campaignCounts,
    eventTypes,
    nowMs,
    eventDataType(name, field) {
      const found = eventTypes.find(({ family }) => family === name);
      if (found === undefined) throw new TidemarkError('unknown_data_type', 'none', { field });
      return found;
    },
    ...changes,
  };
}

export function queryOf(
  dataType: EventDataType,
  body: object,
  nowMs = Date.UTC(2026, 10, 21, 12),
): CampaignCountQuery {
  return parseCampaignCountQuery({ campaigns: ['c1'], ...body }, rulesFor([dataType], nowMs));
}

/** Default time of the writes, recent enough not to expire. */
export const WRITTEN_MS = Date.now() - 60_000;

export interface StoredSketch extends Partial<SketchCell>, Partial<Pick<SketchColumn, 'part'>> {
  readonly id: string;
  readonly day: string;
  /** Writer id: up to 6 letters. */
  readonly writer: string;
  readonly actionCode: number;
  /** Items of the sketch, or its bytes. */
  readonly items: readonly number[] | Buffer;
  readonly atMs?: number;
}

export async function storeSketches(
  writer: Pick<Writer, 'mutateRows'>,
  sketches: readonly StoredSketch[],
): Promise<void> {
  const rows = sketches.map((sketch) => ({
    key: sketchRowKey(sketch.id, sketch.day),
    mutations: [
      setCell(FAMILY, columnOf(sketch), (sketch.atMs ?? WRITTEN_MS) * 1_000, bytesOf(sketch.items)),
    ],
  }));
  const outcomes = await writer.mutateRows(TABLE, rows);
  for (const outcome of outcomes) if (outcome instanceof TidemarkError) throw outcome;
}

export function columnOf(sketch: Omit<StoredSketch, 'items' | 'id' | 'day'>): Buffer {
  const { hour, actionCode, kind = 'events', breakdown, part = 'whole', writer } = sketch;
  return sketchColumn({ hour, actionCode, kind, breakdown, part, writer: writer.padEnd(6, '.') });
}

function bytesOf(items: readonly number[] | Buffer): Buffer {
  return Buffer.isBuffer(items) ? items : encodeSketch(sketchOf(items));
}
