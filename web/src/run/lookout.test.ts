import { describe, expect, it } from 'vitest';
import { Problem } from '../api/problem';
import { Lookout } from './lookout';

function rig(answers: (number | string)[]) {
  const seen: string[] = [];
  const timers: (() => void)[] = [];
  let asked = 0;
  const lookout: Lookout<string> = new Lookout<string>(
    async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!;
      if (typeof answer === 'number') throw new Problem(answer, '', '');
      return answer;
    },
    {
      found: (answer) => {
        seen.push(answer);
        lookout.stop();
      },
      gone: () => seen.push('gone'),
      away: () => seen.push('away'),
    },
    {
      setTimeout: (action) => timers.push(action),
      clearTimeout: (id) => void (timers[id - 1] = () => {}),
    },
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const second = async () => {
    timers.at(-1)?.();
    await settle();
  };
  return { lookout, seen, second, settle, asked: () => asked, timers };
}

describe('a lookout', () => {
  it('says at once that the server is away, asks until it answers, and then stops', async () => {
    const { lookout, seen, second, settle, asked } = rig([0, 0, 503, 'killed']);
    lookout.start();
    await settle();
    expect(seen).toEqual(['away']);
    for (let i = 0; i < 5; i++) await second();
    expect(seen).toEqual(['away', 'away', 'killed']);
    expect(asked()).toBe(4);
  });

  it('tells a run that the server does not have', async () => {
    const { lookout, seen, settle } = rig([404]);
    lookout.start();
    await settle();
    expect(seen).toEqual(['gone']);
  });

  it('ignores an answer that comes after the stop', async () => {
    const { lookout, seen, settle, timers } = rig(['killed']);
    lookout.start();
    lookout.stop();
    await settle();
    expect(seen).toEqual([]);
    expect(timers).toHaveLength(0);
  });
});
