import type { CallOptions } from '../../../bigtable/client/types';
import type { Config } from '../../../config/index';
import { DEFAULTS } from '../../../config/defaults';
import {
  inspectSubscription,
  type InspectedSubscription,
  type InspectedTopic,
} from '../../../ingest/pubsub/inspect-subscription';
import { openPubSub } from '../../../ingest/pubsub/pubsub-client';
import { withResources } from '../../../platform/tasks/resources';
import { failed, ok, skipped, warning, type CheckFinding } from '../check';
import { reasonOf } from '../run-checks';

/** Checks the subscription of `tidemark consume` and its topics. */
export async function checkPubSub(
  { bigtable, pubsub }: Pick<Config, 'bigtable' | 'pubsub'>,
  { timeoutMs = DEFAULTS.doctor.callTimeoutMs }: CallOptions,
): Promise<readonly CheckFinding[]> {
  const { subscription, deadLetterTopic: rejectedTopic, emulatorHost } = pubsub;
  if (subscription === undefined)
    return [skipped('TIDEMARK_PUBSUB_SUBSCRIPTION is not set: nothing is consumed')];
  try {
    const inspected = await withResources(async (resources) => {
      const client = resources.add(await openPubSub({ project: bigtable.project, emulatorHost }), (each) =>
        each.close(),
      );
      return inspectSubscription(client, { subscription, rejectedTopic }, timeoutMs);
    });
    return subscriptionFindings(inspected);
  } catch (error) {
    const where = emulatorHost ?? 'pubsub.googleapis.com';
    return [
      failed(
        `Pub/Sub at ${where} cannot be read: ${reasonOf(error)}`,
        'check the credentials, their role roles/pubsub.viewer, the network, and PUBSUB_EMULATOR_HOST',
      ),
    ];
  }
}

/** Judges a subscription as `tidemark consume` needs it. */
function subscriptionFindings(inspected: InspectedSubscription): readonly CheckFinding[] {
  const { name, state, topic, undeliverableTopic, rejectedTopic } = inspected;
  const rejected =
    rejectedTopic === undefined
      ? warning(
          'no topic for rejected messages',
          'set TIDEMARK_PUBSUB_DEAD_LETTER_TOPIC, which `tidemark consume` requires',
        )
      : deadLetterFinding(rejectedTopic, 'rejected messages');
  if (state === undefined)
    return [
      failed(`${name} does not exist`, 'create it by Terraform, or with `tidemark consume --create <topic>`'),
      rejected,
    ];
  const findings: CheckFinding[] = [];
  if (topic?.exists !== true)
    findings.push(failed(`the topic of ${name} was deleted`, 'create topic and subscription anew'));
  if (state.isDetached)
    findings.push(failed(`${name} is detached from its topic`, 'create the subscription anew'));
  if (state.delivery !== undefined)
    findings.push(failed(`${name} delivers to ${state.delivery}`, 'use a pull subscription: consumers pull'));
  if (state.isOrdered)
    findings.push(
      warning(
        `${name} orders messages, which costs throughput`,
        'use one without ordering: counts need none',
      ),
    );
  if (findings.length === 0)
    findings.push(
      ok(`${name} pulls from ${topic?.name}; ack deadline ${state.ackDeadlineSeconds} s, without ordering`),
    );
  if (undeliverableTopic !== undefined)
    findings.push(deadLetterFinding(undeliverableTopic, 'undeliverable messages'));
  return [...findings, rejected];
}

function deadLetterFinding({ name, exists, subscriptions }: InspectedTopic, use: string): CheckFinding {
  if (!exists)
    return failed(`topic ${name}, for ${use}, does not exist`, 'create it, and a subscription to it');
  return subscriptions === 0
    ? warning(
        `topic ${name}, for ${use}, has no subscription: its messages are lost`,
        'create a subscription to it',
      )
    : ok(`topic ${name}, for ${use}, has a subscription`);
}
