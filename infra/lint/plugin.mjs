/** The rules of this project that oxlint lacks. */
import layers from './layers.mjs';
import noGeneratorExpressions from './no-generator-expressions.mjs';
import noImportCycle from './no-import-cycle.mjs';
import noSpreadArguments from './no-spread-arguments.mjs';
import noSpreadLiterals from './no-spread-literals.mjs';

export default {
  meta: { name: 'tidemark' },
  rules: {
    layers,
    'no-generator-expressions': noGeneratorExpressions,
    'no-import-cycle': noImportCycle,
    'no-spread-arguments': noSpreadArguments,
    'no-spread-literals': noSpreadLiterals,
  },
};
