import { acmeProto, dataTypeOptions } from './proto-folder';

/** Parts of an event type of the package `acme.v1` that differ from the default. */
export interface EventProto {
  readonly message?: string;
  readonly family?: string;
  readonly corpus?: string;
  readonly retention?: string;
  /** `actions` and `events`. */
  readonly options?: string;
  /** The fields of user, action and time. */
  readonly base?: string;
  /** The dimensions. */
  readonly fields?: string;
  /** Further messages. */
  readonly others?: string;
}

/** Returns a proto file with a valid event type. Unspecified parts have defaults. */
export function eventProto({
  message = 'Things',
  family = 'things',
  corpus = 'users',
  retention = '{ max_age_seconds: 86400 }',
  options = 'actions: { name: "look" code: 1 }',
  base = 'string user_id = 1; string action = 2; int64 event_time_ms = 3;',
  fields = '',
  others = '',
}: EventProto): string {
  const dataType = dataTypeOptions({ family: `"${family}"`, corpus: `"${corpus}"`, retention });
  return acmeProto(
    `message ${message} { ${dataType.replace(/ };$/, `\n${options} };`)} ${base} ${fields} } ${others}`,
  );
}
