import { describe, expect, it } from 'vitest';
import { definitionIfTerm, definitionOf, TERMS } from './glossary';

describe('the glossary', () => {
  it('is sorted, with one sentence or two per term', () => {
    const inOrder = TERMS.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
    expect(TERMS).toEqual(inOrder);
    for (const term of TERMS) {
      expect(definitionOf(term), term).toMatch(/^[A-Z].*[^.]\.$/);
      expect(definitionOf(term).length, term).toBeLessThanOrEqual(120);
    }
  });

  it('is the page docs/glossary.md', async () => {
    const rows = TERMS.map((term) => `| ${term} | ${definitionOf(term)} |`);
    const page = [
      '# Glossary',
      '',
      'The terms of the web page, the command line, the REST API and this documentation.',
      'Generated from `web/src/glossary/glossary.json` by `npx vitest run glossary -u` in `web`.',
      '',
      '| term | meaning |',
      '|---|---|',
      ...rows,
      '',
    ];
    await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/glossary.md');
  });

  it('has no definition for other words', () => {
    expect(definitionIfTerm('finished')).toBe('');
    expect(definitionIfTerm('toString')).toBe('');
  });
});
