import { expect, test } from 'vitest';
import { requestOf } from './post-text.ts';

test('a webhook of Slack gets JSON, in which no text can become a mention or a link', () => {
  const { contentType, body } = requestOf(
    new URL('https://hooks.slack.com/services/T/B/x'),
    'a <!here> & b',
  );
  expect(contentType).toBe('application/json');
  expect(JSON.parse(body)).toEqual({ text: 'a &lt;!here&gt; &amp; b' });
});
