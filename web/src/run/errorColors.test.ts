import { describe, expect, it } from 'vitest';
import { errorColors } from './errorColors';

const colors = (codes: string[]) => Object.fromEntries(errorColors(codes).map(({ code, color }) => [code, color]));

describe('the colors of failure codes', () => {
  it('do not depend on the order or on other codes', () => {
    const early = colors(['timeout']);
    const late = colors(['moved', 'timeout', 'closed', 'oom']);
    const reloaded = colors(['closed', 'moved', 'oom', 'timeout']);
    expect(late['timeout']).toBe(early['timeout']);
    expect(reloaded).toEqual(late);
  });

  it('differ for frequent codes', () => {
    const frequent = ['timeout', 'connection-refused', 'closed', 'busy', 'unavailable', 'internal-error'];
    expect(new Set(Object.values(colors(frequent))).size).toBe(frequent.length);
  });

  it('are told apart by dashes where they are equal', () => {
    const many = Array.from({ length: 12 }, (_, i) => `code-${i}`);
    const lines = errorColors(many);
    expect(lines.filter(({ dash }) => !dash).length).toBe(new Set(lines.map(({ color }) => color)).size);
  });
});
