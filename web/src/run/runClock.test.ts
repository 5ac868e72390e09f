import { expect, it } from 'vitest';
import { RunClock } from './runClock';

it('estimates the time of a run between its seconds', () => {
  const clock = new RunClock();
  expect(clock.now(5_000)).toBeNull();
  clock.heard(10, 5_400); // 0.4 s late
  expect(clock.now(6_400)).toBeCloseTo(11);
  clock.heard(11, 6_020);
  expect(clock.now(6_320)).toBeCloseTo(11.3);
  clock.heard(12, 7_900); // a late message does not turn the clock back
  expect(clock.now(8_020)).toBeCloseTo(13, 2);
});
