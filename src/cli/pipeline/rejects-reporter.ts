import type { RunRecord } from '../../core/pipelines/run-rows';
import type { ObjectReject } from '../../operations/pipelines/full-pass/process-page';
import { appendLines } from '../../platform/files/append-lines';
import { printError } from '../shared/terminal';

/** Failed objects that are printed where there is no file. */
const PRINTED_MAX = 10;

/** Reports objects that failed: to the file, one JSON object per line, or the first ones on stderr. */
export class RejectsReporter {
  readonly #file: string | undefined;
  readonly #run: RunRecord;
  #printed = 0;

  constructor(file: string | undefined, run: RunRecord) {
    this.#file = file;
    this.#run = run;
  }

  async report(rejects: readonly ObjectReject[]): Promise<void> {
    if (this.#file !== undefined)
      return appendLines(
        this.#file,
        rejects.map((reject) => this.#line(reject)),
      );
    for (const { id, error } of rejects) {
      if (this.#printed === PRINTED_MAX)
        printError('tidemark: further failed objects are not shown: use --rejects');
      this.#printed += 1;
      if (this.#printed <= PRINTED_MAX)
        printError(`tidemark: object ${JSON.stringify(id)}: ${described(error)}`);
    }
  }

  #line({ id, error: { code, field, message } }: ObjectReject): string {
    const { pipeline, runId, corpus } = this.#run;
    return JSON.stringify({ pipeline, runId, corpus, id, code, field, message });
  }
}

function described({ code, field, message }: ObjectReject['error']): string {
  return `${field === undefined ? '' : `${field}: `}${message} [${code}]`;
}
