import { createHmac } from 'node:crypto';
import type { Hmac } from '../visitor.ts';

export const nodeHmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex');
