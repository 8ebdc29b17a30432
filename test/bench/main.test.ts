import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { until } from '../support/until';
import { benchmarkCommand, type BenchCommandOptions } from './command';
import { checkResult, resultJson, resultText, target, WrongAnswer, type BenchResult } from './harness';
import { runBench, startBench } from './smoke';

const result = (figures: Record<string, number>, value = 1): BenchResult => ({
  figures,
  targets: [target('a ratio', value, '>=', 1)],
  tables: [],
});

describe('The result of a benchmark', () => {
  it('is accepted when each figure is a number from 0 on', () => {
    expect(() => checkResult(result({ requests: 0, micros: 1.5 }, -0.2))).not.toThrow();
  });

  it.each([
    ['a figure is negative', result({ unanswered: -3 }), 'figure "unanswered" is -3'],
    ['a figure is a quotient of nothing', result({ ratio: 0 / 0 }), 'figure "ratio" is NaN'],
    ['a figure was divided by 0', result({ ratio: 1 / 0 }), 'figure "ratio" is Infinity'],
    ['there are no figures', result({}), 'there are no figures'],
    ['a target has no value', result({ one: 1 }, NaN), 'the value of target "a ratio" is NaN'],
  ])('is an error when %s', (_, wrong, message) => {
    expect(() => checkResult(wrong)).toThrow(new WrongAnswer(message));
  });

  it('is one line of JSON with its name, size, machine, figures and targets', () => {
    const line = resultJson('scan', 'quick', result({ one: 1 }, 0.999));
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(line)).toEqual({
      name: 'scan',
      size: 'quick',
      machine: { cpus: cpus().length, node: process.versions.node },
      figures: { one: 1 },
      targets: [{ name: 'a ratio', value: 0.999, op: '>=', target: 1, ok: false }],
    });
  });
});

describe('The text of a result', () => {
  it('names the version of Node in the title of each table', () => {
    const table = { header: ['user', 'p99 ms'], rows: [['light', '2']] };
    const tables = [
      { ...table, title: 'counts\nof light users' },
      { ...table, title: 'at half load' },
    ];
    const text = resultText({ ...result({ one: 1 }), tables });
    expect(text).toContain(`counts; Node ${process.version}\nof light users\n\nuser   p99 ms`);
    expect(text).toContain(`at half load; Node ${process.version}\n\nuser   p99 ms`);
  });
});

const ANY = { name: 'any', description: 'measures a thing' };

/** Parses the arguments. */
function asked(...words: string[]): Promise<BenchCommandOptions> {
  return askedOf(ANY, ...words);
}

async function askedOf(
  benchmark: Parameters<typeof benchmarkCommand>[0],
  ...words: string[]
): Promise<BenchCommandOptions> {
  let found: BenchCommandOptions | undefined;
  const command = benchmarkCommand(benchmark, (each) => void (found = each));
  command.configureOutput({ writeErr: () => undefined });
  await command.parseAsync(words, { from: 'user' });
  return found!;
}

describe('The command of a benchmark', () => {
  it('shows in its help every flag and all exit codes', () => {
    let help = '';
    const command = benchmarkCommand(ANY, () => undefined);
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    for (const part of [
      'Measures a thing.',
      '--quick',
      '--smoke',
      '--json',
      'Exit code: 0',
      '1\n',
      '2 when',
    ]) {
      expect(help).toContain(part);
    }
  });

  it('takes a size, of which the full one is the default, and the form of its output', async () => {
    expect(await asked()).toEqual({ size: 'full', store: 'embedded', asJson: false });
    expect(await asked('--quick')).toMatchObject({ size: 'quick', asJson: false });
    expect(await asked('--smoke', '--json')).toMatchObject({ size: 'smoke', asJson: true });
  });

  it('takes a Bigtable to run on if the benchmark has several', async () => {
    const benchmark = { ...ANY, hasStores: true };
    expect(await askedOf(benchmark)).toMatchObject({ store: 'embedded' });
    expect(await askedOf(benchmark, '--store', 'emulator')).toMatchObject({ store: 'emulator' });
    await expect(askedOf(benchmark, '--store', 'disk')).rejects.toThrow(
      'Allowed choices are embedded, emulator',
    );
    await expect(asked('--store', 'emulator')).rejects.toThrow("unknown option '--store'");
  });

  it.each([
    [['--fast'], "unknown option '--fast'"],
    [['again'], 'too many arguments'],
    [['--quick', '--smoke'], "option '--smoke' cannot be used with option '--quick'"],
  ])('rejects the words %j', async (words, message) => {
    await expect(asked(...words)).rejects.toThrow(message);
  });
});

describe('npm run bench', () => {
  it('has a test for each benchmark that it lists', async () => {
    const { stdout } = await runBench(['--list']);
    const names = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]!);
    const tested = readdirSync(__dirname).filter((file) => file.endsWith('.test.ts'));
    expect(tested).toEqual(expect.arrayContaining(names.map((name) => `${name}.test.ts`)));
  });

  it('ends with 2, and prints nothing but what is wrong, when an option is unknown', async () => {
    const { ended, stdout, stderr } = await runBench(['scan', '--jsn']);
    expect({ ended, stdout }).toEqual({ ended: 2, stdout: '' });
    expect(stderr).toBe("error: unknown option '--jsn'\n(Did you mean --json?)\n");
  });

  it('leaves no process behind when SIGINT ends it', async () => {
    const bench = startBench(['client-read', '--quick']);
    await until(() => bench.stderr().includes('rounds of') || bench.process.exitCode !== null);
    const children = childrenOf(bench.process.pid!);
    expect(children.length).toBeGreaterThanOrEqual(5);
    bench.process.kill('SIGINT');
    expect((await bench.run).ended).toBe(130);
    await until(() => !children.some(isRunning));
  });
});

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
