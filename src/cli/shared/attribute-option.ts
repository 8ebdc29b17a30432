import { withAttribute, type WantedAttributes } from '../../ingest/pubsub/attribute-filter';
import { invalidArgument } from '../../errors';

/** Adds the value of a `--filter attribute=value` option. */
export function addAttributeFilter(text: string, wanted: WantedAttributes): WantedAttributes {
  const added = withAttribute(text, wanted);
  if (added === undefined) throw invalidArgument('--filter', 'must be attribute=value');
  return added;
}

/** Returns the value of an option. Throws `invalid_argument` when it is missing. */
export function requireOption(value: string | undefined, option: string): string {
  if (value === undefined) throw invalidArgument(option, 'is required');
  return value;
}
