/** Calls that are tempting for lists of any length: their arguments overflow the stack at some 120,000. */
const CALLS = /^(push|unshift|splice|concat|append|max|min|of|fromCharCode|fromCodePoint)$/;

export default {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    CallExpression({ callee, arguments: given }) {
      if (!CALLS.test(callee.property?.name)) return;
      for (const node of given)
        if (node.type === 'SpreadElement')
          context.report({
            node,
            message:
              'Use appendAll, maxOf or minOf of core/lists: spread arguments overflow the stack in long lists.',
          });
    },
  }),
};
