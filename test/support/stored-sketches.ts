/** Counts over all users as stored, read in the simplest way, for comparison. */
import { cellsPerColumnLimit, chain, familyIs } from '../../src/bigtable/read/filters';
import { mergeSketchBytes } from '../../src/codec/sketches/sketch-codec';
import { EVENTUAL, type Consistency } from '../../src/core/consistency/consistency';
import { eventQualifier } from '../../src/core/events/dedup-key';
import type { ActionEvent } from '../../src/core/events/event';
import { Sketch } from '../../src/core/sketches/sketch';
import { parseSketchColumn, sketchRowKey } from '../../src/core/sketches/sketch-row';
import type { Reader } from '../../src/consistency/store';
import { CAMPAIGN_ACTION } from './events';

const [DECLARED] = CAMPAIGN_ACTION.events.sketches;

/** Returns the stored counts by `<campaign> <day> <action code> <kind> <hour or ->`. */
export async function storedCounts(
  reader: Reader,
  campaigns: readonly string[],
  days: readonly string[],
  consistency: Consistency = EVENTUAL,
): Promise<Record<string, number>> {
  const { corpus: table, family } = DECLARED!;
  const sketches = new Map<string, Sketch>();
  for (const id of campaigns) {
    for (const day of days) {
      const filter = chain(familyIs(family), cellsPerColumnLimit(1));
      const { row } = await reader.readRow({ table, key: sketchRowKey(id, day), filter }, consistency);
      for (const { qualifier, value } of row?.cells ?? []) {
        const { actionCode, kind, hour = '-' } = parseSketchColumn(qualifier)!;
        const name = `${id} ${day} ${actionCode} ${kind} ${hour}`;
        const sketch = sketches.get(name) ?? new Sketch();
        sketches.set(name, sketch);
        mergeSketchBytes(sketch, value);
      }
    }
  }
  return Object.fromEntries([...sketches].map(([name, sketch]) => [name, sketch.estimate()]));
}

/** Returns the expected counts after these deliveries: sets of dedup keys and of users, by UTC days. */
export function expectedCounts(deliveries: readonly ActionEvent[]): Record<string, number> {
  const sets = new Map<string, Set<string>>();
  for (const event of deliveries) {
    const action = CAMPAIGN_ACTION.events.actions.find(({ name }) => name === event.action)!;
    const key = `${eventQualifier(event, action).toString('hex', 0, 17)} ${event.userId}`;
    const time = new Date(event.eventTimeMs).toISOString();
    const id = event.dimensions[DECLARED!.level.dimension.index]!;
    for (const hour of ['-', String(Number(time.slice(11, 13)))]) {
      for (const [kind, item] of [
        ['events', key],
        ['users', event.userId],
      ] as const) {
        const name = `${id} ${time.slice(0, 10)} ${action.code} ${kind} ${hour}`;
        sets.set(name, (sets.get(name) ?? new Set()).add(item));
      }
    }
  }
  return Object.fromEntries([...sets].map(([name, set]) => [name, set.size]));
}

/** Returns the days of the events. */
export function daysOf(deliveries: readonly ActionEvent[]): string[] {
  return [...new Set(deliveries.map(({ eventTimeMs }) => new Date(eventTimeMs).toISOString().slice(0, 10)))];
}
