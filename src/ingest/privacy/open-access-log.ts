import type { Config } from '../../config/index';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import type { Corpus } from '../../core/schema/schema';
import { invalidArgument } from '../../errors';
import {
  AccessLog,
  type AccessLogDependencies,
  type AccessLogSink,
} from '../../operations/privacy/access-log';
import { appendLines } from '../../platform/files/append-lines';
import { systemRandom } from '../../platform/random';
import { accessLogOtlp } from './access-log-otlp';
import { accessLogTopic } from './access-log-topic';

interface AccessLogOptions extends Pick<AccessLogDependencies, 'clock' | 'logger' | 'metrics'> {
  readonly config: Config;
  readonly corpora: readonly Pick<Corpus, 'name' | 'dataTypes'>[];
  readonly keys: LedgerKeys | undefined;
}

/**
 * Opens the access log as configured; undefined if it has no destination. Throws `invalid_argument` for a DataType that
 * does not exist, and for a log without keys, whose subjects could be guessed.
 */
export function openAccessLog({ config, corpora, keys, ...others }: AccessLogOptions): AccessLog | undefined {
  const { accessLog } = config;
  const sink = sinkOf(config);
  if (sink === undefined) return undefined;
  const names = corpora.flatMap(({ name, dataTypes }) => dataTypes.map(({ family }) => `${name}/${family}`));
  for (const name of accessLog.shares.keys())
    if (!names.includes(name))
      throw invalidArgument(
        'TIDEMARK_ACCESS_LOG_SHARES',
        `"${name}" is not a DataType: write <corpus>/<family>`,
      );
  if (keys === undefined)
    throw invalidArgument(
      'TIDEMARK_PRIVACY_KEYS',
      'is required by the access log, which names users by keyed hashes',
    );
  const { share, shares } = accessLog;
  return new AccessLog({
    ...others,
    sink,
    keys,
    policy: { share, shares },
    random: systemRandom,
    limits: accessLog,
  });
}

function sinkOf(config: Config): AccessLogSink | undefined {
  const { accessLog, pubsub, bigtable } = config;
  const { file, topic, otlp } = accessLog;
  if (file !== undefined && topic !== undefined)
    throw invalidArgument('TIDEMARK_ACCESS_LOG_TOPIC', 'cannot be combined with TIDEMARK_ACCESS_LOG_FILE');
  if (otlp && (file !== undefined || topic !== undefined))
    throw invalidArgument(
      'TIDEMARK_ACCESS_LOG_OTLP',
      'cannot be combined with TIDEMARK_ACCESS_LOG_FILE or TIDEMARK_ACCESS_LOG_TOPIC',
    );
  if (otlp) return accessLogOtlp(otlpOptions(config));
  if (topic !== undefined) return accessLogTopic({ ...pubsub, project: bigtable.project, topic });
  if (file === undefined) return undefined;
  return accessLogFile(file);
}

/**
 * Returns a sink that appends to a file. A write that fails in its middle, as on a full disk, may leave a part of a line:
 * the next write ends it, so that all lines but this one can be read.
 */
function accessLogFile(file: string): AccessLogSink {
  let hasFailed = false;
  return {
    async write(lines) {
      try {
        await appendLines(file, hasFailed ? ['', ...lines] : lines);
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
}

function otlpOptions({ accessLog, telemetry }: Config): Parameters<typeof accessLogOtlp>[0] {
  const { logs: target, serviceName, resourceAttributes } = telemetry;
  if (target === undefined)
    throw invalidArgument(
      'TIDEMARK_ACCESS_LOG_OTLP',
      'needs OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_LOGS_ENDPOINT, and no OTEL_SDK_DISABLED',
    );
  const resource = { ...resourceAttributes, 'service.name': serviceName };
  return { target, resource, timeoutMs: accessLog.writeTimeoutMs };
}
