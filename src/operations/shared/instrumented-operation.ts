/** Decorators that add telemetry to an operation and preserve its type. */
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { IngestEvents } from '../events/ingest-events';

type Operation<Request, Options, Answer> = (request: Request, options?: Options) => Promise<Answer>;

/** Runs the operation in a span of its own. */
export function withSpan<Request, Options, Answer>(
  tracing: Tracing,
  name: string,
  operation: Operation<Request, Options, Answer>,
): Operation<Request, Options, Answer> {
  return (request, options) => tracing.span(name, {}, () => operation(request, options));
}

/** Counts events by outcome. `source` is the input that they come from. */
export function withEventMetrics(metrics: Metrics, source: string, ingestEvents: IngestEvents): IngestEvents {
  return async (inputs, options) => {
    const answer = await ingestEvents(inputs, options);
    const counts = new Map<string, number>();
    for (const { status } of answer.outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
    for (const [outcome, count] of counts) metrics.events.add(count, { outcome, source });
    return answer;
  };
}
