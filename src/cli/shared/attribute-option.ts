import { withAttribute, type WantedAttributes } from '../../ingest/pubsub/attribute-filter';
import { invalidArgument } from '../../errors';

/** Gathers `--filter attribute=value` options. */
export function addAttributeFilter(text: string, wanted: WantedAttributes): WantedAttributes {
  const added = withAttribute(text, wanted);
  if (added === undefined) throw invalidArgument('filter', 'must be attribute=value');
  return added;
}

export function requireOption(value: string | undefined, flag: string): string {
  if (value === undefined) throw invalidArgument(flag, 'is required');
  return value;
}
