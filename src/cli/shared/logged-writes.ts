/** Adds what a consumer of messages writes to the access log. */
import type { EventDataType } from '../../core/schema/schema';
import type { ErrorCode } from '../../errors';
import type { IngestEvents, IngestInput, IngestOutcome } from '../../operations/events/ingest-events';
import type { ConsentOperations } from '../../operations/privacy/consent';
import type { CommandAccessLog } from '../shared/command-access-log';

/** Returns the ingestion that logs each call: one line for each user, DataType and outcome. */
export function loggedIngestion(ingest: IngestEvents, log: CommandAccessLog): IngestEvents {
  return async (inputs, options) => {
    const answer = await ingest(inputs, options);
    for (const { dataType, code, users } of groupsOf(inputs, answer.outcomes))
      log.add({ operation: 'postEvents', kind: 'change', subjects: [...users], dataTypes: [dataType] }, code);
    return answer;
  };
}

interface Group {
  readonly dataType: EventDataType;
  readonly code: ErrorCode | undefined;
  readonly users: Set<string>;
}

/** Groups the events by DataType and the code of their error. */
function groupsOf(inputs: readonly IngestInput[], outcomes: readonly IngestOutcome[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [index, input] of inputs.entries()) {
    if (!('event' in input)) continue;
    const { dataType, event } = input;
    const outcome = outcomes[index]!;
    const code = 'error' in outcome ? outcome.error.code : undefined;
    const name = `${dataType.corpus}/${dataType.family} ${code ?? ''}`;
    const group = groups.get(name) ?? { dataType, code, users: new Set<string>() };
    groups.set(name, group);
    group.users.add(event.userId);
  }
  return groups.values();
}

/** Returns the operation that logs each decision, with the personal DataTypes. */
export function loggedConsent(
  record: ConsentOperations['recordConsent'],
  log: CommandAccessLog,
): ConsentOperations['recordConsent'] {
  return (request, options) =>
    log.logged({ operation: 'putConsent', kind: 'change', subjects: [request.subjectId] }, () =>
      record(request, options),
    );
}
