import { expect, test } from 'vitest';
import { codeOf, createWorld, good } from './testing/handler-world.ts';

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=y'])(
  'a sign-up may come as %s',
  async (type) => {
    expect((await createWorld().post(good, { 'Content-Type': type })).status).toBe(200);
  },
);

test.each(['application/jsonp', 'multipart/application/json', 'text/json'])(
  '%s is another content type',
  async (type) => {
    const response = await createWorld().post(good, { 'Content-Type': type });
    expect(await codeOf(response)).toBe('unsupported_media_type');
  },
);

test('a body without a content type is not guessed at', async () => {
  const body = new TextEncoder().encode(JSON.stringify(good));
  const response = await createWorld().send({ method: 'POST', body });
  expect(await codeOf(response)).toBe('unsupported_media_type');
});

test('a size is counted, not believed', async () => {
  const chunks = Array.from({ length: 9 }, () => new TextEncoder().encode(' '.repeat(1024)));
  const response = await createWorld().send({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': '2' },
    body: new ReadableStream({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);
  expect(await codeOf(response)).toBe('too_large');
  expect(chunks.length).toBeLessThan(2);
});

test('a body that breaks off is refused, and nothing is thrown', async () => {
  const response = await createWorld().send({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: new ReadableStream({ pull: (controller) => controller.error(new Error('hung up')) }),
    duplex: 'half',
  } as RequestInit);
  expect(await codeOf(response)).toBe('invalid_request');
});
