/**
 * Messages for the query parameter `sign-in`. The server sets it to a code when it redirects a
 * browser back from the identity provider without a login. It is a code rather than a message, so
 * that a crafted address cannot inject text into the page.
 */
const SENTENCES: Record<string, string> = {
  denied: 'The login at HOST was refused or canceled.',
  expired: 'This login took too long or was already used. Log in again.',
  rejected: 'HOST no longer accepts this login. Log in again.',
  elsewhere: 'This login was not started in this browser. Log in again.',
  'no-role': 'Your account at HOST has no role here. Ask its administrator for the role viewer, operator or admin.',
  unreachable: 'HOST does not answer. Try again later.',
  untrusted: 'The identity from HOST cannot be verified, so you are not logged in.',
  'no-client': 'HOST rejects this server as its client. See the server log for the reason.',
  locked: 'Too many failed logins from your address. Wait a minute.',
};

export function sentenceFor(word: string, host: string): string {
  const sentence = Object.hasOwn(SENTENCES, word) ? SENTENCES[word] : undefined;
  return (sentence ?? 'You are not logged in. Log in again.').replace('HOST', host);
}

/** The address that starts a login and then returns to this path and query. */
export function signInAddress(path: string, query: URLSearchParams): string {
  const kept = new URLSearchParams(query);
  kept.delete('sign-in');
  const tail = kept.toString();
  const to = path + (tail ? `?${tail}` : '');
  return `/api/v1/session/login?to=${encodeURIComponent(to)}`;
}
