/** Line on a terminal that names the current step of the start. Files and pipes get nothing. */
export interface StartProgress {
  /** Replaces the line. */
  show(step: string): void;
  /** Removes the line. */
  end(): void;
}

/** Output of the process. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\x1b[K';

export function createStartProgress(output: Output): StartProgress {
  if (output.isTTY !== true) return { show: () => undefined, end: () => undefined };
  let isShown = false;
  return {
    show(step) {
      output.write(`${CLEAR_LINE}${step}…`);
      isShown = true;
    },
    end() {
      if (isShown) output.write(CLEAR_LINE);
      isShown = false;
    },
  };
}
