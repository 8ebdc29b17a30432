import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { simulation as compaction } from './compaction';
import { simulationCommand, type Asked } from './command';
import { simulation as consistency } from './consistency';
import type { Simulation } from './harness';
import { simulation as pacing } from './pacing';
import { simulation as replication } from './replication';
import { simulation as residency } from './residency';
import { simulation as sketches } from './sketches';

const SIMULATIONS = [replication, consistency, compaction, sketches, pacing, residency];

/** Parses the words as the command line of the simulation. */
async function asked(simulation: Simulation, ...words: string[]): Promise<Asked> {
  let found: Asked | undefined;
  const command = simulationCommand(simulation, (each) => void (found = each));
  command.configureOutput({ writeErr: () => undefined });
  await command.parseAsync(words, { from: 'user' });
  return found!;
}

describe.each(SIMULATIONS.map((each) => [each.name, each] as const))('npm run sim -- %s', (_, simulation) => {
  const help = simulationCommand(simulation, () => undefined).helpInformation();
  const flags = Object.entries(simulation.flags ?? {});

  it('the help lists every flag with its values and its purpose', () => {
    const text = help.replace(/\s+/g, ' ');
    for (const [flag, { about, values = [] }] of flags) {
      expect(text).toContain(`--${flag}`);
      expect(text).toContain(about);
      for (const value of typeof values === 'string' ? [values] : values) expect(text).toContain(value);
    }
    for (const flag of ['--seeds', '--seed', '--quick', '--json']) expect(text).toContain(`${flag} `);
    expect(text).toContain(`default: ${simulation.seeds.usual}; ${simulation.seeds.quick} with --quick`);
  });

  it('every flag of the help is accepted', async () => {
    for (const [flag, { values = [] }] of flags) {
      const any = values === 'n' ? ['7'] : ['anything'];
      const given = typeof values === 'string' ? any : values.length === 0 ? [true] : values;
      for (const value of given) {
        const words = value === true ? [`--${flag}`] : [`--${flag}`, `${value}`];
        expect((await asked(simulation, ...words)).flags).toEqual({ [flag]: value });
      }
    }
  });
});

describe('what simulations are asked for', () => {
  it('is so many new seeds, or one of them again', async () => {
    const { usual, quick } = consistency.seeds;
    expect((await asked(consistency)).seeds).toHaveLength(usual);
    expect((await asked(consistency, '--quick')).seeds).toHaveLength(quick);
    expect((await asked(consistency, '--quick', '--seeds', '3')).seeds).toHaveLength(3);
    expect(await asked(consistency, '--seed', '7', '--json')).toEqual({
      seeds: [7],
      flags: {},
      asJson: true,
    });
  });

  it('is less with --quick, unless it is given', async () => {
    expect((await asked(pacing, '--quick')).flags).toEqual(pacing.quickFlags);
    expect((await asked(pacing, '--quick', '--scale', '4')).flags).toMatchObject({
      scale: '4',
      interval: '30s',
    });
  });

  it.each([
    [['--sead', '3'], "unknown option '--sead'\n(Did you mean --seed?)"],
    [['--seeds', 'x'], 'It must be a whole number.'],
    [['--seeds', '0'], 'It must be 1 or more.'],
    [['--reads', '0'], 'It must be 1 or more.'],
    [['--seed', '1', '--seeds', '2'], "'--seed <s>' cannot be used with option '--seeds <n>'"],
    [['--evidence', 'rows'], 'Allowed choices are row, row+shard.'],
    [['again'], 'too many arguments'],
  ])('is refused: %j', async (words, message) => {
    await expect(asked(consistency, ...words)).rejects.toThrow(message);
  });
});

describe('the script', () => {
  const REGISTER = './infra/scripts/register-ts.js';

  /** Returns its exit code and standard error, when the reader of its standard output has left before the first line. */
  const unread = async (...words: string[]): Promise<[number, string]> => {
    const args = ['--require', REGISTER, 'test/simulation/main.ts', ...words];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return [code, errors];
  };

  it('prints with --json the JSON object alone, and what happened to standard error', async () => {
    const args = ['--require', REGISTER, 'test/simulation/main.ts', 'sketches', '--seed', '1', '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, printed: JSON.parse(stdout) as object }).toMatchObject({
      code: 0,
      printed: {
        name: 'sketches',
        figures: { seeds: 1, violations: 0 },
        verdict: { ok: true },
        failures: [],
      },
    });
    expect(stderr).toContain('1 seeds in');
  });

  it('ends in silence when its reader has had enough', async () => {
    expect(await unread('--list')).toEqual([0, '']);
  });

  it('ends with 2, and names what was meant, where there is no such simulation', async () => {
    expect(await unread('consistancy')).toEqual([
      2,
      "error: unknown command 'consistancy'\n(Did you mean consistency?)\n",
    ]);
  });
});
