/** The child's end of `Child`. */
import type { Reply } from './child';

/** Answers each message of the parent process; ends with the parent. `ready`, if it is given, resolves with the child's
 * first message. */
export function answerMessages<Request>(
  answer: (request: Request) => unknown,
  ready: unknown = undefined,
): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (request: Request) => reply(() => answer(request)));
  if (ready !== undefined) reply(() => ready);
}

function reply(work: () => unknown): void {
  Promise.resolve()
    .then(work)
    .then(
      (value) => send({ value: value ?? null }),
      (error: unknown) =>
        send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
}

function send(message: Reply): void {
  process.send?.(message);
}
