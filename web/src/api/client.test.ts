import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client';

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, text: string | Error): void {
  const body = new ReadableStream({
    start(parts) {
      if (text instanceof Error) {
        parts.enqueue(new TextEncoder().encode('{"id": "r'));
        parts.error(text);
      } else {
        parts.enqueue(new TextEncoder().encode(text));
        parts.close();
      }
    },
  });
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
}

it('returns the body of an answer', async () => {
  answering(200, '{"id": "run-1"}');
  expect(await api.run('run-1')).toEqual({ id: 'run-1' });
});

it.each([
  ['cut off', new TypeError('network error')],
  ['no JSON', '{"id": "r'],
])('takes an answer that is %s as no answer', async (_, body) => {
  answering(200, body);
  await expect(api.run('run-1')).rejects.toMatchObject({ status: 0, title: 'No answer' });
});

it('keeps the abort of a request apart', async () => {
  answering(200, new DOMException('aborted', 'AbortError'));
  await expect(api.run('run-1')).rejects.toMatchObject({ name: 'AbortError' });
});

it('knows the status of a refusal whose body was cut off', async () => {
  answering(404, new TypeError('network error'));
  await expect(api.run('run-1')).rejects.toMatchObject({
    status: 404,
    detail: 'The server answered with status 404.',
  });
});
