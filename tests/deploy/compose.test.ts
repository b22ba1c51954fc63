import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  image: string;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { options: Record<string, string> };
}

const text = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };

describe.each(Object.entries(services))('compose.yaml: %s', (name, service) => {
  test('has no capability, a read-only root, and gains no privileges', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test('keeps a log of a bounded size', () => {
    expect(service.logging?.options['max-size']).toMatch(/^\d+m$/);
  });

  test.runIf(name !== 'caddy')('is reached from this machine alone', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});
