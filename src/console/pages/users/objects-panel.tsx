import { isTidemarkError } from '../../../client';
import { Badge } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { EvidenceLine } from '../../components/evidence-line';
import { Json } from '../../components/json';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { utcTime } from '../../data/format';
import { useResource } from '../../data/resource';

const VERSIONS = 3;

interface Cell {
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  readonly value: unknown;
}

/** The object's cells by DataType, decoded by the schema. */
export function ObjectsPanel({ corpus, id }: { readonly corpus: string; readonly id: string }) {
  const client = useClient();
  const object = useResource(
    async (signal) => {
      try {
        return await client.objects.get({ corpus, id, versions: VERSIONS }, { signal });
      } catch (error) {
        if (isTidemarkError(error, 'object_not_found')) return { cells: [], consistency: undefined };
        throw error;
      }
    },
    [client, corpus, id],
  );
  return (
    <Panel
      title="Objects"
      note={`Values by DataType and SubType, up to ${VERSIONS} versions of each, the latest open.`}
    >
      <Loaded resource={object} label="Reading the objects">
        {({ cells, consistency }) => (
          <div class="stack">
            {cells.length === 0 ? (
              <EmptyState title={`No objects are stored in corpus ${corpus}`} />
            ) : (
              <Cells cells={cells} />
            )}
            <EvidenceLine evidence={consistency} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function Cells({ cells }: { readonly cells: readonly Cell[] }) {
  const nameOf = ({ dataType, subType }: Cell): string => `${dataType}/${subType}`;
  return (
    <div class="cells">
      {cells.map((cell, at) => {
        const isLatest = cells.findIndex((each) => nameOf(each) === nameOf(cell)) === at;
        return (
          <details key={`${nameOf(cell)}/${cell.timestampMs}`} open={isLatest}>
            <summary>
              <code>{nameOf(cell)}</code> <span class="muted small">{utcTime(cell.timestampMs)} UTC</span>{' '}
              <Badge tone={isLatest ? 'good' : 'neutral'}>{isLatest ? 'latest' : 'older version'}</Badge>
            </summary>
            <Json label={`${nameOf(cell)}, version ${cell.timestampMs}`} value={cell.value} />
          </details>
        );
      })}
    </div>
  );
}
