/** Logistic regression, and measures of how well it predicts. */

/** A trained model: predicts from features that it scales itself. */
export interface Model {
  /** Mean and standard deviation of each feature in the training data. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  readonly bias: number;
}

export interface Example {
  readonly features: readonly number[];
  /** 1, clicked; 0, not clicked. */
  readonly label: number;
}

const ITERATIONS = 400;
const LEARNING_RATE = 0.5;
/** Strength of the L2 regularization: keeps weights of features that say the same small. */
const REGULARIZATION = 1e-3;

/** Fits the model by gradient descent over all examples. */
export function fit(examples: readonly Example[]): Model {
  const { means, deviations } = scales(examples);
  const rows = examples.map(({ features }) => scaled(features, means, deviations));
  const weights = means.map(() => 0);
  let bias = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = weights.map(() => 0);
    let biasGradient = 0;
    for (const [at, row] of rows.entries()) {
      const error = sigmoid(dot(weights, row) + bias) - examples[at]!.label;
      biasGradient += error;
      for (let feature = 0; feature < row.length; feature++) gradient[feature]! += error * row[feature]!;
    }
    const step = LEARNING_RATE / rows.length;
    bias -= step * biasGradient;
    for (let feature = 0; feature < weights.length; feature++)
      weights[feature]! -= step * gradient[feature]! + LEARNING_RATE * REGULARIZATION * weights[feature]!;
  }
  return { means, deviations, weights, bias };
}

/** Returns the probability of a click. */
export function predict({ means, deviations, weights, bias }: Model, features: readonly number[]): number {
  return sigmoid(dot(weights, scaled(features, means, deviations)) + bias);
}

/** Returns the mean negative logarithm of the probability that was given to what happened. Less is better. */
export function logLoss(probabilities: readonly number[], labels: readonly number[]): number {
  const losses = probabilities.map((probability, at) => {
    const ofLabel = labels[at] === 1 ? probability : 1 - probability;
    return -Math.log(Math.max(ofLabel, Number.EPSILON));
  });
  return sum(losses) / losses.length;
}

/**
 * Returns the area under the ROC curve: the share of pairs of one example of each label in which the clicked one has the
 * larger probability. 0.5 is chance, and 1 is perfect. Equal probabilities count one half.
 */
export function areaUnderCurve(probabilities: readonly number[], labels: readonly number[]): number {
  const order = probabilities.map((_, at) => at).sort((a, b) => probabilities[a]! - probabilities[b]!);
  let [rank, ranksOfClicked, clicked] = [0, 0, 0];
  while (rank < order.length) {
    let end = rank;
    while (end < order.length && probabilities[order[end]!] === probabilities[order[rank]!]) end++;
    const meanRank = (rank + 1 + end) / 2;
    for (; rank < end; rank++) {
      if (labels[order[rank]!] !== 1) continue;
      clicked += 1;
      ranksOfClicked += meanRank;
    }
  }
  return (ranksOfClicked - (clicked * (clicked + 1)) / 2) / (clicked * (labels.length - clicked));
}

function scales(examples: readonly Example[]): Pick<Model, 'means' | 'deviations'> {
  const count = examples.length;
  const names = examples[0]!.features;
  const means = names.map((_, at) => sum(examples.map(({ features }) => features[at]!)) / count);
  const deviations = names.map((_, at) => {
    const variance = sum(examples.map(({ features }) => (features[at]! - means[at]!) ** 2)) / count;
    // A feature that is the same in all examples says nothing.
    return variance > 0 ? Math.sqrt(variance) : 1;
  });
  return { means, deviations };
}

const scaled = (
  features: readonly number[],
  means: readonly number[],
  deviations: readonly number[],
): number[] => features.map((value, at) => (value - means[at]!) / deviations[at]!);

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

function dot(a: readonly number[], b: readonly number[]): number {
  let total = 0;
  for (let at = 0; at < a.length; at++) total += a[at]! * b[at]!;
  return total;
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
