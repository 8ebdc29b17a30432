import { environmentValue, type Workload } from './workloads';

const KEYS = 'TIDEMARK_PRIVACY_KEYS_FILE';
const SIGNING_KEY = 'TIDEMARK_PRIVACY_SIGNING_KEY_FILE';

/** Commands that record or complete erasures and withdrawals. */
const LEDGER_COMMANDS = ['serve', 'consume', 'erase'];

/**
 * Returns what is wrong with the keys of privacy: where erasures are processed, exactly the processes that record or
 * complete them have the keys of the ledger, and only workers have that of certificates. All processes share one policy
 * of consent.
 */
export function privacyProblems(workloads: readonly Workload[]): readonly string[] {
  const hasKeys = (workload: Workload) => environmentValue(workload, KEYS) !== '';
  const isUsed = workloads.some((each) => hasKeys(each) || commandOf(each) === 'erase');
  return workloads.flatMap((workload) => {
    const subject = `${workload.kind} ${workload.name}`;
    const command = commandOf(workload);
    const needsKeys = isUsed && LEDGER_COMMANDS.includes(command);
    const signs = environmentValue(workload, SIGNING_KEY) !== '';
    const ownPolicy = environmentValue(workload, 'TIDEMARK_CONSENT_POLICY');
    return [
      ...(needsKeys && !hasKeys(workload) ? [`${subject} has no keys of the privacy ledger`] : []),
      ...(!needsKeys && hasKeys(workload)
        ? [`${subject} has keys of the privacy ledger, and needs none`]
        : []),
      ...(command === 'erase' && !signs ? [`${subject} has no key of certificates`] : []),
      ...(command !== 'erase' && signs ? [`${subject} has the key of certificates`] : []),
      ...(command === 'erase' && workload.container.args?.includes('--interval') !== true
        ? [`${subject} ends after one round`]
        : []),
      ...(ownPolicy === '' ? [] : [`${subject} has a policy of consent of its own`]),
    ];
  });
}

const commandOf = ({ container }: Workload): string => container.args?.[0] ?? '';
