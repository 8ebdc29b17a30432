import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RehearsalProvider } from '../../terraform/provider/provider';
import { readProviderSchema } from '../../terraform/provider/server';
import { UNKNOWN, Unknown, decodeValue, encodeValue } from '../../terraform/provider/values';
import type { ObjectValue } from '../../terraform/provider/values';
import type { Block } from '../../terraform/schema/schema';

const schema = readProviderSchema();

/** Returns a configuration as Terraform sends it: missing arguments are null, missing blocks are empty lists. */
function configOf(type: string, given: ObjectValue): ObjectValue {
  return whole(schema.resources[type]!.block, given);
}

function whole(block: Block, given: ObjectValue): ObjectValue {
  const attributes = Object.keys(block.attributes).map((name) => [name, given[name] ?? null]);
  const blocks = Object.entries(block.block_types).map(([name, nested]) => {
    const value = given[name] ?? (nested.nesting_mode === 'single' ? null : []);
    return [
      name,
      Array.isArray(value) ? (value as ObjectValue[]).map((each) => whole(nested.block, each)) : value,
    ];
  });
  return Object.fromEntries([...attributes, ...blocks]) as ObjectValue;
}

function configured(project: string | null, labels: ObjectValue | null = null): RehearsalProvider {
  const provider = new RehearsalProvider(schema);
  provider.configure({ project, default_labels: labels });
  return provider;
}

const TOPIC = configOf('google_pubsub_topic', { name: 'events', labels: { team: 'ads' } });

describe('Values on the wire', () => {
  it('survive a round trip, unknown values included', () => {
    const refined = new Unknown(12, new Uint8Array([0x81, 0x01, 0xc2]));
    const value = { name: 'a', size: 3, list: [true, null, UNKNOWN], refined };
    const read = decodeValue(encodeValue(value)) as ObjectValue;
    expect(read).toEqual({
      name: 'a',
      size: 3,
      list: [true, null, expect.any(Unknown)],
      refined: expect.any(Unknown) as unknown,
    });
    expect((read['refined'] as Unknown).type).toBe(12);
    expect(Buffer.from((read['refined'] as Unknown).data)).toEqual(Buffer.from(refined.data));
  });

  it('can be read from JSON, the format of states', () => {
    expect(decodeValue({ json: Buffer.from('{"a":[1]}') })).toEqual({ a: [1] });
    expect(decodeValue({ msgpack: new Uint8Array() })).toBeNull();
  });
});

describe('A plan', () => {
  it('contains the given values and those that follow from them, and nothing else', () => {
    const { state } = configured('p1', { app: 'tidemark' }).plan('google_pubsub_topic', TOPIC, null);
    expect(state).toMatchObject({
      name: 'events',
      project: 'p1',
      labels: { team: 'ads' },
      effective_labels: { app: 'tidemark', team: 'ads' },
      kms_key_name: null,
    });
    expect((state as ObjectValue)['id']).toBeInstanceOf(Unknown);
  });

  it('contains the name that a service account will get', () => {
    const config = configOf('google_service_account', { account_id: 'tidemark-api', project: 'p2' });
    const { state } = configured('p1').plan('google_service_account', config, null);
    expect(state).toMatchObject({
      email: 'tidemark-api@p2.iam.gserviceaccount.com',
      member: 'serviceAccount:tidemark-api@p2.iam.gserviceaccount.com',
    });
    expect((state as ObjectValue)['unique_id']).toBeInstanceOf(Unknown);
  });

  it('matches blocks in a set with those of the prior state', () => {
    const provider = configured('p1');
    const table = (backup: ObjectValue) =>
      configOf('google_bigtable_table', {
        name: 'users',
        instance_name: 'main',
        automated_backup_policy: [backup],
      });
    const first = provider.apply(
      'google_bigtable_table',
      table({ frequency: '24h' }),
      provider.plan('google_bigtable_table', table({ frequency: '24h' }), null).state,
    );
    const again = provider.plan('google_bigtable_table', table({ frequency: '24h' }), first.state);
    expect(again.state).toEqual(first.state);
  });

  it('is empty for a deleted resource', () => {
    expect(configured('p1').plan('google_pubsub_topic', null, TOPIC)).toEqual({ state: null, problems: [] });
  });
});

describe('A rehearsed apply', () => {
  it('fills in unknown values in the format of Google Cloud', () => {
    const provider = configured('p1');
    const { state } = provider.apply(
      'google_pubsub_topic',
      TOPIC,
      provider.plan('google_pubsub_topic', TOPIC, null).state,
    );
    expect(state).toMatchObject({ id: 'projects/p1/topics/events' });
    expect(JSON.stringify(state)).not.toContain('"type":0');
  });

  it('leads to an empty second plan', () => {
    const provider = configured('p1');
    const { state } = provider.apply(
      'google_pubsub_topic',
      TOPIC,
      provider.plan('google_pubsub_topic', TOPIC, null).state,
    );
    expect(provider.plan('google_pubsub_topic', TOPIC, state).state).toEqual(state);
  });

  it('can be simulated during the plan', () => {
    const provider = new RehearsalProvider(schema, { foresees: true });
    provider.configure({ project: 'p1' });
    expect(provider.plan('google_pubsub_topic', TOPIC, null).state).toMatchObject({
      id: 'projects/p1/topics/events',
    });
  });
});

describe('A refresh', () => {
  const dashboard = (content: object): ObjectValue => ({ dashboard_json: JSON.stringify(content) });
  const read = (type: string, state: ObjectValue) => configured('p1').read(type, state);

  it('finds the scaling that Cloud Run gives to a service without one', () => {
    const type = 'google_cloud_run_v2_service';
    expect(read(type, { name: 'api', scaling: [] })).toMatchObject({
      scaling: [{ manual_instance_count: 0, min_instance_count: 0, scaling_mode: null }],
    });
    const scaled = { name: 'api', scaling: [{ min_instance_count: 2 }] };
    expect(read(type, scaled)).toEqual(scaled);
  });

  it('finds a dashboard without zeros, empty texts and empty lists', () => {
    const tiles = [{ xPos: 0, yPos: 4, widget: { title: '', text: {}, hidden: false } }];
    expect(
      read('google_monitoring_dashboard', dashboard({ labels: { app: '' }, filters: [], tiles })),
    ).toEqual(dashboard({ labels: { app: '' }, tiles: [{ yPos: 4, widget: { text: {} } }] }));
  });

  it('finds all else as it was written', () => {
    const escaped = { dashboard_json: '{"title":"a \\u003c b"}' };
    expect(read('google_monitoring_dashboard', escaped)).toEqual(escaped);
    expect(read('google_pubsub_topic', { name: 'a', count: 0 })).toEqual({ name: 'a', count: 0 });
    expect(configured('p1').read('google_pubsub_topic', null)).toBeNull();
  });
});

describe('A data source', () => {
  it("returns data of the requested project, or of the provider's", () => {
    const config = (project: string | null) =>
      whole(schema.data_sources['google_project']!.block, { project_id: project });
    expect(configured('p1').readDataSource('google_project', config('p2'))).toMatchObject({
      project_id: 'p2',
      number: '100000000001',
    });
    expect(configured('p1').readDataSource('google_project', config(null))).toMatchObject({
      project_id: 'p1',
    });
  });
});

describe('A configuration', () => {
  const judged = (given: ObjectValue) =>
    configured('p1').validateResource('google_pubsub_topic', configOf('google_pubsub_topic', given));

  it('must not set computed attributes', () => {
    expect(judged({ name: 'events', effective_labels: {} })).toEqual([
      { path: ['effective_labels'], summary: 'effective_labels is read-only: Google sets it' },
    ]);
    expect(judged({ name: 'events' })).toEqual([]);
  });

  it('may use listed values only, in blocks as well', () => {
    const settings = { schema: 'projects/p1/schemas/s', encoding: 'PLAIN' };
    expect(judged({ name: 'events', schema_settings: [settings] })).toEqual([
      {
        path: ['schema_settings', 0, 'encoding'],
        summary: 'expected encoding to be one of ENCODING_UNSPECIFIED, JSON, BINARY, got "PLAIN"',
      },
    ]);
  });

  it('is not checked where values are unknown', () => {
    expect(judged({ name: UNKNOWN, schema_settings: [{ schema: UNKNOWN, encoding: UNKNOWN }] })).toEqual([]);
  });
});

describe('The provider schema', () => {
  it('has the version that the modules require', () => {
    const versions = readFileSync(join(__dirname, '../../../terraform/modules/bigtable/versions.tf'), 'utf8');
    const [, minor] = /version\s+= "~> (\d+\.\d+)"/.exec(versions) ?? [];
    expect(schema.provider_version).toMatch(new RegExp(`^${minor}\\.`));
  });

  it('keeps secrets out of printed values', () => {
    const { attributes } = schema.resources['google_secret_manager_secret_version']!.block;
    expect(attributes['secret_data']).toMatchObject({ sensitive: true });
  });
});
