import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  countedPlacements,
  sketchTables,
  UNPLACED_SKETCHES,
  type SketchTables,
} from '../../../../src/core/residency/sketch-tables';
import type { PlacementRules } from '../../../../src/core/residency/placement-rules';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../../support/tidemark-error';

const EXAMPLE = join(__dirname, '../../../../infra/examples/topologies/residency.json');
const COUNTS = 'campaign_counts';

/** Returns the example's rules, with this much allowed by the jurisdictions. */
function rules(eu?: readonly string[], us?: readonly string[]): PlacementRules {
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
    jurisdictions: Record<string, Record<string, unknown>>;
  };
  if (eu !== undefined) example.jurisdictions['eu']!['aggregatesServedFrom'] = eu;
  if (us !== undefined) example.jurisdictions['us']!['servedFrom'] = us;
  return storeTopology(parseTopology(example)).placements!;
}
const tables = (region: string | undefined, of = rules()): SketchTables => sketchTables(() => of, region);

const US_PART = { table: COUNTS, placement: 'us' };
const EU_PART = { table: `${COUNTS}@eu`, placement: 'eu' };

describe('The tables of sketches', () => {
  it('are one for each corpus without placements', () => {
    const { tableFor, counted, served } = UNPLACED_SKETCHES;
    expect(tableFor(COUNTS, undefined)).toBe(COUNTS);
    expect(counted(COUNTS)).toEqual({ parts: [{ table: COUNTS, placement: undefined }], missing: [] });
    expect([served(COUNTS), countedPlacements(counted(COUNTS))]).toEqual([counted(COUNTS), undefined]);
  });

  it('are one in each placement for events of placed users', () => {
    const { tableFor } = tables('europe-west1');
    expect(['us', 'eu', undefined].map((placement) => tableFor(COUNTS, placement))).toEqual([
      COUNTS,
      `${COUNTS}@eu`,
      COUNTS,
    ]);
    expect(tableFor('other_counts', 'eu')).toBe('other_counts');
  });

  it('make up counts where the sketches of all placements may be processed', () => {
    const { counted, served } = tables('europe-west1');
    expect(counted(COUNTS)).toEqual({ parts: [US_PART, EU_PART], missing: [] });
    expect(served(COUNTS)).toEqual(counted(COUNTS));
    expect(countedPlacements(counted(COUNTS))).toEqual({ counted: ['us', 'eu'], missing: [] });
    expect(countedPlacements(counted('other_counts'))).toBeUndefined();
  });

  it("are counted by default where users' data may be processed, and not elsewhere", () => {
    for (const region of ['us-central1', undefined])
      expect(tables(region).counted(COUNTS)).toEqual({ parts: [US_PART], missing: ['eu'] });
  });

  it('are counted elsewhere if aggregates may cross, but are not changed there', () => {
    const of = rules(['europe-west1', 'europe-north1', 'us-central1']);
    const { counted, served } = tables('us-central1', of);
    expect(counted(COUNTS)).toEqual({ parts: [US_PART, EU_PART], missing: [] });
    expect(served(COUNTS)).toEqual({ parts: [US_PART], missing: ['eu'] });
    expect(tables('us-east1', of).counted(COUNTS).missing).toEqual(['eu']);
  });

  it('are an error with the regions to use where none may be processed', () => {
    const { counted, served } = tables('asia-east1', rules(undefined, ['us-central1']));
    const regions = ['us-central1', 'europe-west1', 'europe-north1'];
    for (const partsOf of [counted, served]) {
      expect(() => partsOf(COUNTS)).toThrow(
        tidemarkError('wrong_region', undefined, 'are processed in us-central1, europe-west1'),
      );
      expect(() => partsOf(COUNTS)).toThrow(expect.objectContaining({ regions }) as Error);
    }
  });
});
