import { constants, setPriority } from 'node:os';

/**
 * Lets the operating system prefer all other processes of the machine to this one, which uses the processor time that
 * they leave over. Returns whether the system has allowed it.
 */
export function yieldToOthers(): boolean {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
    return true;
  } catch {
    return false;
  }
}
