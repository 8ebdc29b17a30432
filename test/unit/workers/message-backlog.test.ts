import { MessageBacklog } from '../../../src/workers/message-backlog';

it('messages beyond the maximum of unsent ones are dropped until one was sent', () => {
  const backlog = new MessageBacklog(2);
  const sent: (() => void)[] = [];
  const send = (done: () => void): void => void sent.push(done);
  expect([backlog.send(send), backlog.send(send), backlog.send(send)]).toEqual([true, true, false]);
  expect(sent).toHaveLength(2);
  sent[0]!();
  expect([backlog.send(send), backlog.send(send)]).toEqual([true, false]);
});
