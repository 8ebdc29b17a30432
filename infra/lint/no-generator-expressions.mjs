/** Reports generator functions within expressions: V8 keeps the context of each that was called until the next full collection. */
export default {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    FunctionExpression(node) {
      if (!node.generator || node.async || ['MethodDefinition', 'Property'].includes(node.parent.type))
        return;
      context.report({
        node,
        message:
          'Declare the generator function in the module: one for each request keeps what it captures in memory.',
      });
    },
  }),
};
