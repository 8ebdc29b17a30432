/**
 * Trains a model on exported features, reports how well it predicts a later day, and scores users with it:
 * `train.ts <training data> <users to score> <file of scores>`. The first two are Parquet files of `tidemark features export`.
 */
import { writeFileSync } from 'node:fs';
import { areaUnderCurve, fit, logLoss, predict, type Example } from './logistic-regression';

type Row = Readonly<Record<string, unknown>>;

/** The last day is held out: a model is to predict what comes after its training. */
const HELD_OUT_MS = 86_400_000;
const DIGITS = 4;
const FEATURE = /^campaign\.(?:impression|click|ctr)\./;
/** Value of a last time that is missing, in seconds: the longest period of the features. */
const NEVER_SECONDS = 7 * 86_400;

async function main([trainingFile, usersFile, scoresFile]: readonly string[]): Promise<void> {
  const rows = await readParquet(trainingFile!);
  const names = Object.keys(rows[0]!).filter((name) => FEATURE.test(name));
  const newestMs = Math.max(...rows.map(timeOf));
  const isHeldOut = (row: Row): boolean => timeOf(row) > newestMs - HELD_OUT_MS;
  const training = rows.filter((row) => !isHeldOut(row)).map((row) => exampleOf(row, names));
  const heldOut = rows.filter(isHeldOut).map((row) => exampleOf(row, names));
  const model = fit(training);
  report(model, training, heldOut);
  const users = await readParquet(usersFile!);
  const scores = users.map((row) => ({
    id: row['userId'],
    dataType: 'click_score',
    subType: row['campaignId'],
    value: { model: 'logistic-regression', probability: predict(model, featuresOf(row, names)) },
  }));
  writeFileSync(scoresFile!, scores.map((score) => `${JSON.stringify(score)}\n`).join(''));
  console.log(`${scores.length} scores written`);
}

/** Prints the measures beside those of the baseline, which gives each example the share of clicks in the training data. */
function report(
  model: ReturnType<typeof fit>,
  training: readonly Example[],
  heldOut: readonly Example[],
): void {
  const rate = training.filter(({ label }) => label === 1).length / training.length;
  const labels = heldOut.map(({ label }) => label);
  const measures = (name: string, probabilities: readonly number[]): void => {
    const area = areaUnderCurve(probabilities, labels).toFixed(DIGITS);
    console.log(`${name}: AUC ${area}, log-loss ${logLoss(probabilities, labels).toFixed(DIGITS)}`);
  };
  console.log(
    `${training.length} examples to train, ${heldOut.length} held out, ${(rate * 100).toFixed(1)} % clicked`,
  );
  measures(
    'baseline',
    labels.map(() => rate),
  );
  measures(
    'model',
    heldOut.map(({ features }) => predict(model, features)),
  );
}

const exampleOf = (row: Row, names: readonly string[]): Example => ({
  features: featuresOf(row, names),
  label: Number(row['clicked']),
});

/** Counts and times grow by factors: their logarithms are what a linear model can weigh. */
function featuresOf(row: Row, names: readonly string[]): number[] {
  return names.map((name) => {
    const missing = name.endsWith('lastSeenSeconds') ? NEVER_SECONDS : 0;
    return Math.log1p(Number(row[name] ?? missing));
  });
}

const timeOf = (row: Row): number => (row['asOf'] as Date).getTime();

async function readParquet(path: string): Promise<readonly Row[]> {
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet');
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

void main(process.argv.slice(2));
