import { expect, test, vi } from 'vitest';
import { postText, requestOf } from './post-text.ts';

test('a webhook of Slack gets JSON, in which no text can become a mention or a link', () => {
  const { contentType, body } = requestOf(
    new URL('https://hooks.slack.com/services/T/B/x'),
    'a <!here> & b',
  );
  expect(contentType).toBe('application/json');
  expect(JSON.parse(body)).toEqual({ text: 'a &lt;!here&gt; &amp; b' });
});

/**
 * Posts to a service that answers with these statuses in turn, 0 for no answer. Returns the error, and the milliseconds
 * from the first request to each request.
 */
async function postTo(...statuses: number[]) {
  vi.useFakeTimers();
  const start = Date.now();
  const times: number[] = [];
  vi.stubGlobal('fetch', async () => {
    times.push(Date.now() - start);
    const status = statuses[times.length - 1] ?? 0;
    if (status === 0) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    return new Response('', { status });
  });
  const posting = postText(new URL('https://ntfy.example/secret'), 'text');
  const error = posting.then(
    () => null,
    (reason) => reason,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  return { error: await error, times };
}

test.each([0, 408, 429, 500, 503])(
  'a service that answers %i is asked again after 1 s, and again 2 s later',
  async (status) => {
    const { error, times } = await postTo(status, status, 200);
    expect([error, times]).toEqual([null, [0, 1_000, 3_000]]);
  },
);

test('a service that fails three times is not asked again', async () => {
  const { error, times } = await postTo(500, 500, 502, 200);
  expect(times).toHaveLength(3);
  expect(error).toMatchObject({
    code: 'not_posted',
    message: 'ntfy.example answered 502',
    details: { remedy: expect.stringContaining('Check the address') },
  });
});

test.each([400, 404, 499])(
  'a service that refuses a text with %i is asked once',
  async (status) => {
    const { error, times } = await postTo(status, 200);
    expect(times).toEqual([0]);
    expect(error).toMatchObject({ code: 'not_posted' });
  },
);
