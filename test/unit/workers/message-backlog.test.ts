import { MessageBacklog } from '../../../src/workers/message-backlog';

it('drops messages while as many as allowed are on their way, and sends again once one has gone', () => {
  const backlog = new MessageBacklog(2);
  const sent: (() => void)[] = [];
  const send = (done: () => void): void => void sent.push(done);
  expect([backlog.send(send), backlog.send(send), backlog.send(send)]).toEqual([true, true, false]);
  expect(sent).toHaveLength(2);
  sent[0]!();
  expect([backlog.send(send), backlog.send(send)]).toEqual([true, false]);
});
