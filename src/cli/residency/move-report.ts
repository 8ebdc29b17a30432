import { countOf } from '../../core/shared/count-of';
import type { MoveResult } from '../../operations/residency/move-subjects';

const HEADLINE = {
  complete: 'complete',
  interrupted: 'interrupted; see "tidemark residency status" for open waves',
  failed: 'failed; see "tidemark residency status" for open waves',
} as const;

/** Returns the result of a move as text. */
export function moveLines(
  { status, tally, seconds }: MoveResult,
  { to, dryRun }: { readonly to: string; readonly dryRun: boolean },
): readonly string[] {
  if (dryRun) {
    return [
      `${countOf(tally.moved, 'user')} would move to ${to}, in ${countOf(tally.waves, 'wave')}; ${tally.alreadyThere} ` +
        `already there, ${tally.moving} moving. Nothing was changed.`,
    ];
  }
  return [
    `move to ${to}: ${HEADLINE[status]}`,
    line('moved', tally.moved, `in ${countOf(tally.waves, 'wave')}`),
    line('skipped', tally.alreadyThere, 'already there'),
    ...(tally.moving > 0 ? [line('moving', tally.moving, 'by another wave')] : []),
    ...(tally.changed > 0 ? [line('changed', tally.changed, 'meanwhile: run the command again')] : []),
    `  in ${seconds.toFixed(1)} s`,
  ];
}

const line = (label: string, count: number, note: string): string =>
  `  ${label.padEnd(8)} ${String(count).padStart(10)}  ${note}`;
