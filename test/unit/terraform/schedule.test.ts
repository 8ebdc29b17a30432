import { shortestGapMinutes } from '../../terraform/contracts/schedule';

it.each([
  ['17 6 * * *', 1440],
  ['17 * * * *', 60],
  ['*/20 3 * * *', 20],
  ['0 1,23 * * *', 120],
  ['0 */6 * * *', 360],
  ['0 8-10 * * *', 60],
  ['17 6 * * 1', 0],
])('the shortest time between starts of %s is %i minutes', (schedule, minutes) => {
  expect(shortestGapMinutes(schedule)).toBe(minutes);
});
