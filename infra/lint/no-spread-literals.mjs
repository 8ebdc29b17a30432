/** Reports a literal that is spread within one of its kind: it only hides the properties or elements. */
export default {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    SpreadElement(node) {
      const { parent, argument } = node;
      if (parent.type !== argument.type) return;
      if (argument.type === 'ObjectExpression')
        context.report({ node: argument, message: 'Write the properties out.' });
      if (argument.type === 'ArrayExpression')
        context.report({ node: argument, message: 'Write the elements out.' });
    },
  }),
};
