import type { Tone } from '../components/badge';

/** Returns the tone of a cluster's health phase. */
export function phaseTone(phase: string): Tone {
  if (phase === 'healthy') return 'good';
  return phase === 'ejected' ? 'bad' : 'warn';
}

/** Returns the name of a phase, such as "slow start". */
export function phaseLabel(phase: string): string {
  return phase.replaceAll(/[_-]/g, ' ');
}
