import Provider from 'oidc-provider';
import { freePort } from './process.mjs';

/**
 * A certified OpenID provider on the host `localhost`, which is a different site from `127.0.0.1`, the
 * server under test. Its forms accept any password; `otto` is an operator.
 */
export async function startIssuer({ clientId, secret, redirectUri }) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], profile: ['preferred_username', 'roles'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, roles: id === 'otto' ? ['operator'] : [] }),
    }),
    cookies: { keys: ['of this test alone'] },
  });
  const listening = await new Promise((resolve) => {
    const started = provider.listen(port, 'localhost', () => resolve(started));
  });
  return {
    url,
    host: `localhost:${port}`,
    async stop() {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
}
