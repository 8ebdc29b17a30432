import type { ConsoleSnapshot } from '../../../client/types';
import { Stat, StatList } from '../../components/stat';
import { countOf, duration, shortNumber } from '../../data/format';

/** The numbers that show in a second whether all is well. */
export function KeyFigures({ snapshot }: { readonly snapshot: ConsoleSnapshot }) {
  const { requests, reads, ingestion, campaigns, clusters } = snapshot;
  const unhealthy = clusters.filter(({ phase }) => phase !== 'healthy').length;
  const atRisk = campaigns.overDelivered + campaigns.starved;
  return (
    <StatList>
      <Stat
        label="Requests"
        value={shortNumber(requests.perSecond)}
        unit="/s"
        note={`${requests.inFlight} in flight`}
      />
      <Stat
        label="Latency, p99"
        value={requests.p99Ms === undefined ? '–' : duration(requests.p99Ms)}
        note={requests.p50Ms === undefined ? 'no requests now' : `median ${duration(requests.p50Ms)}`}
      />
      <Stat
        label="Server errors"
        value={shortNumber(requests.failedPerSecond)}
        unit="/s"
        note={`${shortNumber(requests.shedPerSecond)} /s shed`}
        tone={requests.failedPerSecond + requests.shedPerSecond > 0 ? 'bad' : 'neutral'}
      />
      <Stat
        label="Reads"
        value={shortNumber(reads.perSecond)}
        unit="/s"
        note={`${lookupsPerRead(reads)} each`}
      />
      <Stat
        label="Clusters"
        value={`${clusters.length - unhealthy} of ${clusters.length}`}
        note={unhealthy === 0 ? 'all are healthy' : `${unhealthy} not healthy`}
        tone={unhealthy === 0 ? 'good' : 'warn'}
      />
      <Stat
        label="Ingestion lag"
        value={ingestion.lagMs === undefined ? '–' : duration(ingestion.lagMs)}
        note={alarmNote(ingestion.alarms)}
        tone={ingestion.alarms > 0 ? 'warn' : 'neutral'}
      />
      <Stat
        label="Campaigns"
        value={atRisk}
        unit="at risk"
        note={`${campaigns.overDelivered} over-delivered, ${campaigns.starved} starved`}
        tone={atRisk > 0 ? 'warn' : 'neutral'}
      />
    </StatList>
  );
}

function lookupsPerRead({ perSecond, lookupsPerSecond }: ConsoleSnapshot['reads']): string {
  const lookups = shortNumber(lookupsPerSecond / perSecond);
  return perSecond === 0 ? 'no lookups' : `${lookups} ${lookups === '1' ? 'lookup' : 'lookups'}`;
}

function alarmNote(alarms: number): string {
  return alarms === 0 ? 'no alarms' : countOf(alarms, 'alarm');
}
