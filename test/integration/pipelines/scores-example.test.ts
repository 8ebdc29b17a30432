import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { areaUnderCurve, fit, logLoss, predict } from '../../../examples/scores/logistic-regression';
import { INHERITED_ENV } from '../../support/inherited-env';

const SCRIPT = join(__dirname, '../../../examples/scores/run.mjs');

describe('the example of scores', () => {
  it('runs by one command: its model predicts clicks of a day that it has not seen better than their share, and is served', async () => {
    const env = INHERITED_ENV;
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env });
    const [baseline, model] = ['baseline', 'model'].map((name) => {
      const [, area, loss] = new RegExp(`^${name}: AUC ([\\d.]+), log-loss ([\\d.]+)$`, 'm').exec(stdout)!;
      return { area: Number(area), loss: Number(loss) };
    });
    expect(baseline!.area).toBe(0.5);
    expect(model!.area).toBeGreaterThan(0.6);
    expect(model!.loss).toBeLessThan(baseline!.loss);
    const served = [...stdout.matchAll(/^ {2}cmp-\w+ (0\.\d{3})$/gm)].map(([, probability]) =>
      Number(probability),
    );
    expect(served).toHaveLength(5);
    expect(served).toEqual([...served].sort((a, b) => b - a));
  }, 120_000);
});

describe('the logistic regression of the example', () => {
  it('finds the weights that examples were made with', () => {
    const examples = Array.from({ length: 4_000 }, (_, at) => {
      const features = [Math.sin(at), Math.cos(at * 7), 5];
      const probability = 1 / (1 + Math.exp(-(2 * features[0]! - features[1]!)));
      return { features, label: (at * 0.618) % 1 < probability ? 1 : 0 };
    });
    const model = fit(examples);
    const [first, second, constant] = model.weights.map((weight, at) => weight / model.deviations[at]!);
    expect(first! / second!).toBeCloseTo(-2, 0);
    expect(constant).toBeCloseTo(0);
    expect(predict(model, [1, 0, 5])).toBeCloseTo(0.88, 1);
  });

  it('measures the area under the curve by ranks, with ties, and the log-loss', () => {
    expect(areaUnderCurve([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])).toBe(0.75);
    expect(areaUnderCurve([0.3, 0.3, 0.3], [0, 1, 0])).toBe(0.5);
    expect(areaUnderCurve([0.9, 0.1], [0, 1])).toBe(0);
    expect(logLoss([0.5, 0.5], [1, 0])).toBeCloseTo(Math.LN2);
    expect(logLoss([1, 0], [1, 0])).toBeCloseTo(0);
  });
});
