import { describe, expect, it } from 'vitest';
import { sentenceFor, signInAddress } from './signIn';

describe('a failed login', () => {
  it('is reported with the host of the identity provider', () => {
    expect(sentenceFor('unreachable', 'id.example.com')).toBe('id.example.com does not answer. Try again later.');
  });

  it('never shows text from the address', () => {
    for (const word of ['<b>call 555-0100</b>', 'toString', '__proto__', '']) {
      expect(sentenceFor(word, 'id.example.com')).toBe('You are not logged in. Log in again.');
    }
  });
});

describe('a login', () => {
  it('returns to the page with its query, but without the old error', () => {
    expect(signInAddress('/runs/x', new URLSearchParams('range=5m&sign-in=denied&tag=a b'))).toBe(
      '/api/v1/session/login?to=%2Fruns%2Fx%3Frange%3D5m%26tag%3Da%2Bb',
    );
    expect(signInAddress('/', new URLSearchParams())).toBe('/api/v1/session/login?to=%2F');
  });
});
