/**
 * What the word `sign-in` in the address means: the server leads a browser back with one when
 * somebody was at the issuer's page and is not signed in. A word and no sentence, so that nobody
 * can make the page say theirs.
 */
const SENTENCES: Record<string, string> = {
  denied: 'HOST did not say who you are: the sign-in was refused or given up.',
  expired: 'That sign-in took too long, or was used already. Begin it again.',
  rejected: 'HOST does not take that sign-in any more. Begin it again.',
  elsewhere: 'That sign-in was not begun in this browser. Begin it again.',
  'no-role': 'HOST knows you, but gives you no role here. Ask whoever runs it to make you a viewer, operator or admin.',
  unreachable: 'HOST does not answer. Try again in a while.',
  untrusted: 'What HOST says of you cannot be verified, so you are not signed in.',
  'no-client': 'HOST refuses this server as its client. The server’s log says why.',
  locked: 'Too many sign-ins from your address went wrong. Wait a minute.',
};

export function sentenceFor(word: string, host: string): string {
  const sentence = Object.hasOwn(SENTENCES, word) ? SENTENCES[word] : undefined;
  return (sentence ?? 'You are not signed in. Begin again.').replace('HOST', host);
}

/** Where the server begins a sign-in that ends on this page, told as path and query. */
export function signInAddress(path: string, query: URLSearchParams): string {
  const kept = new URLSearchParams(query);
  kept.delete('sign-in');
  const tail = kept.toString();
  const to = path + (tail ? `?${tail}` : '');
  return `/api/v1/session/login?to=${encodeURIComponent(to)}`;
}
