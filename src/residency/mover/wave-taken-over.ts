import { TidemarkError } from '../../errors';

/** Another mover has taken over the wave, or completed or cancelled it. This one must not change anything any more. */
export class WaveTakenOver extends TidemarkError {
  override readonly name = 'WaveTakenOver';

  constructor(waveId: string) {
    super('conflict', `another mover has taken over the wave ${waveId}`);
  }
}
