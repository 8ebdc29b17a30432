import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import type { SketchPartsOf } from '../../core/residency/sketch-tables';
import { Pacer } from '../../core/pacing/pacer';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import { processName } from '../../platform/process/process-name';
import type { Random } from '../../platform/random';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import { heartbeatAgeMaxMs } from '../../consistency/heartbeats/heartbeat-schedules';
import type { Reader, Scanner, Writer } from '../../consistency/store';
import type { CorruptionObserver } from '../campaign-counts/corrupted-sketches';
import { createCountFollower } from '../campaign-counts/count-follower';
import { CampaignDirectory } from '../campaigns/campaign-directory';
import { observeCampaignDirectory } from '../campaigns/campaign-directory-metrics';
import type { ReadProgress } from '../lag/read-progress';
import { PacingController, type PacingControllerObserver } from './pacing-controller';
import { observePacing } from './pacing-metrics';
import { createPacingSources } from './pacing-sources';
import type { PublishStates } from './state-outbox';
import type { PacerPort, PacingSources, PacingRound } from './pacing-session';

/** Dependencies of the pacing controller of a process. */
export interface PacingDependencies {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly scanner: Scanner;
  /** Returns the parts of sketches that make up counts. */
  readonly partsOf: SketchPartsOf;
  readonly leaseTransactions: RowTransactions;
  readonly readProgress: ReadProgress;
  readonly schema: SchemaRegistry;
  readonly config: Pick<Config, 'pacing' | 'campaigns' | 'campaignCounts' | 'consistency' | 'heartbeats'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly corruptionObserver?: CorruptionObserver;
  /** Called after each round, in addition to the metrics. */
  readonly onRound?: ((round: PacingRound) => void) | undefined;
  /** Publishes changes to a topic. Absent: changes are published as objects only. */
  readonly publishToTopic?: PublishStates | undefined;
}

/** The pacing controller of a process and its dependencies. */
export interface Pacing {
  readonly controller: PacingController;
  readonly sources: PacingSources;
  readonly createPacer: () => PacerPort;
  /** Starts to take part in the election. */
  start(): void;
  /** Refreshes the campaigns soon, because this process has written some. */
  onCampaignsWritten(): void;
  /** Stops the controller, which resigns if it is the leader. */
  stop(): Promise<void>;
}

/** Creates the pacing controller of a process with its campaigns, counts and metrics. */
export function createPacing(dependencies: PacingDependencies): Pacing {
  const {
    reader,
    writer,
    scanner,
    partsOf,
    leaseTransactions,
    clock,
    random,
    logger,
    config,
    telemetry,
    publishToTopic,
  } = dependencies;
  const { tracing } = telemetry;
  const directory = new CampaignDirectory({ ...dependencies, limits: config.campaigns });
  observeCampaignDirectory(telemetry.metrics, directory);
  const { sketches } = directory.scope;
  const follower = createCountFollower({
    reader,
    partsOf,
    clock,
    sketches,
    limits: config.campaignCounts,
    observer: dependencies.corruptionObserver,
  });
  const sources = createPacingSources({
    ...dependencies,
    directory,
    follower,
    settings: config.pacing,
    // With this evidence heartbeats are frequent, so their age is negligible.
    heartbeatAgeMaxMs: config.consistency.evidence === 'row+shard' ? 0 : heartbeatAgeMaxMs(config.heartbeats),
  });
  const createPacer = (): PacerPort => new Pacer(config.pacing);
  const controller = new PacingController({
    transactions: leaseTransactions,
    reader,
    writer,
    scanner,
    sources,
    checkMayLead: () => checkMayCount(partsOf, sketches.corpus),
    createPacer,
    publishToTopic,
    clock,
    random,
    logger,
    tracing,
    holder: processName(random),
    limits: config.pacing,
    observer: observerOf(dependencies),
  });
  return {
    controller,
    sources,
    createPacer,
    start() {
      directory.start();
      controller.start();
    },
    onCampaignsWritten: () => directory.refreshSoon(),
    async stop() {
      await controller.stop();
      await directory.stop();
    },
  };
}

/** Throws `wrong_region` if sketches of a placement may not be processed here: a leader would never see its counts. */
function checkMayCount(partsOf: SketchPartsOf, corpus: string): void {
  const { missing } = partsOf(corpus);
  if (missing.length === 0) return;
  const message =
    `sketches of the placements ${missing.join(', ')} may not be processed in this region: pace campaigns in another ` +
    'one, or add this one to aggregatesServedFrom';
  throw new TidemarkError('wrong_region', message);
}

function observerOf({ telemetry, clock, config, onRound }: PacingDependencies): PacingControllerObserver {
  const observer = observePacing(telemetry.metrics, clock, config.pacing.trafficShape);
  if (onRound === undefined) return observer;
  return {
    ...observer,
    onRound(round) {
      observer.onRound?.(round);
      onRound(round);
    },
  };
}
