import type { Tone } from '../components/badge';

/** Returns the tone of the replica that answered: the nearest one is the usual case. */
export function tierTone(tier: string): Tone {
  if (tier === 'nearest') return 'good';
  return tier === 'failover' ? 'warn' : 'info';
}
