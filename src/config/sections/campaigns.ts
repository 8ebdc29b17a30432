import { integer, type Environment } from '../environment';

export interface CampaignSettings {
  readonly refreshIntervalMs: number;
}

export function readCampaigns<D extends CampaignSettings>(env: Environment, d: D): D {
  return {
    ...d,
    refreshIntervalMs: env.get(
      'TIDEMARK_CAMPAIGNS_REFRESH_INTERVAL_MS',
      integer(100, 3_600_000),
      d.refreshIntervalMs,
      'How often a process looks for campaigns that others have changed',
    ),
  };
}
