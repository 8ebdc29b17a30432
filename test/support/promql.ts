/** Metrics and labels of a PromQL expression, by the parser of Prometheus's own user interface. */

/** The part of the parser's nodes that is used. */
interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly firstChild: SyntaxNode | null;
  readonly nextSibling: SyntaxNode | null;
  getChildren(name: string): readonly SyntaxNode[];
}

interface Asked {
  readonly metric: string;
  /** By which series are chosen. */
  readonly labels: readonly string[];
}

export interface Expression {
  readonly asked: readonly Asked[];
  /** Labels by which results are grouped or matched. */
  readonly groupedBy: readonly string[];
}

/** Throws where it cannot be parsed. */
export async function parseExpression(expr: string): Promise<Expression> {
  const { parser } = await import('@prometheus-io/lezer-promql');
  const selectors: SyntaxNode[] = [];
  const groupings: SyntaxNode[] = [];
  parser.parse(expr).iterate({
    enter({ node, type, from }) {
      if (type.isError) throw new Error(`cannot be parsed at character ${from}: ${expr}`);
      if (type.name === 'VectorSelector') selectors.push(node);
      if (type.name === 'GroupingLabels') groupings.push(node);
    },
  });
  const textOf = ({ from, to }: SyntaxNode): string => expr.slice(from, to);
  const labelsIn = (node: SyntaxNode): string[] =>
    descendants(node)
      .filter(({ name }) => name === 'LabelName')
      .map(textOf);
  return {
    asked: selectors.map((node) => ({
      metric: node.getChildren('Identifier').map(textOf).join(),
      labels: labelsIn(node),
    })),
    groupedBy: groupings.flatMap(labelsIn),
  };
}

function descendants(node: SyntaxNode): SyntaxNode[] {
  const all: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    all.push(child, ...descendants(child));
  return all;
}
