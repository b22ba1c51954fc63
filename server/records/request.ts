import * as z from 'zod/mini';
import type { RecordsRequest } from '../../shared/records.ts';
import { RecordsError } from './owner.ts';

const schema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('count') }),
  z.object({ method: z.literal('list'), limit: z.optional(z.int().check(z.gte(1))) }),
  z.object({ method: z.literal('export') }),
  z.object({ method: z.literal('erase'), email: z.string().check(z.minLength(1)) }),
  z.object({ method: z.literal('backup'), file: z.string().check(z.minLength(1)) }),
  z.object({ method: z.literal('move'), to: z.url({ protocol: /^postgres(ql)?$/ }) }),
  z.object({ method: z.literal('outbox') }),
  z.object({ method: z.literal('forget'), email: z.string().check(z.minLength(1)) }),
  z.object({ method: z.literal('retry'), email: z.optional(z.string().check(z.minLength(1))) }),
  z.object({ method: z.literal('ping') }),
]);

/** One line as a request. Throws a {@link RecordsError} `bad_request`. */
export function readRequest(line: string): RecordsRequest {
  try {
    return schema.parse(JSON.parse(line)) as RecordsRequest;
  } catch (error) {
    const problem = error instanceof z.core.$ZodError ? error.issues[0]?.message : 'not JSON';
    throw new RecordsError('bad_request', `The request could not be read: ${problem}`);
  }
}
