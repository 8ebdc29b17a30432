import type { Block } from '../../schema/schema';
import type { ObjectValue } from '../values';
import type { Problem } from '../problem';
import { BIGTABLE } from './bigtable';
import { CLOUD_RUN } from './cloud-run';
import { IDENTITY, iamMember } from './identity';
import { wrongLabels } from './labels';
import { OTHERS } from './others';
import { PUBSUB } from './pubsub';
import type { Rule } from './rule';

/** Rules of a resource type that a schema cannot express, as Google's provider and APIs document them. */
const RULES: Readonly<Record<string, Rule>> = {
  ...BIGTABLE,
  ...PUBSUB,
  ...IDENTITY,
  ...CLOUD_RUN,
  ...OTHERS,
};

/** Each type has its own; all that can be labelled or granted have those in common. */
export function violationsOf(type: string, { attributes }: Block, config: ObjectValue): Problem[] {
  return [
    ...(RULES[type]?.(config) ?? []),
    ...(type.endsWith('_iam_member') ? iamMember(config) : []),
    ...(attributes['terraform_labels'] ? wrongLabels('labels', config['labels']) : []),
    ...(attributes['user_labels'] ? wrongLabels('user_labels', config['user_labels']) : []),
  ];
}
