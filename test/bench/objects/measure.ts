/** Measures each case: saturating load, the floors beside it, and an open loop at half of that load. */
import { median, type BenchOptions } from '../harness';
import type { Pauses } from '../counts/messages';
import type { LoadResult } from '../load/messages';
import { othersMs } from '../other-work';
import { messageOf, requestsOf, type Case } from './cases';
import { objectsOf } from './data';
import type { FloorPart, FloorRequest } from './floor-messages';
import type { ObjectService } from './service';

export interface Plan {
  /** Number of stored objects of each size. */
  readonly stored: Readonly<Record<Case['size'], number>>;
  /** Number of objects of a batch, at most that of the stored ones. */
  readonly batch: number;
  /** Maximum number of connections of a load. */
  readonly connectionsMax: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  readonly openMs: number;
}

/** Medians over the rounds. */
export interface Saturated {
  readonly perSecond: number;
  readonly cpuMicros: number;
  /** Processor time of the row read alone. */
  readonly readMicros: number;
  /** Processor time of the JSON alone; 0 for protobuf, whose bytes are sent as they are stored. */
  readonly encodeMicros: number;
}

export interface Stage {
  readonly service: ObjectService;
  /** The process of the floors. */
  readonly floor: ObjectService;
  readonly plan: Plan;
  readonly progress: BenchOptions['progress'];
}

/** Interleaves the rounds, so that a slow minute of the machine strikes all alike. The first round only warms up. */
export async function measureSaturated(
  stage: Stage,
  cases: readonly Case[],
): Promise<ReadonlyMap<Case, Saturated>> {
  const { rounds, roundMs, warmUpMs } = stage.plan;
  const seen = new Map(cases.map((each): [Case, Saturated[]] => [each, []]));
  for (let round = 0; round <= rounds; round++) {
    stage.progress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const each of cases) {
      const measured = await saturate(stage, each, round === 0 ? warmUpMs : roundMs);
      if (round > 0) seen.get(each)!.push(measured);
    }
  }
  return new Map([...seen].map(([each, all]) => [each, medianOf(all)]));
}

async function saturate({ service, floor, plan }: Stage, each: Case, durationMs: number): Promise<Saturated> {
  const stored = plan.stored[each.size];
  const alone = async (part: FloorPart): Promise<number> => {
    const request: FloorRequest = { part, of: each, stored, durationMs };
    const { cpuMicros, requests } = await floor.measure(request);
    return cpuMicros / requests;
  };
  const { connections } = each;
  const before = await service.cpuMicros();
  const result = await service.load(each, { messages: messagesOf(each, plan), connections, durationMs });
  const cpuMicros = (await service.cpuMicros()) - before;
  return {
    perSecond: result.answeredPerSecond,
    cpuMicros: cpuMicros / result.latenciesMs.length,
    readMicros: await alone('read'),
    encodeMicros: each.encoding === 'JSON' ? await alone('encode') : 0,
  };
}

function medianOf(all: readonly Saturated[]): Saturated {
  const of = (name: keyof Saturated): number => median(all.map((each) => each[name]));
  return {
    perSecond: of('perSecond'),
    cpuMicros: of('cpuMicros'),
    readMicros: of('readMicros'),
    encodeMicros: of('encodeMicros'),
  };
}

/** Enough that requests wait in the service, not for a connection. */
const OPEN_CONNECTIONS = 64;
const WARM_UP_MS = 300;

/** An open loop, and the processor time of the service for each answer. */
export interface OpenLoop {
  readonly result: LoadResult;
  readonly cpuMicros: number;
  /** Pauses of the service meanwhile. */
  readonly pauses: Pauses;
  /** Processor time that went to processes outside of the benchmark meanwhile, in milliseconds. */
  readonly othersMs: number;
}

/** Runs open loops at half of the saturating load, evenly spread, so that requests do not queue: of the service and of the floor. */
export async function measureAtHalf(
  { service, floor, plan, progress }: Stage,
  each: Case,
  { perSecond: saturatingPerSecond }: Saturated,
): Promise<{ readonly atHalf: OpenLoop; readonly floorAtHalf: OpenLoop }> {
  const perSecond = saturatingPerSecond / 2;
  progress(`${each.name}: ${Math.round(perSecond)} requests a second`);
  const load = {
    messages: messagesOf(each, plan),
    connections: Math.min(OPEN_CONNECTIONS, plan.connectionsMax),
    perSecond,
  };
  const openLoopOf = async (measured: ObjectService): Promise<OpenLoop> => {
    await measured.load(each, { ...load, durationMs: Math.min(WARM_UP_MS, plan.openMs) });
    await measured.pauses();
    const [before, othersBeforeMs] = [await measured.cpuMicros(), othersMs()];
    const result = await measured.load(each, { ...load, durationMs: plan.openMs });
    const ofOthersMs = Math.max(0, othersMs() - othersBeforeMs);
    const cpuMicros = ((await measured.cpuMicros()) - before) / result.latenciesMs.length;
    return { result, cpuMicros, pauses: await measured.pauses(), othersMs: ofOthersMs };
  };
  return { atHalf: await openLoopOf(service), floorAtHalf: await openLoopOf(floor) };
}

function messagesOf(each: Case, { stored }: Plan): ReturnType<typeof messageOf>[] {
  const objects = objectsOf(each.size, stored[each.size]);
  return requestsOf(each, objects).map((requested) => messageOf(each, requested));
}
