/** Compares the reference lists of docs/ with the code. `UPDATE_DOCS=1 npx jest test/unit/docs && npm run format` updates them. */
import { configurationVariables } from '../../../src/config/index';
import { ERROR_TABLE, type ErrorCode } from '../../../src/errors';
import { GRPC_STATUS } from '../../../src/grpc/errors/grpc-status';
import { describedEndpoints } from '../../support/described-endpoints';
import { expectSection } from '../../support/doc-section';

describe('the reference lists of the docs', () => {
  it('configuration.md lists exactly the variables that are read', () => {
    const lines = configurationVariables().map(
      ({ name, description, expected, fallback }) =>
        `- \`${name}\`${describeForm(expected, fallback)}: ${description}`,
    );
    expectSection('configuration.md', 'variables', lines);
  });

  it('errors.md lists exactly the error table', () => {
    const lines = Object.entries(ERROR_TABLE).map(
      ([code, { status, retryable, title }]) =>
        `- \`${code}\` (${status}, ${GRPC_STATUS[code as ErrorCode]}${retryable ? ', retryable' : ''}): ${title}`,
    );
    expectSection('errors.md', 'codes', lines);
  });

  it('security.md lists the needs of each operation', () => {
    const rows = describedEndpoints().map(({ operationId, method, path, access, dataAccess }) => [
      `\`${operationId}\``,
      `\`${method} ${path}\``,
      access === 'public' ? 'none: public' : `\`${access}\``,
      dataAccess === undefined ? '' : `${dataAccess.needs} of ${dataAccess.dataTypes}`,
    ]);
    const head = ['Operation', 'Request', 'Scope', 'The caller must be'];
    const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
    expectSection('security.md', 'operations', lines);
  });
});

/** Shows form and default in brackets: a whole number by its range alone, and no form for any text. */
function describeForm(expected: string, fallback: unknown): string {
  const range = expected.replace(/^a whole number from /, '').replace(/^(\d+) to 9007199254740991/, '≥ $1');
  const form = expected === 'a string' ? [] : [range];
  const isShown = typeof fallback !== 'object' && fallback !== undefined && fallback !== '';
  const parts = isShown ? [...form, `default \`${fallback as string | number}\``] : form;
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}
