import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import { DEFAULTS } from '../../../src/config/defaults';
import { composeProblems, parseCompose } from '../../support/compose-file';
import { drainMs, type Role } from '../../support/drain-times';
import { imageEnvironment } from '../../support/image/image-environment';

const FOLDER = join(__dirname, '../../../infra/compose');
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const { services } = parseCompose(text);
const ours = Object.entries(services).filter(([, { image }]) => image === 'tidemark:local');

describe('the compose file', () => {
  it('has nothing that the schema of Compose or the rules of this project refuse', () => {
    expect(composeProblems(text, FOLDER)).toEqual([]);
  });

  it.each([
    ['a misspelt key', 'stop_grace_period', 'stop_grace_perod', /must NOT have additional properties/],
    ['a value of the wrong kind', 'init: true', 'init: [1]', /must be boolean/],
    ['a root that can be written', 'read_only: true', 'read_only: false', /may write to its root/],
    ['capabilities', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]', /keeps capabilities/],
    ['new privileges', 'no-new-privileges:true', 'no-new-privileges:false', /may gain privileges/],
    ["the machine's network", '    user:', '    network_mode: host\n    user:', /the machine's/],
    ['no limit', /memory: 1G, /, '', /has no limit of memory/],
    ['a port that is open to all', '127.0.0.1:3000:', '3000:', /from other machines by 3000:3000/],
    ['an image of any version', 'grafana:12.1.0', 'grafana:latest', /no version/],
    [
      'a dependency that is not there',
      '    depends_on:\n      prometheus',
      '    depends_on:\n      promtheus',
      /waits for promtheus/,
    ],
    [
      'a dependency that has no check',
      /healthcheck:\s+test: \[CMD, wget[^\n]*9090\S+\s+interval: 5s\s+retries: 12/,
      'hostname: p',
      /waits for the health of prometheus/,
    ],
    ['a one-shot that begins anew', "restart: 'no'", 'restart: always', /waits for the end of schema/],
    [
      'a file that is not there',
      '../prometheus/prometheus.yml',
      '../prometheus/prometeus.yml',
      /prometeus.yml, which is not/,
    ],
    ['a file that can be written', 'prometheus.yml:ro', 'prometheus.yml:rw', /may write to/],
    ['an unknown address', 'bigtable:8086', 'bigtabel:8086', /bigtabel:8086, where no service/],
    ['an unused port', 'pubsub:8085', 'pubsub:8086', /pubsub:8086, where no service/],
  ])('would be refused with %s', (_what, from, to, problem) => {
    expect(text).toMatch(from);
    expect(composeProblems(text.replace(from, to), FOLDER).join('\n')).toMatch(problem);
  });

  it('runs every role, in an environment that each takes', () => {
    expect(new Set(ours.map(([, { command }]) => command![0]))).toEqual(
      new Set(['schema', 'serve', 'consume', 'pace', 'compact', 'erase']),
    );
    for (const [, { environment = {} }] of ours) loadConfig({ ...imageEnvironment(), ...environment });
    const misspelt = { ...services.consumer!.environment, TIDEMARK_PUBSUB_SUBSCRIBTION: 'x' };
    const refused = expect.objectContaining({ field: 'TIDEMARK_PUBSUB_SUBSCRIBTION' }) as Error;
    expect(() => loadConfig(misspelt)).toThrow(refused);
  });

  it('has one API with authentication and one with explicit open access', () => {
    const { api, 'api-with-tokens': apart } = services;
    expect(api!.environment).toMatchObject({ TIDEMARK_ACCESS: 'open' });
    expect(apart!.environment).toMatchObject({
      TIDEMARK_ACCESS: '',
      TIDEMARK_ACCESS_FILE: '/etc/tidemark/access.json',
    });
  });

  it('waits longer for each role to end than that takes', () => {
    for (const [name, { command = [], stop_grace_period = '' }] of ours) {
      const graceMs = 1_000 * Number(/^(\d+)s$/.exec(stop_grace_period)?.[1]);
      expect({ name, graceMs, isLonger: graceMs > drainMs(command[0] as Role, DEFAULTS) }).toMatchObject({
        isLonger: true,
      });
    }
  });
});
