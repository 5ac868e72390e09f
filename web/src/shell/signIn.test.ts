import { describe, expect, it } from 'vitest';
import { sentenceFor, signInAddress } from './signIn';

describe('a sign-in that went wrong', () => {
  it('is told in a sentence with the name of the issuer', () => {
    expect(sentenceFor('unreachable', 'id.example.com')).toBe('id.example.com does not answer. Try again in a while.');
  });

  it('is told in our own words, whatever the address says', () => {
    for (const word of ['<b>call 555-0100</b>', 'toString', '__proto__', '']) {
      expect(sentenceFor(word, 'id.example.com')).toBe('You are not signed in. Begin again.');
    }
  });
});

describe('a sign-in that begins', () => {
  it('comes back to the page with its query, but not with what went wrong before', () => {
    expect(signInAddress('/runs/x', new URLSearchParams('range=5m&sign-in=denied&tag=a b'))).toBe(
      '/api/v1/session/login?to=%2Fruns%2Fx%3Frange%3D5m%26tag%3Da%2Bb',
    );
    expect(signInAddress('/', new URLSearchParams())).toBe('/api/v1/session/login?to=%2F');
  });
});
